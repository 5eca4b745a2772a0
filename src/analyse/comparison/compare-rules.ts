import { returnedWords } from "../returned/returned-values.ts";
import { textsOf } from "../../text/index.ts";
import {
  type RuleFinding,
  type ComparedRule,
  type ComparedKeyword,
  type DeclaredKeyword,
  STATE_FACTS,
  type StateFact,
} from "../../model/index.ts";
import { ruleClauses, inferredView, joinedClauses } from "../inferred/inferred-view.ts";
import { interfaceOf, statedFields, statedSlots } from "../../contract/index.ts";
import { kindOf } from "../../kinds/index.ts";
import type { NamedRun, ComparedRun } from "./share-cases.ts";
import { declaredRows } from "../declared/declared-rows.ts";
import { stateFacts } from "../state-facts.ts";

/** The rules of one part at one target, in clauses; undefined if none is known. */
type Clauses = readonly string[] | undefined;

const NOT_INFERRED = "not inferred";
const ELSE = "else ";

/** The inferred rules side by side, one row for each part of the request; undefined where no run made experiments. */
export function compareRules(runs: readonly NamedRun[]): ComparedRule[] | undefined {
  const findings = runs.map(({ fold }) => fold.findings.filter((each) => each.kind === "rule"));
  const names = [...new Set(findings.flatMap((own) => own.map(({ name }) => name)))];
  if (names.length === 0) return undefined;
  const fields = statedFields(statedSlots(interfaceOf(runs[0]?.header ?? {})));
  const rows = names.map((name): ComparedRule => {
    const label = name.replace(/^(?:(?:path|query) parameter|header) /, "");
    const type = fields.find(({ slot }) => slot.label === label)?.slot.type;
    const clauses = findings.map((own) => clausesOf(own.find((each) => each.name === name)));
    return rowOf(name, type && kindOf(type).words(type), clauses);
  });
  const orders = runs.map(({ fold }) => inferredView(fold.findings)?.order);
  const order = rowOf(
    "order of checks",
    undefined,
    orders.map((each) => (each === undefined ? undefined : [each])),
  );
  return orders.some((each) => each !== undefined) ? [...rows, order] : rows;
}

function clausesOf(finding: RuleFinding | undefined): Clauses {
  if (finding === undefined) return undefined;
  const refusals = [...new Set(finding.checks.flatMap(({ signature }) => signature ?? []))];
  return textsOf(...ruleClauses(finding), refusals.length > 0 && ELSE + refusals.join(" or "));
}

/** A row of the table. Clauses that are the same for all targets are written once. */
function rowOf(name: string, stated: string | undefined, all: readonly Clauses[]): ComparedRule {
  const texts = all.map(textOf);
  const [first = []] = all;
  const common = first.filter((clause) => all.every((own) => own?.includes(clause)));
  const rest = all.map((own) => own?.filter((clause) => !common.includes(clause)));
  const isApart =
    new Set(texts).size > 1 && common.length > 0 && rest.every((own) => own?.some(isRule));
  return {
    name,
    ...(stated !== undefined && { stated }),
    ...(isApart && { common: textOf(common) }),
    rules: isApart ? rest.map(textOf) : texts,
  };
}

const isRule = (clause: string): boolean => !clause.startsWith(ELSE);

function textOf(clauses: Clauses): string {
  if (clauses === undefined) return NOT_INFERRED;
  const refusals = clauses.filter((clause) => !isRule(clause));
  return [joinedClauses(clauses.filter(isRule)), ...refusals].filter(Boolean).join(", ");
}

type Cell = ComparedKeyword["targets"][number];

const NOT_SEEN: Cell = { implemented: "not seen", verdict: "not decided", evidence: [] };

/** Compares the declared with the implemented keywords at each target, one row for each keyword; undefined without a document. */
export function compareDeclared(runs: readonly NamedRun[]): ComparedKeyword[] | undefined {
  const all = runs.map(({ fold }) => declaredRows(fold) ?? []);
  const rows = new Map<string, DeclaredKeyword>();
  for (const row of all.flat()) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  if (rows.size === 0) return undefined;
  return [...rows].map(([key, { part, keyword, declared }]) => {
    const targets = all.map((own): Cell => {
      const { implemented, verdict, evidence } = own.find((row) => keyOf(row) === key) ?? NOT_SEEN;
      return { implemented, verdict, evidence };
    });
    return { part, keyword, declared, targets };
  });
}

const keyOf = ({ part, keyword }: DeclaredKeyword): string => `${part} ${keyword}`;

export const STATE_NAMES: Record<StateFact, string> = {
  duplicate: "the same request again",
  race: "race of concurrent duplicates",
  sameBy: "requests count as the same if they have the same",
  key: "Idempotency-Key",
  memory: "an identity of the beginning, at the end of the run",
  restart: "after a restart",
  deleted: "after a delete",
};

/** What the targets remember, and how they return values, side by side: what at least one run shows. Undefined unless two runs show something different. */
export function compareState(
  runs: readonly Pick<ComparedRun, "fold">[],
): ComparedRule[] | undefined {
  const all = runs.map(({ fold }) => stateFacts(fold));
  const rows = STATE_FACTS.flatMap((fact) => {
    const shown = all.map((facts) => facts?.[fact]);
    return shownRow(STATE_NAMES[fact], shown, 1);
  });
  const returned = runs.map(({ fold }) => returnedWords(fold));
  const fields = [...new Set(returned.flatMap((words) => [...words.keys()]))];
  const ofFields = fields.flatMap((field) => {
    const shown = returned.map((words) => words.get(field));
    return shownRow(`${field} comes back`, shown, 2);
  });
  const isDiffering = rows.some(({ rules }) => new Set(rules.filter(isShown)).size > 1);
  return isDiffering || ofFields.length > 0 ? [...rows, ...ofFields] : undefined;
}

const NOT_SHOWN = "not shown";
const isShown = (rule: string): boolean => rule !== NOT_SHOWN;

/** A row is shown where at least this many of its words differ. */
function shownRow(name: string, shown: (string | undefined)[], least: number): ComparedRule[] {
  const rules = shown.map((word) => word ?? NOT_SHOWN);
  return new Set(rules.filter(isShown)).size < least ? [] : [{ name, rules }];
}
