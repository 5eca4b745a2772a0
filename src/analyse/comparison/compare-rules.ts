import { interfaceOf } from "../../contract/user-submission.ts";
import { statedFields, statedSlots } from "../../contract/fields.ts";
import { kindOf } from "../../kinds/field-type.ts";
import type { ComparedRule } from "../../model/comparison.ts";
import { inferredView } from "../inferred/inferred-view.ts";
import type { NamedRun } from "./name-runs.ts";

/** The inferred rules side by side, one row for each part of the request; undefined where no run made experiments. */
export function compareRules(runs: readonly NamedRun[]): ComparedRule[] | undefined {
  const views = runs.map(({ fold }) => inferredView(fold.findings));
  if (views.every((view) => view === undefined)) return undefined;
  const [first] = runs;
  const fields = statedFields(statedSlots(interfaceOf(first?.header ?? {})));
  const names = [...new Set(views.flatMap((view) => view?.parts.map(({ name }) => name) ?? []))];
  const rows = names.map((name): ComparedRule => {
    const type = fields.find(({ slot }) => slot.label === name)?.slot.type;
    return rowOf(
      name,
      type && kindOf(type).words(type),
      views.map((view) => {
        const part = view?.parts.find((each) => each.name === name);
        return part === undefined ? undefined : ruleText(part.rule, part.refusals);
      }),
    );
  });
  const orders = views.map((view) => view?.order);
  return orders.some((order) => order !== undefined)
    ? [...rows, rowOf("order of checks", undefined, orders)]
    : rows;
}

const ruleText = (rule: string, refusals: readonly string[]): string =>
  refusals.length === 0 ? rule : `${rule}, else ${refusals.join(" or ")}`;

/** What is not known is "not inferred"; rows where all agree say so. */
const rowOf = (
  name: string,
  stated: string | undefined,
  rules: readonly (string | undefined)[],
): ComparedRule => ({
  name,
  ...(stated !== undefined && { stated }),
  rules: rules.map((rule) => rule ?? "not inferred"),
  same: new Set(rules).size === 1,
});
