import type { RunFold } from "../analyse/index.ts";
import { fieldRows, inferredView, seenStatuses, UNDECLARED } from "../analyse/index.ts";
import { interfaceOf, type StatedField } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { exampleBytes, requestsOf, type Requests } from "../generate/index.ts";
import { fieldPool, fieldSchema, partName, rulesOfField } from "../learn/index.ts";
import type { DeclaredKeyword, RuleFinding } from "../model/index.ts";
import type { ImplementedContract, InferredField, KeywordEvidence } from "../openapi/index.ts";

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

/** Fields in `ruled` (absent: all) have the schemas of their rules, others the declared keywords. @throws WitnessError `infer` */
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
    furtherMembers: further && {
      accepted: further.checks.every(({ signature }) => signature === undefined),
      evidence: ruleEvidence(further, { type: "object" })["type"] ?? [],
    },
    statuses: seenStatuses(fold),
    inWords,
    order,
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

/** The keywords that express a rule about values of a type; `type` expresses the others. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  number: ["type", "minimum", "maximum"],
  string: ["type", "minLength", "maxLength", "pattern", "format"],
  missing: ["required"],
};

/** The rules behind each keyword of a schema, with the number of observations and their cases. */
function ruleEvidence(
  { checks, limits, subject }: RuleFinding,
  schema: InferredField["schema"],
): InferredField["evidence"] {
  const found: Record<string, KeywordEvidence[]> = {};
  for (const { aspect, rules, support, cases } of checks)
    for (const keyword of KEYWORDS[aspect] ?? ["type"])
      if (keyword in schema || keyword === "required")
        (found[keyword] ??= []).push({ rule: rules[0]?.name ?? "", ...support, cases });
  const isNumber = subject === "whole-number" || subject === "number";
  for (const { about, bound, at, inside, outside } of limits) {
    const keyword = isNumber ? bound : `${bound.slice(0, 3)}Length`;
    if (!(keyword in schema)) continue;
    // The two sides of a limit show it better than the rule.
    found[keyword] = [
      {
        rule: `${about}: ${bound} ${at}`,
        accepted: 1,
        refused: 1,
        cases: [inside.case, outside.case].flatMap((each) => each ?? []),
      },
    ];
  }
  return found;
}

export const FIGURES = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);

/** The declared schema corrected by values: without keywords that the server does not follow, with its own limits. */
function schemaFromRows(
  { slot }: StatedField,
  rows: readonly DeclaredKeyword[],
): (InferredField & { inWords: string[] }) | undefined {
  if (rows.length === 0) return undefined;
  const find = (keyword: string) => rows.find((row) => row.keyword === keyword);
  const required = find("required");
  const schema = Object.fromEntries(rows.flatMap((row) => keywordIn(row, slot.type)));
  const isNullable = flagOf(find("nullable"));
  if (isNullable && typeof schema["type"] === "string") schema["type"] = [schema["type"], "null"];
  return {
    schema,
    required: required && flagOf(required),
    evidence: Object.fromEntries(
      rows
        .filter(({ keyword }) => keyword in schema || keyword === "required")
        .map((row) => [row.keyword, [keywordEvidence(row)]]),
    ),
    inWords: rows.flatMap(wordsOf),
  };
}

/** The server's behaviour if it is known, else the declared value. */
const flagOf = (row: DeclaredKeyword | undefined): boolean =>
  (row?.verdict === "not decided" ? row.declared : row?.implemented) === "true";

function keywordIn(row: DeclaredKeyword, type: StatedField["slot"]["type"]): [string, unknown][] {
  const { keyword, declared, implemented, verdict } = row;
  if (["nullable", "required", UNDECLARED].includes(keyword)) return [];
  if (FIGURES.has(keyword)) {
    const isDeclared = verdict === "same" || verdict === "not decided";
    // A length may have its unit behind it.
    const figure = Number(isDeclared ? declared : implemented.split(" ", 1)[0]);
    return Number.isFinite(figure) ? [[keyword, figure]] : [];
  }
  if (keyword === "type") return [[keyword, declared]];
  if (verdict === "wider" || verdict === "wider and narrower") return [];
  if (keyword === "enum") return type.kind === "choice" ? [[keyword, type.values]] : [];
  if (keyword === "uniqueItems") return [[keyword, true]];
  return keyword === "format" && !/^[a-z-]+$/.test(declared) ? [] : [[keyword, declared]];
}

export const keywordEvidence = ({
  verdict,
  implemented,
  seen,
  evidence,
}: DeclaredKeyword): KeywordEvidence => ({
  rule: verdict === "same" ? "as declared" : implemented,
  ...seen,
  cases: evidence.map(({ case: id }) => id),
});

/** The words about keywords that are left out, or taken over without a test. */
function wordsOf({ part, keyword, implemented, verdict }: DeclaredKeyword): string[] {
  if (keyword === "required" || keyword === "nullable" || verdict === "same") return [];
  if (verdict === "not decided") return [`${part}: ${keyword} is as declared, not tested`];
  return FIGURES.has(keyword) ? [] : [`${part}: ${keyword}: ${implemented}`];
}
