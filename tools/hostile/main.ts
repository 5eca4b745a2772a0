import { faulty, type FaultyName } from "../../test/servers/faulty.ts";
import { SENDING_VERBS } from "../../test/servers/faulty/expected.ts";
import { moodTable, type MoodName } from "../../test/servers/mood-table.ts";
import { MOOD_VERBS, tryMoods } from "./moods.ts";
import { serveWhatIsWanted } from "./server-process.ts";
import { soak } from "./soak.ts";
import { tryAll } from "./try-all.ts";

const DEFAULT_MINUTES = 20;
/** Several times the duration of the slowest server on two idle cores. */
const DEFAULT_BOUND_SECONDS = 60;
/** What does not end is waited for, for up to a minute. */
const DEFAULT_MOOD_SECONDS = 240;
const command = process.argv[2] ?? "";
// What it has started ends with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

if (process.send !== undefined && command === "serve") await serveWhatIsWanted();
else if (command === "moods") {
  const names = chosen("--only", Object.keys(moodTable) as MoodName[]);
  const bound = Number(valueOf("--bound") ?? DEFAULT_MOOD_SECONDS);
  const seeds = Number(valueOf("--seeds") ?? 1);
  process.exitCode = await tryMoods(names, chosen("--verb", MOOD_VERBS), { seeds, bound });
} else {
  const names = chosen("--only", Object.keys(faulty) as FaultyName[]);
  const verbs = chosen("--verb", SENDING_VERBS);
  const minutes = Number(valueOf("--minutes") ?? DEFAULT_MINUTES);
  const bound = Number(valueOf("--bound") ?? DEFAULT_BOUND_SECONDS);
  process.exitCode = await (command === "soak"
    ? soak(names, verbs, minutes)
    : tryAll(names, verbs, bound));
}

/** The value after an option on the command line; undefined without the option. */
export function valueOf(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  return at === -1 ? undefined : (process.argv[at + 1] ?? "");
}

/**
 * The names after an option, separated by commas; all names without the option. Ends the process on an unknown name.
 */
export function chosen<Name extends string>(option: string, all: readonly Name[]): Name[] {
  const value = valueOf(option);
  if (value === undefined) return [...all];
  const wanted = value.split(",");
  const unknown = wanted.filter((each) => !(all as readonly string[]).includes(each));
  if (unknown.length > 0) {
    console.error(`${option}: unknown ${unknown.join(", ")}; known are ${all.join(", ")}`);
    process.exit(2);
  }
  return all.filter((each) => wanted.includes(each));
}
