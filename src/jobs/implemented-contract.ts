import { seenStatuses } from "../analyse/inferred/seen-responses.ts";
import { inferredView } from "../analyse/inferred/inferred-view.ts";
import type { RunFold } from "../analyse/run-fold.ts";
import { interfaceOf } from "../contract/user-submission.ts";
import { WitnessError } from "../errors.ts";
import { requestsOf } from "../generate/requests.ts";
import { fieldSchema } from "../infer/field-schema.ts";
import { fieldPool } from "../infer/field-pool.ts";
import { rulesOfField } from "../infer/field-rules.ts";
import { partName } from "../infer/field-subject.ts";
import type { RuleFinding } from "../model/finding.ts";
import type { ImplementedContract, InferredField } from "../openapi/contract-document.ts";

/** What a run with experiments tells of the interface as implemented. @throws WitnessError `infer` if it has none. */
export function implementedContract(fold: RunFold): ImplementedContract {
  const { header, findings } = fold;
  const rules = findings.filter((each): each is RuleFinding => each.kind === "rule");
  if (header === undefined || rules.length === 0)
    throw new WitnessError("infer", "the run has no experiments", { hint: "use witness infer" });
  const from = interfaceOf(header);
  const on = requestsOf(from);
  const inWords: string[] = [];
  const fields = new Map<string, InferredField>();
  for (const finding of rules.filter(({ part }) => part === "field")) {
    const field = on.layout.fields.find((each) => partName(each) === finding.name);
    if (field === undefined) continue;
    const values = fieldPool(on, field, header.seed).map(({ value }) => value);
    const found = fieldSchema(finding, values, rulesOfField(field));
    if (found === undefined) inWords.push(`${finding.name}: the rule is not known`);
    else {
      inWords.push(...found.inWords);
      fields.set(field.slot.path, {
        schema: found.schema,
        ...(found.required !== undefined && { required: found.required }),
        evidence: evidenceOf(finding),
      });
    }
  }
  const further = rules.find(({ part }) => part === "further-members");
  const order = inferredView(findings)?.order;
  return {
    interface: from,
    target: header.target.baseUrl,
    fields,
    ...(further !== undefined && {
      furtherMembers: further.checks.every(({ signature }) => signature === undefined),
    }),
    statuses: seenStatuses(fold),
    inWords,
    ...(order !== undefined && { order }),
  };
}

const evidenceOf = ({ checks, limits }: RuleFinding): InferredField["evidence"] => [
  ...checks.map(({ rules, support, cases }) => ({
    rule: rules[0]?.name ?? "",
    ...support,
    cases,
  })),
  ...limits.map(({ about, bound, at, inside, outside }) => ({
    rule: `${about}: ${bound} ${at}`,
    accepted: 1,
    refused: 1,
    cases: [inside.case, outside.case].flatMap((each) => each ?? []),
  })),
];
