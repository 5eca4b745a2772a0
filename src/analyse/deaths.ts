import { rawText, type Death, type Growth, type Summary } from "../model/index.ts";
import { counted, durationText, size, textsOf, whole } from "../text/index.ts";
import { worded } from "./note-text.ts";
import type { RunFold } from "./run-fold.ts";

type DeathSummary = NonNullable<Summary["deaths"]>[number];

/** Longest part of the last line of output that is quoted. */
const QUOTED = 160;
const SUSPECTS_NAMED = 3;

/** The life of a target: its deaths, cases that make its memory grow, and how long each start took. */
export function lifeOf(run: RunFold): Pick<Summary, "deaths" | "growths" | "startsMs"> {
  const deaths = deathsOf(run);
  return {
    ...(deaths.length > 0 && { deaths }),
    ...(run.growths.length > 0 && { growths: run.growths.map(growthOf) }),
    ...(run.starts.length > 0 && { startsMs: run.starts.map(({ readyMs }) => readyMs) }),
  };
}

function deathsOf(run: RunFold): DeathSummary[] {
  const byCause = new Map<string, DeathSummary>();
  for (const death of run.deaths) {
    const { kind, cases, exitCode, signal, memory } = death;
    const key = JSON.stringify(
      cases.length > 0 ? [kind, cases, memory !== undefined] : [kind, exitCode, signal, death.nth],
    );
    const known = byCause.get(key);
    if (known === undefined) byCause.set(key, summaryOf(death, run));
    else known.count += 1;
  }
  return [...byCause.values()];
}

function summaryOf(death: Death, run: RunFold): DeathSummary {
  const { kind, cases, reason, exitCode, signal, memory, tried, times, suspects, output } = death;
  const lastLine = lastMessageLine(rawText(output ?? "")).slice(-QUOTED);
  const how = { kind, cases, reason, exitCode, signal, memory };
  const searched = { tried, times, suspects: suspects?.length === 0 ? undefined : suspects };
  const text = textOf(death, lastLine, run);
  return { ...how, lastLine: lastLine || undefined, ...searched, count: 1, text };
}

/** After an exception, Node.js prints the frames of its stack, and its own version last. */
const OF_NODE = /^Node\.js v\d/;
const FRAME = /^\s+at \S|^Emitted '\w+' event on /;

/** The last line of output that says something; a traceback may end with a line of dashes. */
export function lastMessageLine(output: string): string {
  const lines = output.split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line));
  const last = lines.at(-1)?.trim() ?? "";
  if (!OF_NODE.test(last)) return last;
  // The properties of an error in braces follow its frames.
  const frames = lines.findLastIndex((line) => FRAME.test(line));
  const before = frames === -1 ? lines.slice(0, -1) : lines.slice(0, frames);
  return before.findLast((line) => !FRAME.test(line))?.trim() ?? last;
}

function textOf(death: Death, lastLine: string, run: RunFold): string {
  const { kind, cases, memory, tried, times } = death;
  const how = textsOf(howIt(death, run), lastLine !== "" && JSON.stringify(lastLine)).join(", ");
  if (cases.length === 0)
    return `the server ${kind === "ended" ? "ended" : "hung"}: ${how}; ${suspected(death)}`;
  // An earlier death was searched for, and not this one.
  const shown = tried === 0 ? "as before" : `${times} of ${counted(tried, "time")}`;
  if (memory !== undefined)
    return `${cases.join(", then ")} ${cases.length === 1 ? "takes" : "take"} the server over its memory limit: ${how}, ${shown}`;
  const does =
    kind === "ended"
      ? `end${cases.length === 1 ? "s" : ""} the server`
      : `make${cases.length === 1 ? "s" : ""} the server hang`;
  return `${cases.join(", then ")} ${does}: ${how}, ${shown}`;
}

function howIt({ kind, exitCode, signal, memory }: Death, { header }: RunFold): string {
  if (memory !== undefined)
    return `ended at ${size(memory.bytes)}, the limit is ${size(memory.limitBytes)}`;
  if (kind === "hung") {
    const timeoutMs = header?.options.timeoutMs ?? 0;
    return `a valid request got no response within ${durationText(timeoutMs)}`;
  }
  if (signal !== undefined) return `signal ${signal}`;
  return exitCode === undefined ? "it takes no connections" : `exit code ${exitCode}`;
}

function suspected({ suspects = [], during }: Death): string {
  if (during === "load") return "it was under load";
  if (suspects.length === 0) return "the case that did it was not searched for";
  const named = suspects.slice(0, SUSPECTS_NAMED).join(", ");
  const more = suspects.length > SUSPECTS_NAMED ? " and others" : "";
  return `${named}${more} came before, but did not do it again when sent alone or in sequence`;
}

const MIB = 2 ** 20;

function growthOf(growth: Growth): NonNullable<Summary["growths"]>[number] {
  const [before, peak, after] = [growth.beforeBytes, growth.peakBytes, growth.afterBytes].map(
    (bytes) => whole(Math.round(bytes / MIB)),
  );
  const text = `${growth.case} makes the server's memory grow: ${before} MiB before, ${peak} MiB at most, ${after} MiB 2 s later, ${growth.times} of ${counted(growth.tried, "time")}`;
  const { case: id, reason, tried, times, beforeBytes, peakBytes, afterBytes } = growth;
  return { case: id, reason, tried, times, beforeBytes, peakBytes, afterBytes, text };
}

/** The case after which the server was gone, for the verdict: a served target died, or the target was lost. Undefined if it was never gone. */
export function goneAfter(run: RunFold): string | undefined {
  const [first] = run.deaths;
  const lost = run.notes
    .map(worded)
    .find(({ kind }) => kind === "culprit" || kind === "target-lost");
  if (first === undefined && lost === undefined) return undefined;
  const known = first?.cases ?? (lost?.kind === "culprit" ? (lost.cases ?? []) : []);
  const suspects = first === undefined ? (lost?.cases ?? []) : (first.suspects ?? []);
  const what = first?.kind === "hung" ? "the server hung" : "the server was gone";
  if (known.length > 0) return `after ${known.join(", then ")} ${what}`;
  if (suspects.length === 0) return what;
  if (suspects.length === 1) return `after ${suspects.join()} ${what}`;
  // Most of them are innocent: a few names would be read as those of the guilty ones.
  return `${what}, and which request it was is not known`;
}
