import type { Probe, Reply } from "./probe.ts";
import type { RuleFinding } from "../model/index.ts";
import { experiment, MOST_REQUESTS } from "./experiment.ts";
import { documentSubject, type MessageInput } from "./message-subjects.ts";
import { ruleFinding } from "./rule-finding.ts";

/** The minimum number of documents for a finding. */
const FEWEST = 3;
const ABOUT = { part: "document", name: "document", subject: "document" };

/**
 * Experiments with the body. If no known parser reads it as the server does, the finding says so, and describes it by single
 * aspects: duplicate keys, a byte order mark, comments. Undefined if too few documents are known.
 */
export async function documentFinding<R extends Reply>(
  input: MessageInput,
  limits: RuleFinding["limits"],
  asking: Probe<R>,
): Promise<RuleFinding | undefined> {
  const parsers = documentSubject(input, "parser");
  if (parsers.pool.length < FEWEST) return undefined;
  const found = await experiment(parsers, asking);
  const whole = { ...ruleFinding(ABOUT, parsers, found), limits };
  const isKnown = whole.checks.every(({ state }) => state !== "none");
  if (isKnown || whole.undecided === true || whole.cut !== undefined) return whole;
  const aspects = { ...documentSubject(input, "aspects"), known: found.seen };
  const further = await experiment(aspects, asking, MOST_REQUESTS - found.requests);
  const single = ruleFinding(ABOUT, aspects, further);
  return {
    ...whole,
    checks: [...whole.checks, ...single.checks],
    unstable: further.unstable.length + whole.unstable,
    requests: whole.requests + single.requests,
    ...(single.cut !== undefined && { cut: single.cut }),
  };
}
