import type { Breach, Judgement } from "../model/index.ts";

/**
 * The breaches of a rule to show, with a maximum number: if causes are known, the first case of each comes before a
 * second one of any.
 */
export function casesToShow({ breaches, causes = [] }: Judgement, most: number): Breach[] {
  if (causes.length === 0 || breaches.length <= most) return breaches.slice(0, most);
  const firsts = new Set(causes.map(({ cases: [first] }) => first));
  const isFirst = (breach: Breach): boolean => firsts.has(breach.case);
  const others = breaches.filter((breach) => !isFirst(breach));
  return [...breaches.filter(isFirst), ...others].slice(0, most);
}
