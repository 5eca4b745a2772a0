import { existsSync } from "node:fs";
import { z } from "zod";
import { exitText, startFailureText } from "../analyse/index.ts";
import type { GivenTarget, RecordedServe, RunHeader } from "../model/index.ts";
import { Serve, hasResponded, millisecondsOf } from "../model/index.ts";
import { parseBaseUrl, type BaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { loadCatalogue } from "./load-suites.ts";
import { validCases } from "./plan-suites.ts";
import { parseTarget, PORT, unreachable } from "./targets.ts";
import { exitOf, Served, startServed, unusedPort, type Dispatched } from "../observe/index.ts";

/** `command` is for targets without their own `serve`: of several, those with `{port}`. @throws WitnessError `serve` */
export async function servedTargets(
  targets: readonly GivenTarget[],
  command: string | undefined,
): Promise<GivenTarget[]> {
  const served: GivenTarget[] = [];
  for (const target of targets) {
    const wanted = targets.length === 1 || target.baseUrl.includes(PORT);
    const serve = target.serve ?? (command !== undefined && wanted ? { command } : undefined);
    served.push(await withPort(target, serve));
  }
  if (command !== undefined && served.every(({ serve }) => serve?.command !== command))
    throw new WitnessError("serve", "--serve starts none of these targets", {
      hint: "write {port} in the base URL of each target that it starts",
    });
  return served;
}

async function withPort(target: GivenTarget, serve: Serve | undefined): Promise<GivenTarget> {
  if (serve === undefined) {
    if (!target.baseUrl.includes(PORT)) return target;
    throw new WitnessError("serve", `${target.baseUrl} has {port}, and no command serves it`, {
      hint: '--serve "COMMAND", or serve: { command } of the target in the configuration',
    });
  }
  checkServe(serve);
  if (!target.baseUrl.includes(PORT)) return { ...target, serve };
  const { hostname } = parseBaseUrl(target.baseUrl.replaceAll(PORT, "1"));
  const port = serve.port ?? (await unusedPort(hostname));
  return { ...target, baseUrl: target.baseUrl.replaceAll(PORT, String(port)), serve };
}

function checkServe(serve: Serve): void {
  const parsed = Serve.safeParse(serve);
  const refuse = (what: string): never => {
    throw new WitnessError("serve", what);
  };
  if (!parsed.success) return refuse(`serve: ${z.prettifyError(parsed.error)}`);
  const { cwd } = serve;
  if (cwd !== undefined && !existsSync(cwd)) return refuse(`serve: there is no folder at ${cwd}`);
  if (process.platform === "win32") return refuse("--serve requires a POSIX shell (sh)");
}

/** @throws WitnessError `serve` if each round must have its own process, and witness starts none. */
export function requireServed(
  targets: readonly GivenTarget[],
  { fresh, serve }: { fresh?: boolean; serve?: string },
): void {
  if (fresh !== true || serve !== undefined || targets.some((each) => each.serve !== undefined))
    return;
  throw new WitnessError("serve", "`--fresh` requires `--serve`", {
    hint: '--serve "COMMAND", or serve: { command } of the target in the configuration',
  });
}

export const recordedServe = ({ env, ...serve }: Serve): RecordedServe => ({
  ...serve,
  env: env && Object.keys(env),
});

/** With the values of its variables from this environment. @throws WitnessError `serve` with those that are not set. */
export function serveOf({ env = [], startTimeout, ...serve }: RecordedServe): Serve {
  const missing = env.filter((name) => process.env[name] === undefined);
  if (missing.length > 0)
    throw new WitnessError("serve", `the target was started with ${missing.join(", ")}`, {
      hint: "the record does not contain values of variables: set them in the environment",
    });
  const values = Object.fromEntries(env.map((name) => [name, process.env[name] ?? ""]));
  return {
    ...serve,
    startTimeout: startTimeout === undefined ? undefined : `${millisecondsOf(startTimeout)}ms`,
    env: env.length > 0 ? values : undefined,
  };
}

/** A process that a request has ended is gone within this time. */
const ENDING_MS = 1000;

/** The target of a recorded run, or another base URL, as in the original run. @throws WitnessError `serve` */
export async function servedAgain(
  header: RunHeader,
  other: string | undefined,
  command: string | undefined,
): Promise<{ baseUrl: string; serve?: Serve | undefined }> {
  const baseUrl = other === undefined ? header.target.baseUrl : parseTarget(other).baseUrl;
  const { serve: then } = header.options;
  const serve =
    command === undefined ? {} : { serve: { ...(then !== undefined && serveOf(then)), command } };
  const [target] = await servedTargets([{ name: header.target.name, baseUrl, ...serve }], command);
  return target ?? { baseUrl };
}

type Job = { header: RunHeader; target: BaseUrl; serve: Serve; signal: AbortSignal };

/** `ended`: how the target ended, if during the work. @throws WitnessError `unreachable` if it does not respond. */
export async function whileServed(
  { header, target, serve, signal }: Job,
  work: () => Promise<Dispatched>,
): Promise<{ result: Dispatched; ended?: string | undefined }> {
  const { suites } = await loadCatalogue({ interface: header.interface });
  const served = new Served(serve, target);
  try {
    const started = await startServed(served, {
      target,
      header,
      valid: validCases(suites),
      signal,
    });
    if ("failed" in started) throw unreachable(header.target, startFailureText(started.failed));
    const result = await work();
    const isGone = !hasResponded(result.answers.at(-1)) && (await served.exitedWithin(ENDING_MS));
    return { result, ended: isGone ? exitText(await exitOf(served, target)) : undefined };
  } finally {
    await served.stop();
  }
}
