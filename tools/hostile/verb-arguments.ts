import type { SendingVerb } from "../../test/servers/faulty/expected.ts";

const words = (text: string): string[] => text.split(" ");

/** The stated request as the ordinary client and as raw bytes send it, alone and several on one connection. */
const CASES = "valid/(plain|any|space|escape)|repetition/same-id-[23]";
const SELECTION = `--suite valid,repetition --grep ${CASES} --runs 3 --repeats 1 --timeout 3s`;

/** Options that keep each verb short, and still exercise all of its work. */
const options: Record<SendingVerb, string[]> = {
  run: words(`${SELECTION} --no-load`),
  gate: words(`${SELECTION} --no-load --reporter junit,ctrf,markdown`),
  load: words("--connections 2 --rounds 1 --duration 1s --warmup 100ms --timeout 4s"),
  explore: words("--axis id-upwards --runs 5 --max-requests 300 --max-time 5s --timeout 3s"),
  compare: words(`${SELECTION} --no-load --no-explore`),
};

/** Arguments of `witness` for a verb against `url`; `compare` adds a server without faults. */
export function verbArguments(
  verb: SendingVerb,
  { url, reference, outputDir }: { url: string; reference: string; outputDir: string },
): string[] {
  const targets = verb === "compare" ? [`faulty=${url}`, `reference=${reference}`] : [url];
  return [verb, ...targets, ...options[verb], "--quiet", "--output-dir", outputDir];
}
