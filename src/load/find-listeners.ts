import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { BlockList, isIP, isIPv6 } from "node:net";
import { endianness } from "node:os";
import type { Unwatched } from "../model/index.ts";
import { processIds, readProcess } from "./process-figures.ts";

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
export type Found = { pids: number[] } | { unwatched: Unwatched };

/**
 * Finds the processes that hold the listening socket of this port, using /proc of Linux. A name may
 * mean any address of this machine.
 */
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
  return read(`/proc/net/${table}`)
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
  try {
    return readdirSync(folder).map((file) => linkOf(`${folder}/${file}`));
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
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

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
