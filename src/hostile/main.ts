import { faulty, type FaultyName } from "../servers/faulty.ts";
import { VERBS, type Verb } from "../servers/faulty/expected.ts";
import { serve } from "./serve.ts";
import { tryAll } from "./try-all.ts";

const names = Object.keys(faulty) as FaultyName[];
const [first = "", name = ""] = process.argv.slice(2);

if (process.send !== undefined && first === "serve") await serve(name as FaultyName);
else process.exitCode = await tryAll(chosen("--only", names), chosen("--verb", VERBS));

/** The values of an option, separated by commas; all where it is not there. */
function chosen<T extends FaultyName | Verb>(option: string, all: readonly T[]): T[] {
  const at = process.argv.indexOf(option);
  if (at === -1) return [...all];
  const wanted = (process.argv[at + 1] ?? "").split(",");
  const unknown = wanted.filter((each) => !(all as readonly string[]).includes(each));
  if (unknown.length > 0) {
    console.error(`${option}: no ${unknown.join(", ")}; there are ${all.join(", ")}`);
    process.exit(2);
  }
  return all.filter((each) => wanted.includes(each));
}
