import { deathBreaches, incompleteBreach } from "../analyse/index.ts";
import { counted } from "../text/index.ts";
import type { Breach, Judgement, Summary } from "../model/index.ts";
import { replayLine, type JudgedRun } from "./judged-run.ts";

const VERDICTS: Record<Summary["accepts"], Judgement["verdict"]> = {
  held: "pass",
  "not-held": "fail",
  "not-judged": "inconclusive",
  "not-shown": "inconclusive",
  unreachable: "error",
  "not-probed": "error",
};

/** The specification's own verdict on a run, as a judgement. */
export function judgeStated(run: JudgedRun): Judgement {
  const { accepts, stated, target } = run.summary;
  const failures = accepts === "not-held" ? run.gate.run.valid.failures : [];
  const { breaches = [] } = stated;
  const isDocumented = run.gate.run.documented !== undefined;
  return {
    rule: "stated",
    text: `a complete HTTP response comes back for every valid request${isDocumented ? ", and responses are as documented" : ""}`,
    kind: "stated",
    target: target.name,
    verdict: VERDICTS[accepts],
    found: stated.text,
    breaches: [
      ...deathBreaches(run.gate.run).map(({ case: id, breach }): Breach => ({
        ...(id !== undefined && { case: id, replay: replayLine(run, id) }),
        ...breach,
      })),
      ...failures.map(({ case: { id }, observation }): Breach => ({
        case: id,
        ...incompleteBreach([observation]),
        replay: replayLine(run, id),
      })),
      ...breaches.map((breach): Breach => ({
        case: breach.case,
        expected: `${breach.expected} (${breach.at ?? breach.clause})`,
        observed: `${breach.observed}, ${counted(breach.count, "response")}`,
        replay: replayLine(run, breach.case),
      })),
    ],
  };
}
