import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Summary } from "../../src/model/index.ts";
import { type MoodName, type MoodRow, moodTable } from "../../test/servers/mood-table.ts";
import { unsafeInTerminal } from "./left-behind.ts";
import { ServerProcess, type ServerInProcess } from "./server-process.ts";
import { execute, type Executed } from "./trial.ts";

export const MOOD_VERBS = ["run", "gate", "explore", "infer", "compare", "load", "survey"] as const;
type MoodVerb = (typeof MOOD_VERBS)[number];

const words = (text: string): string[] => text.split(" ");
/** Few suites, with a planned part that is the same for the same seed. */
const SELECTION =
  "--suite valid,fields,credentials --runs 3 --repeats 2 --seed 7 --timeout 4s --no-load";

/** Options that keep each verb short. */
const OPTIONS: Record<MoodVerb, string[]> = {
  run: words(SELECTION),
  gate: words(`${SELECTION} --reporter junit`),
  explore: words(
    "--axis id-upwards --runs 5 --max-requests 900 --max-time 40s --timeout 2s --seed 7",
  ),
  infer: words("--max-time 40s --timeout 2s --seed 7"),
  compare: words(`${SELECTION} --no-explore`),
  load: words("--connections 2 --rounds 1 --duration 1s --warmup 100ms --timeout 2s"),
  survey: words(`${SELECTION}`),
};

/** Whether a verb sends suites: only then a mood has its note and exit code. */
const SENDS_SUITES: ReadonlySet<MoodVerb> = new Set(["run", "gate", "compare", "survey"]);
/** No crash of witness, and no mistake of the user. */
const ANY_RESULT = [0, 1, 3, 4];

/** What became of results: beside any other note. */
const IN_DOUBT = /^[\d,]+ results? in doubt/;

type Limits = { seeds: number; bound: number };
type Found = Executed & { summary: Summary | undefined };

/**
 * Every verb against every mood, with several seeds, one after the other. The plain server behind them shows which outcomes, steps
 * and outliers are true. The exit code is 1 if a mood was not named, or something false was derived.
 */
export async function tryMoods(
  names: readonly MoodName[],
  verbs: readonly MoodVerb[],
  { seeds, bound }: Limits,
): Promise<number> {
  let wrong = 0;
  for (const verb of verbs) {
    const plain = await tryMood(verb, "plain", { seed: 0, bound });
    for (const name of names) {
      let right = 0;
      for (let seed = 1; seed <= seeds; seed += 1) {
        const found = await tryMood(verb, name, { seed, bound });
        const problems = problemsOf(verb, moodTable[name], found, plain.summary);
        if (problems.length === 0) right += 1;
        const said = saidOf(found)[0] ?? "";
        console.log(
          `${name.padEnd(24)} ${verb.padEnd(8)} seed ${String(seed).padEnd(3)} exit ${found.exit ?? "none"} ${found.seconds.toFixed(1).padStart(6)} s  ${problems.length === 0 ? "ok" : `NOT AS EXPECTED: ${problems.join("; ")}`}\n    ${said}`,
        );
      }
      wrong += seeds - right;
      console.log(`${name.padEnd(24)} ${verb.padEnd(8)} ${right} of ${seeds}`);
    }
  }
  console.log(wrong === 0 ? "all as expected" : `${wrong} not as expected`);
  return wrong > 0 ? 1 : 0;
}

async function tryMood(
  verb: MoodVerb,
  name: MoodName,
  { seed, bound }: { seed: number; bound: number },
): Promise<Found> {
  const servers = new ServerProcess();
  const folder = mkdtempSync(join(tmpdir(), "witness-moods-"));
  try {
    const served = await servers.startMood(name, seed);
    const args = argumentsOf(verb, served, folder);
    const executed = await execute(args, folder, bound);
    return { ...executed, summary: summaryOf(folder, served.url) };
  } finally {
    servers.end();
    rmSync(folder, { recursive: true });
  }
}

function argumentsOf(
  verb: MoodVerb,
  { url, reference }: ServerInProcess,
  folder: string,
): string[] {
  const after = [...OPTIONS[verb], "--quiet", "--output-dir", join(folder, "reports")];
  if (verb === "compare") return [verb, `moody=${url}`, `reference=${reference}`, ...after];
  if (verb !== "survey") return [verb, url, ...after];
  const file = join(folder, "targets.json");
  writeFileSync(file, JSON.stringify({ moody: url }));
  return [verb, file, ...after];
}

function summaryOf(folder: string, url: string): Summary | undefined {
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith("summary.json"))
    .map((file) => Summary.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))))
    .find(({ target }) => target.baseUrl === url);
}

const saidOf = ({ summary }: Found): string[] =>
  summary?.notes.filter(({ kind }) => kind === "surroundings").map(({ text }) => text) ?? [];

/** How the trial differs from what must be said, and from what is true of the plain server. */
function problemsOf(
  verb: MoodVerb,
  row: MoodRow,
  found: Found,
  plain: Summary | undefined,
): string[] {
  if (found.exit === undefined) return [found.frozen ? "frozen: killed" : "ended by a signal"];
  const problems = unsafeInTerminal(found.printed);
  if (!SENDS_SUITES.has(verb)) {
    const isRight = ANY_RESULT.includes(found.exit);
    return isRight ? problems : [...problems, `exit ${found.exit}: ${found.printed.slice(-300)}`];
  }
  const said = saidOf(found);
  const allowed = [...row.said, IN_DOUBT, ...(row.may ? [row.may] : [])];
  const isNamed = row.said.every((needed) => said.some((each) => needed.test(each)));
  if (!isNamed || said.some((each) => !allowed.some((pattern) => pattern.test(each))))
    problems.push(`says ${JSON.stringify(said)}`);
  if ((verb === "run" || verb === "gate") && !row.exits.includes(found.exit))
    problems.push(`exit ${found.exit}`);
  const { summary } = found;
  if (summary === undefined || plain === undefined) return [...problems, "no summary"];
  const unstable = summary.cases.filter(({ stability }) => stability === "unstable");
  if (unstable.length > 0) problems.push(`${unstable.length} unstable, first ${unstable[0]?.id}`);
  if (row.isOther === true) return problems;
  const known = new Map(plain.cases.map(({ id, outcomes }) => [id, outcomes]));
  const untrue = summary.cases.filter(({ id, outcomes }) =>
    Object.keys(outcomes).some((each) => !Object.hasOwn(known.get(id) ?? {}, each)),
  );
  if (untrue.length > 0)
    problems.push(
      `${untrue.length} false results, first ${untrue[0]?.id} ${JSON.stringify(untrue[0]?.outcomes)}`,
    );
  const remarks = new Set(plain.remarks.map((each) => JSON.stringify(each)));
  const untold = summary.remarks.filter((each) => !remarks.has(JSON.stringify(each)));
  if (untold.length > 0 && summary.complete)
    problems.push(`${untold.length} false remarks, first ${JSON.stringify(untold[0])}`);
  return problems;
}
