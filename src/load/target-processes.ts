import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { BlockList, isIP, isIPv6 } from "node:net";
import { endianness } from "node:os";
import type { Unwatched, Usage } from "../model/index.ts";
import {
  openFileCount,
  processIds,
  readOr,
  readProcess,
  residentBytes,
} from "./process-figures.ts";
import { threadCount, withDescendants } from "./process-figures.ts";

const LISTEN = "0A";
const ANY = "0.0.0.0";
const ANY_V6 = "0:0:0:0:0:0:0:0";
/** Programs that listen on behalf of another process: their use says nothing about the server's. */
const FORWARDERS = new Set([
  "docker-proxy",
  "kubectl",
  "pasta",
  "pasta.avx2",
  "rootlessport",
  "slirp4netns",
  "ssh",
  "systemd",
]);

type Listener = { address: string; uid: number; inode: string };

/** Ids of processes, the first started one first; or the reason why none were found. */
type Found = { pids: number[] } | { unwatched: Unwatched };

/** The processes that hold this port's listening socket, by /proc of Linux. A name may mean any address here. */
export function findListeners(hostname: string, port: number): Found {
  if (process.platform !== "linux") return { unwatched: { why: "not-linux" } };
  const sockets = listeningOn(hostname, port);
  const [socket] = sockets;
  if (socket === undefined) return { unwatched: { why: "invisible", port } };
  const owners = ownersOf(new Set(sockets.map(({ inode }) => inode)));
  const pids = byAge(owners.map(({ pid }) => pid));
  const [first] = pids;
  if (first === undefined) {
    const another = process.getuid?.() !== socket.uid;
    return { unwatched: { why: another ? "other-user" : "container", port } };
  }
  const name = readProcess(first)?.name ?? "";
  if (FORWARDERS.has(name)) return { unwatched: { why: "forwarder", port, name } };
  if (areStrangers(sockets, owners)) return { unwatched: { why: "several", port } };
  return { pids };
}

/** The sockets that a connection to this address and port would reach: the kernel prefers the exact address. */
function listeningOn(hostname: string, port: number): Listener[] {
  const all = ["tcp", "tcp6"].flatMap((table) => readTable(table, port));
  if (isIP(hostname) === 0) return all;
  const wanted = new BlockList();
  const family = isIPv6(hostname) ? "ipv6" : "ipv4";
  // Whoever connects to "any" address reaches the loopback one.
  const loopback = { "0.0.0.0": "127.0.0.1", "::": "::1" }[hostname];
  wanted.addAddress(loopback ?? hostname, family);
  const exact = all.filter(({ address }) =>
    wanted.check(address, isIPv6(address) ? "ipv6" : "ipv4"),
  );
  if (exact.length > 0) return exact;
  const any = all.filter(({ address }) => address === ANY);
  if (family === "ipv4" && any.length > 0) return any;
  return all.filter(({ address }) => address === ANY_V6);
}

function readTable(table: string, port: number): Listener[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return textOfFile(`/proc/net/${table}`)
    .split("\n")
    .filter((line) => line.includes(`${suffix} `))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(suffix) === true && fields[3] === LISTEN)
    .map((fields) => ({
      address: addressOf(fields[1]?.slice(0, -suffix.length) ?? ""),
      uid: Number(fields[7]),
      inode: fields[9] ?? "",
    }));
}

/** An address from the kernel's hexadecimal: words of 32 bits in the machine's own order of bytes. */
function addressOf(hex: string): string {
  const words = Buffer.from(hex, "hex");
  if (endianness() === "LE") words.swap32();
  if (words.length === 4) return [...words].join(".");
  return Array.from({ length: 8 }, (_, at) => words.readUInt16BE(2 * at).toString(16)).join(":");
}

type Owner = { pid: number; inodes: string[] };

function ownersOf(inodes: ReadonlySet<string>): Owner[] {
  const links = new Map([...inodes].map((inode) => [`socket:[${inode}]`, inode]));
  const owners = processIds()
    .map((pid) => ({ pid, inodes: openFiles(pid).flatMap((link) => links.get(link) ?? []) }))
    .filter((owner) => owner.inodes.length > 0);
  // This process may have inherited the socket from its parent.
  const others = owners.filter(({ pid }) => pid !== process.pid);
  return others.length > 0 ? others : owners;
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const files = readOr([], () => readdirSync(folder));
  return files.map((file) => readOr("", () => readlinkSync(`${folder}/${file}`)));
}

