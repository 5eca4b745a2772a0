import { faulty, type FaultyName } from "../../test/servers/faulty.ts";
import type { Expected, SendingVerb } from "../../test/servers/faulty/expected.ts";
import { tryVerb, type Trial } from "./trial.ts";
import { unsafeInTerminal } from "./left-behind.ts";

const AT_A_TIME = 2;
const MB = 1024 * 1024;

/**
 * Every verb against every server, a row each. The exit code is 1 if one result is not as expected.
 */
export async function tryAll(
  names: FaultyName[],
  verbs: SendingVerb[],
  boundSeconds: number,
): Promise<number> {
  const began = performance.now();
  console.log(row("server", "verb", "outcome", "s", "MB", "expected", ""));
  const cells = names.flatMap((name) => verbs.map((verb) => ({ name, verb })));
  const left = cells.values();
  const wrong: string[] = [];
  let peak = 0;
  const work = async () => {
    for (const { name, verb } of left) {
      const { expected } = faulty[name];
      const trial = await tryVerb(verb, name, boundSeconds);
      const problems = problemsOf(trial, verb, expected);
      const line = rowOf(name, verb, trial, expected, problems);
      peak = Math.max(peak, trial.peakBytes);
      if (problems.length > 0) wrong.push(line);
      console.log(line);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (wrong.length > 0) console.log(`\nnot as expected\n${wrong.join("\n")}`);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(
    `\n${cells.length - wrong.length} of ${cells.length} as expected, ${minutes} minutes, at most ${megabytes(peak)} MB (limit ${megabytes(MEMORY_LIMIT)})`,
  );
  return wrong.length > 0 ? 1 : 0;
}

function rowOf(
  name: FaultyName,
  verb: SendingVerb,
  trial: Trial,
  expected: Expected,
  problems: string[],
): string {
  const { exit, accepts, end, seconds, peakBytes } = trial;
  const outcomes = Object.entries(trial.outcomes).map(([each, count]) => `${each} ×${count}`);
  const ended = end === "done" || end === undefined ? [] : [end];
  const outcome = [`exit ${exit ?? "none"}`, accepts ?? "no summary", ...ended, ...outcomes];
  const wanted = [
    `exit ${rightExits(expected, verb).join("|")}`,
    expected.accepts.join("|"),
    expected.outcomes.join("|"),
  ];
  return row(
    name,
    verb,
    outcome.join(", "),
    seconds.toFixed(1),
    megabytes(peakBytes),
    wanted.join(", "),
    problems.length === 0 ? "ok" : `NOT AS EXPECTED: ${problems.join("; ")}`,
  );
}

const megabytes = (bytes: number): string => (bytes / MB).toFixed(0);

function row(...cells: [string, string, string, string, string, string, string]): string {
  const [server, verb, outcome, seconds, memory, expected, verdict] = cells;
  const left = `${server.padEnd(27)} ${verb.padEnd(8)} ${outcome.padEnd(44)}`;
  return `${left} ${seconds.padStart(5)} ${memory.padStart(4)}  ${expected.padEnd(44)} ${verdict}`.trimEnd();
}

/**
 * The maximum memory that a server may make a process of witness use; it takes about 110 MB by itself. With ten bodies of a
 * megabyte at a time, 170 to 236 MB were measured: it depends on when the allocator returns the memory of earlier ones.
 */
const MEMORY_LIMIT = 256 * 1024 * 1024;
const CODES = { held: 0, "not-held": 1, "not-judged": 4 };

/** Exit codes that are right for the verb. */
const rightExits = ({ accepts, exits }: Expected, verb: SendingVerb): readonly number[] =>
  exits?.[verb] ?? accepts.map((each) => CODES[each]);

/** How the trial differs from the expectation; empty if it does not. */
function problemsOf(trial: Trial, verb: SendingVerb, expected: Expected): string[] {
  if (trial.exit === undefined) return [trial.frozen ? "frozen: killed" : "ended by a signal"];
  const problems: string[] = [];
  if (!rightExits(expected, verb).includes(trial.exit)) problems.push(`exit ${trial.exit}`);
  const accepts: readonly string[] = expected.accepts;
  if (!accepts.includes(trial.accepts ?? "")) problems.push(trial.accepts ?? "no summary");
  const untrue = Object.keys(trial.outcomes).filter((each) => !expected.outcomes.includes(each));
  if (untrue.length > 0) problems.push(`records ${untrue.join(", ")}`);
  if (trial.peakBytes > MEMORY_LIMIT) problems.push("memory");
  return [...problems, ...unsafeInTerminal(trial.printed), ...trial.unsafeFiles];
}
