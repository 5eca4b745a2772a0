import { existsSync } from "node:fs";
import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { readNamed } from "../machine-fault.ts";
import { unreachableText } from "../analyse/index.ts";
import { parseBaseUrl, withScheme } from "../contract/index.ts";
import { tryConnect } from "../observe/index.ts";
import { routed } from "./routed.ts";
import type { Settings } from "./settings.ts";
import { Target, type GivenTarget } from "../model/index.ts";

export const PORT = "{port}";

/** The arguments of `witness compare`: servers to send to, or stored runs. */
export type Compared = { targets: GivenTarget[] } | { runs: string[] };

/** `{ "name": "http://..." }`, or a list of `name=URL` or of objects. */
const TargetsFile = z.union([
  z.record(z.string(), z.string()),
  z.array(z.union([z.string(), z.strictObject({ name: z.string(), baseUrl: z.string() })])),
]);

/** Distinguishes targets from stored runs, which are existing folders; they cannot be mixed. Throws below the minimum number. */
export function comparedTargets(texts: string[], file: string | undefined, least = 2): Compared {
  const given = [...(file === undefined ? [] : readTargets(file)), ...texts];
  const runs = given.filter((text) => existsSync(text));
  const named = given.find((text) => !existsSync(text) && existsSync(withoutName(text)));
  if (named !== undefined)
    throw new WitnessError("compare", `a folder of a run has its own name: ${named}`, {
      hint: `write ${withoutName(named)}: it is named after its target`,
    });
  if (runs.length > 0 && runs.length < given.length)
    throw new WitnessError("compare", "stored runs and servers cannot be mixed", {
      hint: `${given.find((text) => !existsSync(text))} is not a folder: send to it first, with witness run`,
    });
  if (given.length < least)
    throw new WitnessError("compare", "a comparison needs at least two targets", {
      hint: "witness compare one=http://... two=http://..., or two run folders",
    });
  if (runs.length > 0) return { runs };
  const missing = given.find(isPath);
  if (missing !== undefined)
    throw new WitnessError(
      "run-folder",
      `no run at ${missing}: the file or folder does not exist`,
      {
        ...(/^\w/.test(missing) && { hint: `for a server, write its address: http://${missing}` }),
      },
    );
  return { targets: distinctTargets(given) };
}

/** Whether a text is a path of a file system rather than an address: it has slashes, and neither scheme, port nor domain. */
const isPath = (text: string): boolean =>
  /^[\w.~-]*\/[\w./~-]*$/.test(text) && withScheme(text) === text;

const withoutName = (text: string): string => text.replace(/^[^=/]+=(?=.)/, "");

export function distinctTargets(texts: string[]): Target[] {
  const targets = texts.map(parseTarget);
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return targets;
  throw new WitnessError("target-name", `two targets are named ${twice}`, {
    hint: "give them different names: one=http://... two=http://...",
  });
}

function readTargets(path: string): string[] {
  if (!existsSync(path)) throw new WitnessError("targets-file", `no targets file at ${path}`);
  const text = readNamed(path, "targets-file");
  if (!/^\s*[[{]/.test(text))
    return text
      .split("\n")
      .map((line) => line.replace(/#.*/, "").trim())
      .filter((line) => line !== "");
  try {
    const parsed = TargetsFile.parse(JSON.parse(text));
    const entries = Array.isArray(parsed)
      ? parsed
      : Object.entries(parsed).map(([name, baseUrl]) => ({ name, baseUrl }));
    return entries.map((each) =>
      typeof each === "string" ? each : `${each.name}=${each.baseUrl}`,
    );
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new WitnessError("targets-file", `${path} names no targets: ${why}`, {
      hint: `write { "go": "http://localhost:8080" }, or lines like go=http://localhost:8080`,
    });
  }
}

/** `[name=]URL`, where `http://` may be missing, and `:3000` is short for `http://localhost:3000`. */
export function parseTarget(text: string): Target {
  const named = /^([^=:/?#]+)=(.*)$/.exec(text);
  const url = named?.[2] ?? text;
  // The port of a target that witness starts is chosen later.
  const base = parseBaseUrl(url.replace(`:${PORT}`, ":1"));
  const isServed = url.includes(`:${PORT}`);
  const baseUrl = isServed ? base.href.replace(/:1(?=\/|$)/, `:${PORT}`) : base.href;
  const host = base.hostname.includes(":") ? `ip6-${base.hostname}` : base.hostname;
  const port = isServed ? "served" : base.port;
  const name = named?.[1] ?? `${host}-${port}`.replace(/[^A-Za-z0-9._]+/g, "-");
  const parsed = Target.safeParse({ name: name.replace(/^[^A-Za-z0-9]+/, ""), baseUrl });
  if (parsed.success && (named === null || named[1] === parsed.data.name)) return parsed.data;
  throw new WitnessError("target-name", `${JSON.stringify(name)} is not a valid target name`, {
    hint: "use at most 40 letters, digits, dots, dashes and underscores, beginning with a letter or digit",
  });
}

/** The error of a target that was never reached, exit code 3. */
export function unreachable({ baseUrl }: Target, reason: string): WitnessError {
  const { hostname, port } = parseBaseUrl(baseUrl);
  if (reason.startsWith("the served command"))
    return new WitnessError("unreachable", reason, {
      hint: "try the command of --serve in a shell: it must run in the foreground",
      exitCode: 3,
    });
  // It listens, and the reason says what to write instead.
  const isMistyped = reason.includes("did you mean");
  const hint = reason.startsWith("TLS")
    ? "--ca trusts the certificates in a file, --insecure skips verification; a server without TLS needs http://"
    : "check that it is running; --wait-for 30s waits while it starts";
  return new WitnessError("unreachable", `cannot reach ${hostname} port ${port}: ${reason}`, {
    ...(!isMistyped && { hint }),
    exitCode: 3,
  });
}

/**
 * Connects to each target before anything is announced or written, so that a mistyped port leaves no run. Left out where the target
 * may come later or is restarted by `--reset`, and where agents send. A gate has its own report of a target that is not there.
 * @throws WitnessError `unreachable`
 */
export async function requireReachable(
  targets: readonly GivenTarget[],
  options: Partial<Settings>,
): Promise<void> {
  const { waitForMs = 0, fleet, agents, agentsWhere, reset } = options;
  const isByOthers = [fleet, agents, agentsWhere, reset].some((each) => each !== undefined);
  if (waitForMs > 0 || isByOthers) return;
  for (const target of targets) {
    if (target.serve !== undefined) continue;
    const failure = await tryConnect(routed(parseBaseUrl(target.baseUrl), options));
    if (failure === undefined) continue;
    const why = { kind: "check", code: "unreachable", failure } as const;
    throw unreachable(target, unreachableText(why));
  }
}
