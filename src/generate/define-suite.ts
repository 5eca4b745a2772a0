import { z } from "zod";
import { clauses, isClauseId, type ClauseId } from "../contract/clauses.ts";
import { WitnessError } from "../errors.ts";
import type { Case } from "../model/case.ts";
import { Suite, type Property } from "../model/suite.ts";

/** One case as a suite's author writes it: `defineSuite` composes its id and fills in its clauses. */
export type CaseDefinition = Omit<Case, "id" | "clauses" | "generated"> & {
  /** Unique within the suite; the id becomes `<suite>/<name>`. */
  name: string;
  /** Instead of the suite's. */
  clauses?: ClauseId[];
};

/** One property as a suite's author writes it: without `clauses`, it probes those of the suite. */
export type PropertyDefinition = Omit<Property, "clauses"> & { clauses?: ClauseId[] };

/** What `defineSuite` takes: `clauses` is what every case and property probes unless it says otherwise. */
export type SuiteDefinition = {
  name: string;
  about: string;
  clauses: ClauseId[];
  cases?: CaseDefinition[];
  properties?: PropertyDefinition[];
};

/**
 * Makes a suite from its definition: ids are composed, clauses filled in, everything is checked.
 * @throws WitnessError `suite` that names the path inside the definition.
 */
export function defineSuite(definition: SuiteDefinition): Suite {
  const { name, about } = definition;
  const cases = (definition.cases ?? []).map((entry) => {
    const { name: caseName, ...rest } = entry;
    return { clauses: definition.clauses, ...rest, id: `${name}/${caseName}` };
  });
  const properties = (definition.properties ?? []).map((entry) => ({
    clauses: definition.clauses,
    ...entry,
  }));
  const parsed = Suite.safeParse({ name, about, cases, properties });
  if (!parsed.success) throw refused(name, z.prettifyError(parsed.error));
  checkNames(parsed.data);
  return parsed.data;
}

function checkNames(suite: Suite): void {
  const seen = new Set<string>();
  for (const [index, { id, clauses: named }] of suite.cases.entries()) {
    if (seen.has(id)) throw refused(suite.name, `cases[${index}].name: ${id} is there twice`);
    seen.add(id);
    checkClauses(suite.name, `cases[${index}].clauses`, named);
  }
  for (const [index, property] of suite.properties.entries())
    checkClauses(suite.name, `properties[${index}].clauses`, property.clauses);
}

function checkClauses(suite: string, path: string, named: string[]): void {
  const unknown = named.find((id) => !isClauseId(id));
  if (unknown === undefined) return;
  const known = clauses.map(({ id }) => id).join(", ");
  throw refused(suite, `${path}: no clause "${unknown}"; there are ${known}`);
}

function refused(suite: string, what: string): WitnessError {
  return new WitnessError(
    "suite",
    `suite ${JSON.stringify(suite)} does not fit its schema: ${what}`,
  );
}
