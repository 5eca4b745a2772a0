import type { RunFold } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldsApart } from "../generate/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { oncePer } from "../remember.ts";

/** `value`: the subject is one value of a field. `about`: the field or suite that the subject names. */
export type ChangeGroup = {
  subject: string;
  change: string;
  cases: string[];
  value?: string | undefined;
  about: string;
};

/** A combination of values that has one which changed by itself in the same way is no cause of its own. */
export function withCombinations(groups: readonly ChangeGroup[], run: RunFold): ChangeGroup[] {
  const from = interfaceOf(run.header ?? {});
  const valuesOf = oncePer((request: CaseRequest) => fieldsApart(request, from));
  const valueIn = (id: string, field: string): string | undefined => {
    const request = run.cases.get(id)?.case.request;
    return request === undefined ? undefined : valuesOf(request)?.get(field);
  };
  const taken = new Set<string>();
  const ofGroups = groups.map((group) => {
    const { about, change } = group;
    const own = new Set(group.cases.map((id) => valueIn(id, about)));
    const isOwn = (id: string): boolean => {
      const value = valueIn(id, about);
      return value !== undefined && own.has(value);
    };
    const others = groups
      .filter((each) => each !== group && each.change === change)
      .flatMap(({ cases }) => cases)
      .filter((id) => IS_COMBINATION.test(id) && !taken.has(id) && isOwn(id));
    for (const id of others) taken.add(id);
    return { group, others };
  });
  return ofGroups.flatMap(({ group, others }) => {
    const cases = [...group.cases.filter((id) => !taken.has(id)), ...others];
    return cases.length === 0 ? [] : [{ ...group, cases }];
  });
}

const IS_COMBINATION = /^valid\/combination-/;