function byAge(pids: number[]): number[] {
  const began = new Map(pids.map((pid) => [pid, readProcess(pid)?.startTicks ?? Infinity]));
  return pids.toSorted((a, b) => (began.get(a) ?? 0) - (began.get(b) ?? 0));
}

/** True if processes listen on one address, but not on another. */
function areStrangers(sockets: Listener[], owners: Owner[]): boolean {
  const addresses = [...new Set(sockets.map(({ address }) => address))];
  const owning = addresses.map((each) => {
    const inodes = new Set(sockets.filter(({ address }) => address === each).map((s) => s.inode));
    return owners.filter((owner) => owner.inodes.some((inode) => inodes.has(inode)));
  });
  const [first = []] = owning;
  return owning.some((some) => !some.some((owner) => first.includes(owner)));
}

/** The text of a file of `/proc`; empty if it cannot be read. */
export const textOfFile = (path: string): string => readOr("", () => readFileSync(path, "latin1"));

/** Looking for listeners takes 0.1 s, and a document has a run for each of its operations. */
const KEPT_MS = 10_000;
const lately = new Map<string, { pids: number[]; untilMs: number }>();

/** The processes that listen there; those of some seconds ago while they live. */
function currentListeners(hostname: string, port: number): number[] {
  const place = `${hostname} ${port}`;
  const known = lately.get(place);
  const isKnown = known !== undefined && performance.now() < known.untilMs;
  if (isKnown && known.pids.every((pid) => readProcess(pid) !== undefined)) return known.pids;
  const found = findListeners(hostname, port);
  if (!("pids" in found)) return [];
  lately.set(place, { pids: found.pids, untilMs: performance.now() + KEPT_MS });
  return found.pids;
}

/** Looking for listeners reads every process of the machine: it may take one part in this many of the time. */
const REST = 20;
/** Looking for descendants reads every thread: a frequent look at memory does it this often. */
const FAMILY_MS = 250;

export class TargetProcesses {
  readonly #find: () => number[];
  readonly #generation: () => number;
  #known = 0;
  #roots: number[] = [];
  #findAgainMs = -Infinity;
  #family: { pids: Set<number>; untilMs: number } = { pids: new Set(), untilMs: -Infinity };

  /** `generation` changes when the target is started again, and others have to be found. */
  constructor(find: () => number[], generation: () => number = () => 0) {
    this.#find = find;
    this.#generation = generation;
  }

  /** The processes that listen there; none if this process is one of them. */
  static listeningOn(hostname: string, port: number): TargetProcesses {
    return new TargetProcesses(() => currentListeners(hostname, port));
  }

  /** Of all of them; 0 if unknown. `urgent` looks for the processes now if none is known; without `isExact` a new one may be missing. */
  rssBytes({ urgent = false, isExact = true } = {}): number {
    const isKnown = !isExact && performance.now() < this.#family.untilMs;
    const pids = isKnown ? this.#family.pids : this.#members(urgent);
    let bytes = 0;
    for (const pid of pids) bytes += residentBytes(pid);
    return bytes > 0 || !isKnown ? bytes : this.rssBytes({ urgent });
  }

  usage(): Omit<Usage, "type" | "atMs"> | undefined {
    const figures = { processes: 0, rssBytes: 0, cpuUs: 0, files: 0, threads: 0 };
    for (const pid of this.#members()) {
      const seen = readProcess(pid);
      const rssBytes = residentBytes(pid);
      // A process that has ended and was not reaped yet has no memory.
      if (seen === undefined || rssBytes === 0) continue;
      figures.processes += 1;
      figures.rssBytes += rssBytes;
      figures.cpuUs += seen.ownUs + seen.reapedUs;
      figures.files += openFileCount(pid);
      figures.threads += threadCount(pid);
    }
    return figures.processes === 0 ? undefined : figures;
  }

  #members(urgent = false): Set<number> {
    const generation = this.#generation();
    const isNew = generation !== this.#known;
    const beganMs = performance.now();
    const isGone = this.#roots.every(
      (pid) => pid !== process.pid && readProcess(pid) === undefined,
    );
    if (isNew || (isGone && (urgent || beganMs > this.#findAgainMs))) {
      this.#known = generation;
      this.#roots = this.#find();
      const tookMs = performance.now() - beganMs;
      this.#findAgainMs = beganMs + REST * tookMs;
    }
    // A target in this process is not looked for again.
    const isOwn = this.#roots.includes(process.pid);
    const pids = isOwn ? new Set<number>() : withDescendants(this.#roots, false);
    this.#family = { pids, untilMs: performance.now() + FAMILY_MS };
    return pids;
  }
}
