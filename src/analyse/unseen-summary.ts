import type { Finding, UnseenEstimate, UnseenSummary } from "../model/index.ts";
import { unseenText } from "../stats/index.ts";
import type { RunFold } from "./run-fold.ts";

const NOT_DRAWN =
  "too few generated cases to estimate how much behaviour is unseen; --until-unseen 0.1% generates cases until the next one shows new behaviour with a probability below 0.1%";

/** How much behaviour is probably still unseen; undefined for a run without generated cases. */
export function unseenSummary({ findings, properties }: RunFold): UnseenSummary | undefined {
  const estimates = findings.flatMap((each): UnseenEstimate[] =>
    isUnseen(each) ? [each.estimate] : [],
  );
  const [all] = estimates;
  if (all !== undefined) return { text: unseenText(all), estimates };
  return properties.size === 0 ? undefined : { text: NOT_DRAWN, estimates };
}

const isUnseen = (each: Finding): each is Extract<Finding, { kind: "unseen" }> =>
  each.kind === "unseen";
