import { completenessOf } from "../analyse/completeness.ts";
import type { Example } from "../analyse/conduct-fold.ts";
import { counted } from "../text/numbers.ts";
import type { Breach, Judgement } from "../model/gate.ts";
import type { Summary } from "../model/summary.ts";
import { replayLine, type JudgedRun } from "./judged-run.ts";

const VERDICTS: Record<Summary["accepts"], Judgement["verdict"]> = {
  held: "pass",
  "not-held": "fail",
  "not-judged": "inconclusive",
  unreachable: "error",
  "not-probed": "error",
};

/** The specification's own verdict on a run, as a judgement. */
export function judgeStated(run: JudgedRun): Judgement {
  const { accepts, stated, target, deaths = [] } = run.summary;
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
      ...deaths.map(({ cases, text }): Breach => ({
        ...(cases.length > 0 && {
          case: cases.at(-1),
          replay: replayLine(run, cases.at(-1) ?? ""),
        }),
        expected: "the server goes on responding",
        observed: text,
      })),
      ...failures.map((failure) => incomplete(run, failure)),
      ...breaches.map((breach): Breach => ({
        case: breach.case,
        expected: `${breach.expected} (${breach.at ?? breach.clause})`,
        observed: `${breach.observed}, ${counted(breach.count, "response")}`,
        replay: replayLine(run, breach.case),
      })),
    ],
  };
}

function incomplete(run: JudgedRun, { case: { id }, observation }: Example): Breach {
  const failed = observation.answers.find((each) => completenessOf(each) === "incomplete");
  const observed =
    failed === undefined || failed.outcome === "answered"
      ? "no response"
      : `${failed.outcome} (${failed.phase}), ${failed.detail}`;
  return { case: id, expected: "a complete HTTP response", observed, replay: replayLine(run, id) };
}
