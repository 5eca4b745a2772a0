import type { RunFold } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldsApart } from "../generate/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { oncePer } from "../remember.ts";

/** `value`: the subject is one value of a field. */
export type ChangeGroup = {
  subject: string;
  change: string;
  cases: string[];
  value?: string | undefined;
  field?: string;
};

/** A combination of values that has one which changed by itself in the same way is no cause of its own. */
export function withCombinations(groups: readonly ChangeGroup[], run: RunFold): ChangeGroup[] {
  const from = interfaceOf(run.header ?? {});
  const valuesOf = oncePer((request: CaseRequest) => fieldsApart(request, from));
  const taken = new Set<string>();
  const valueIn = (id: string, field: string): string | undefined => {
    const request = run.cases.get(id)?.case.request;
    return request === undefined ? undefined : valuesOf(request)?.get(field);
  };
  const joined = groups.map((group): ChangeGroup => {
    const { field, change } = group;
    if (field === undefined) return group;
    const own = new Set(group.cases.map((id) => valueIn(id, field)));
    const others = groups
      .filter((each) => each.field === undefined && each.change === change)
      .flatMap(({ cases }) => cases)
      .filter((id) => {
        const value = IS_COMBINATION.test(id) ? valueIn(id, field) : undefined;
        return value !== undefined && own.has(value);
      });
    for (const id of others) taken.add(id);
    return { ...group, cases: [...group.cases, ...others] };
  });
  return joined.flatMap((group) => {
    const cases =
      group.field === undefined ? group.cases.filter((id) => !taken.has(id)) : group.cases;
    return cases.length === 0 ? [] : [{ ...group, cases }];
  });
}

const IS_COMBINATION = /^valid\/combination-/;
