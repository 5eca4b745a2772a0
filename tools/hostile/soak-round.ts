import { compare, explore, judge, load, run } from "../../src/api/index.ts";
import { WitnessError } from "../../src/errors.ts";
import type { SendingVerb } from "../../test/servers/faulty/expected.ts";
import type { ServerInProcess } from "./server-process.ts";

const LONGEST_MS = 30_000;
const SELECTION = { suite: ["valid", "repetition"], runs: 3, repeats: 1, timeoutMs: 1000 };

/**
 * One verb against one server in this process. Returns its result in one word. Throws errors other
 * than a `WitnessError`, which are defects.
 */
export async function soakRound(
  verb: SendingVerb,
  served: ServerInProcess,
  outputDir: string,
): Promise<string> {
  const options = { outputDir, signal: AbortSignal.timeout(LONGEST_MS) };
  try {
    return await carryOut(verb, served, options);
  } catch (error) {
    if (error instanceof WitnessError) return error.code;
    throw error;
  }
}

type Common = { outputDir: string; signal: AbortSignal };

async function carryOut(
  verb: SendingVerb,
  { url, reference }: ServerInProcess,
  common: Common,
): Promise<string> {
  switch (verb) {
    case "run":
      return (await run(url, { ...common, ...SELECTION, load: false })).outcome.end;
    case "gate": {
      const { folder } = await run(url, { ...common, ...SELECTION, load: false });
      return (await judge(folder)).verdict;
    }
    case "load": {
      const short = { connections: 2, rounds: 1, durationMs: 500, warmupMs: 100, timeoutMs: 2000 };
      return (await load(url, { ...common, ...short })).outcome.end;
    }
    case "explore": {
      const small = { axes: ["id-upwards"], runs: 5, maxRequests: 300, maxTimeMs: 5000 };
      const [only] = await explore(url, { ...common, ...small });
      return only?.outcome.end ?? "none";
    }
    case "compare": {
      const wanted = { ...common, ...SELECTION, explore: false, load: false };
      const { runs } = await compare([`faulty=${url}`, `reference=${reference}`], wanted);
      return runs[0]?.outcome.end ?? "none";
    }
  }
}
