import { fieldRows, inferredView, seenStatuses, type RunFold } from "../analyse/index.ts";
import { interfaceOf, type StatedField } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { exampleBytes, requestsOf, type Requests } from "../generate/index.ts";
import { fieldPool, fieldSchema, partName, rulesOfField } from "../learn/index.ts";
import type { RuleFinding } from "../model/index.ts";
import { schemaFromRows } from "./declared-schema.ts";
import { ruleEvidence } from "./rule-evidence.ts";
import type { ImplementedContract, InferredField } from "../openapi/index.ts";

/** The fields whose rules are known, each with the schema that agrees best with them. */
export function ruledFields(
  fold: RunFold,
): { path: string; label: string; schema: InferredField["schema"] }[] {
  const on = requestsOf(interfaceOf(fold.header ?? {}));
  return on.layout.fields.flatMap((field) => {
    const known = fromRule(on, field, fold);
    const { path, label } = field.slot;
    return known === undefined ? [] : [{ path, label, schema: known.schema }];
  });
}

/**
 * The contract that a run with experiments shows, as implemented. The fields in `ruled` have the schemas of their rules, all if
 * it is absent; the others have the declared keywords. @throws WitnessError `infer` if the run has no experiments.
 */
export function implementedContract(
  fold: RunFold,
  ruled?: ReadonlySet<string>,
): ImplementedContract {
  const { header, findings } = fold;
  const rules = findings.filter((each): each is RuleFinding => each.kind === "rule");
  if (header === undefined || rules.length === 0)
    throw new WitnessError("infer", "the run has no experiments", { hint: "use witness infer" });
  const from = interfaceOf(header);
  const on = requestsOf(from);
  const inWords: string[] = [];
  const fields = new Map<string, InferredField>();
  for (const field of on.layout.fields) {
    const isRuled = ruled === undefined || ruled.has(field.slot.path);
    const known =
      (isRuled ? fromRule(on, field, fold) : undefined) ??
      schemaFromRows(field, fieldRows(fold, field));
    if (known === undefined) continue;
    inWords.push(...known.inWords);
    fields.set(field.slot.path, known);
  }
  const further = rules.find(({ part }) => part === "further-members");
  const order = inferredView(findings)?.order;
  return {
    interface: from,
    target: header.target.baseUrl,
    fields,
    examples: examplesOf(on, fields),
    ...(further !== undefined && {
      furtherMembers: {
        accepted: further.checks.every(({ signature }) => signature === undefined),
        evidence: ruleEvidence(further, { type: "object" })["type"] ?? [],
      },
    }),
    statuses: seenStatuses(fold),
    inWords,
    ...(order !== undefined && { order }),
  };
}

/** Kinds whose keywords depend on the declaration, which no rule repeats. */
const DECLARED_KINDS = new Set(["choice", "list", "object"]);

/** The schema that agrees best with the rules of a value in the body; undefined if they are not known. */
function fromRule(on: Requests, field: StatedField, { header, findings }: RunFold) {
  if (field.in !== "body" || DECLARED_KINDS.has(field.slot.type.kind)) return undefined;
  const finding = findings.find(
    (each): each is RuleFinding =>
      each.kind === "rule" && each.part === "field" && each.name === partName(field),
  );
  if (finding === undefined || header === undefined) return undefined;
  const values = fieldPool(on, field, header.seed).map(({ value }) => value);
  const found = fieldSchema(finding, values, rulesOfField(field));
  return found && { ...found, evidence: ruleEvidence(finding, found.schema) };
}

/** The stated values, if every request has the same, or the schema does not say which texts are accepted. */
function examplesOf(
  { layout, interface: from }: Requests,
  fields: ReadonlyMap<string, InferredField>,
): Map<string, unknown> {
  const isOpen = (path: string): boolean => {
    const schema = fields.get(path)?.schema ?? {};
    return schema["type"] === "string" && !("pattern" in schema) && !("format" in schema);
  };
  const shown = layout.fields.filter(
    ({ slot, in: place }) =>
      (place === "body" || place === "header") &&
      slot.inner.length === 0 &&
      (slot.text === undefined || isOpen(slot.path)),
  );
  return new Map(
    shown.map(({ slot }) => [
      slot.path,
      JSON.parse(exampleBytes(slot.valid(), from).toString("utf8")) as unknown,
    ]),
  );
}
