import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { shellWord } from "../text/index.ts";

/** The parts of an earlier gate's files that are read. */
const Gate = z.object({
  judgements: z.array(z.object({ breaches: z.array(z.object({ case: z.string().optional() })) })),
});
const Seeded = z.object({ seed: z.int() });

/**
 * The cases that the gate of a run named, by id, and the seed that made the generated ones. `path` is the run's
 * folder. @throws WitnessError `only-failed` if the run was not judged, or the gate named no case.
 */
export function failedCases(path: string): { cases: string[]; seed: number | undefined } {
  const file = join(path, "gate.json");
  if (!existsSync(file))
    throw new WitnessError("only-failed", `no gate.json in ${path}`, {
      hint: `witness gate ${shellWord(path)} judges the run and writes it`,
    });
  const gate = Gate.safeParse(readJson(file));
  if (!gate.success) throw new WitnessError("only-failed", `${file} is not a result of the gate`);
  const named = gate.data.judgements.flatMap(({ breaches }) =>
    breaches.flatMap((breach) => breach.case ?? []),
  );
  const cases = [...new Set(named)].filter((id) => !id.startsWith("explore/"));
  if (cases.length === 0)
    throw new WitnessError("only-failed", `the gate of ${path} named no case: nothing to send`);
  const summary = Seeded.safeParse(readJson(join(path, "summary.json")));
  return { cases, seed: summary.success ? summary.data.seed : undefined };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
