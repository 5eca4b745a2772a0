import type { RuleValue } from "../kinds/index.ts";
import type { SeenResponse, Subject } from "./candidate.ts";
import type { Probe, Reply } from "./probe.ts";

/** What a parser reads, if all of its refusals are one, and what it cannot show is left out. */
type AsOne<V extends RuleValue, R extends Reply> = { subject: Subject<V>; asking: Probe<R> };

const isOf = (signature: string, digit: string): boolean =>
  signature.startsWith(digit) && /^\d{3}$/.test(signature);

/**
 * The experiments with a parser whose errors get several statuses: frameworks of Python respond to broken JSON otherwise than
 * to bytes that are no text, or to deep nesting. All of 4xx count as one refusal, named by all. An error of the server says nothing:
 * it may come after the parser. Undefined where there is one status only.
 */
export function asOneParser<V extends RuleValue, R extends Reply>(
  subject: Subject<V>,
  seen: ReadonlyMap<number, SeenResponse>,
  asking: Probe<R>,
): AsOne<V, R> | undefined {
  const { pool, accepted } = subject;
  const counts = new Map<string, number>();
  for (const { signature } of seen.values())
    if (signature !== accepted) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  const refusals = [...counts.keys()]
    .filter((each) => isOf(each, "4"))
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  if (counts.size < 2 || refusals.length === 0) return undefined;
  const all = refusals.join(" or ");
  const settled = (signature: string): string => (refusals.includes(signature) ? all : signature);
  const kept = pool.flatMap((value, at) => {
    const known = seen.get(at);
    return known !== undefined && isOf(known.signature, "5") ? [] : [{ value, known }];
  });
  const known = kept.flatMap(({ known: each }, at) =>
    each === undefined ? [] : [[at, { ...each, signature: settled(each.signature) }] as const],
  );
  return {
    subject: { ...subject, pool: kept.map(({ value }) => value), known: new Map(known) },
    asking: {
      width: asking.width,
      ask: async (request) => {
        const reply = await asking.ask(request);
        return { ...reply, signature: settled(reply.signature) };
      },
      keep: (evidence, replies) => asking.keep(evidence, replies),
    },
  };
}
