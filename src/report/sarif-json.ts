import type { Log, Result, ReportingDescriptor, Run } from "sarif";
import type { Breach, GateResult, Judgement } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { cleanLine } from "./gate-tests.ts";
import { causesOfRule, verdictPrefix } from "./gate-view.ts";
import { commandOf } from "./github-annotations.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
/** Where a finding is shown whose rule is in no file: a clause that the tool itself states. */
const USUAL_FILE = "witness.config.ts";
/** Code scanning shows at most 5,000 results of a run. */
const MOST_CAUSES = 100;

/**
 * What did not pass as SARIF 2.1.0, for code scanning: a result for each cause of a rule, at the rule's line of the
 * configuration. Its fingerprint is rule, target and cause, so that a finding that stays is not a new one.
 */
export function sarifJson(result: GateResult): string {
  const { judgements, level = {}, tool } = result;
  const open = judgements.flatMap((judgement) => {
    const command = commandOf(judgement, level);
    return command === undefined ? [] : [{ judgement, command }];
  });
  const rules = [...new Map(open.map(({ judgement }) => [judgement.rule, ruleOf(judgement)]))];
  const run: Run = {
    tool: { driver: { ...tool, rules: rules.map(([, rule]) => rule) } },
    columnKind: "utf16CodeUnits",
    results: open.flatMap(({ judgement, command }) =>
      findingsOf(judgement, result).map((finding) => resultOf(judgement, command, finding)),
    ),
  };
  const log: Log = { $schema: SCHEMA, version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const ruleOf = ({ rule, text }: Judgement): ReportingDescriptor => ({
  id: cleanLine(rule),
  shortDescription: { text: cleanLine(text) || cleanLine(rule) },
});

type Finding = { text: string; breach?: Breach | undefined };

/** The causes of a rule; without any, the rule as a whole. */
function findingsOf(judgement: Judgement, result: GateResult): Finding[] {
  const causes = causesOfRule(result, judgement);
  if (causes.length > 0) return causes.slice(0, MOST_CAUSES);
  const { verdict, found, breaches } = judgement;
  const more = breaches.length > 1 ? ` (${counted(breaches.length, "breach", "breaches")})` : "";
  return [{ text: `${verdictPrefix(verdict)}${found}${more}`, breach: breaches[0] }];
}

/** A finding stays the same one with more cases. */
const withoutCount = (text: string): string =>
  text.replace(/ \([\d,]+ (?:cases?|breach(?:es)?)\)$/, "");

function resultOf(
  { rule, target, file = USUAL_FILE, line = 1 }: Judgement,
  level: "error" | "warning",
  { text, breach }: Finding,
): Result {
  const lines = [
    `${target}: ${text}`,
    ...(breach === undefined
      ? []
      : [`expected ${breach.expected}, observed ${breach.observed}`, breach.replay ?? ""]),
  ];
  return {
    ruleId: cleanLine(rule),
    level,
    message: { text: lines.map(cleanLine).filter(Boolean).join("\n") },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(cleanLine(file)) },
          region: { startLine: line },
        },
        ...(breach?.case !== undefined && {
          logicalLocations: [{ fullyQualifiedName: cleanLine(breach.case), kind: "member" }],
        }),
      },
    ],
    partialFingerprints: { "cause/v1": cleanLine(`${target} ${rule} ${withoutCount(text)}`) },
  };
}
