import type { Probe, Reply } from "./probe.ts";
import { exampleBytes, type Requests } from "../generate/index.ts";
import type { CaseRequest, CheckOrder } from "../model/index.ts";
import { slice, type Template } from "../template/index.ts";

/** One mistake in a request. Several mistakes with the same part are alternatives. */
export type Wrong = {
  /** `media type`, `JSON`, or the path of a field. */
  part: string;
  over?: Record<string, Template>;
  target?: Record<string, Template>;
  headers?: Record<string, string>;
  /** The body is cut before its last byte. */
  isCut?: true;
};

/** More parts than this are not put in order. */
const MOST_PARTS = 8;
const TWICE = 2;

function wrongRequest(on: Requests, all: readonly Wrong[]): CaseRequest {
  type Whole = Required<Pick<Wrong, "over" | "target" | "headers">>;
  const whole = <Name extends keyof Whole>(name: Name): Whole[Name] =>
    Object.assign({}, ...all.map((each) => each[name]));
  const [body, headers, target] = [on.body(whole("over")), whole("headers"), whole("target")];
  const isCut = all.some((each) => each.isCut === true);
  return on.request(isCut ? cutLast(body, on) : body, {
    ...(Object.keys(headers).length > 0 && { headers: on.headersWith(headers) }),
    ...(Object.keys(target).length > 0 && { path: on.path(0, target) }),
  });
}

function cutLast(body: Template, on: Requests): Template {
  const { length } = exampleBytes(body, on.interface);
  return [slice(body, 0, Math.max(0, length - 1))];
}

/** The response to a wrong request, sent twice; undefined if the two differ. */
type AskTwice<R> = (
  all: readonly Wrong[],
) => Promise<{ signature: string; replies: R[] } | undefined>;
type Refusal = { wrong: Wrong; signature: string };

/** Two mistakes that alone get different responses show together which is checked first; undefined if no two parts differ. */
export async function orderOfChecks<R extends Reply>(
  on: Requests,
  wrong: readonly Wrong[],
  asking: Probe<R>,
  accepted: string,
): Promise<CheckOrder | undefined> {
  let requests = 0;
  const ask: AskTwice<R> = async (all) => {
    const replies: R[] = [];
    for (let turn = 0; turn < TWICE; turn += 1) {
      requests += 1;
      replies.push(await asking.ask(wrongRequest(on, all)));
    }
    const [signature = "", ...others] = replies.map((reply) => reply.signature);
    return others.every((other) => other === signature) ? { signature, replies } : undefined;
  };
  const alone: Refusal[] = [];
  const tried = new Set([...new Set(wrong.map(({ part }) => part))].slice(0, MOST_PARTS));
  for (const each of wrong.filter(({ part }) => tried.has(part))) {
    const got = await ask([each]);
    if (got !== undefined && got.signature !== accepted)
      alone.push({ wrong: each, signature: got.signature });
  }
  const refusals = oneOfEachPart(alone);
  const pairs = await pairsOf(on, refusals, ask, asking.keep);
  const parts = refusals.map(({ wrong: { part }, signature }) => ({ part, signature }));
  const steps = stepsOf(parts, pairs);
  if (steps === undefined || steps.length < 2) return undefined;
  return { type: "finding", kind: "check-order", steps, pairs, requests };
}

/** Of each part the mistake whose response the fewest other parts get: a server refuses text/plain for its fields, another type for the type. */
function oneOfEachPart(all: readonly Refusal[]): Refusal[] {
  const likeIt = ({ wrong: { part }, signature }: Refusal): number =>
    all.filter((other) => other.wrong.part !== part && other.signature === signature).length;
  const best = new Map<string, Refusal>();
  for (const each of all) {
    const { part } = each.wrong;
    const known = best.get(part);
    if (known === undefined || likeIt(each) < likeIt(known)) best.set(part, each);
  }
  return [...best.values()];
}

async function pairsOf<R extends Reply>(
  on: Requests,
  alone: readonly Refusal[],
  ask: AskTwice<R>,
  keep: Probe<R>["keep"],
): Promise<CheckOrder["pairs"]> {
  const pairs: CheckOrder["pairs"] = [];
  const two = alone.flatMap((one, nth) =>
    alone.slice(nth + 1).map((other): [Refusal, Refusal] => [one, other]),
  );
  for (const [one, other] of two) {
    const both = [one.wrong, other.wrong];
    const got = one.signature === other.signature ? undefined : await ask(both);
    if (got === undefined) continue;
    const parts: [string, string] = [one.wrong.part, other.wrong.part];
    const evidence = {
      name: `rules/order/${pairs.length + 1}`,
      reason: `wrong in two ways: ${parts.join(" and ")}`,
      clauses: ["behaviour"],
      request: wrongRequest(on, both),
    };
    pairs.push({
      parts,
      signatures: [one.signature, other.signature],
      together: got.signature,
      case: keep(evidence, got.replies),
    });
  }
  return pairs;
}

/** The parts in layers: each is checked after the layers before it. Undefined if the pairs contradict each other. */
function stepsOf(
  parts: readonly { part: string; signature: string }[],
  pairs: CheckOrder["pairs"],
): CheckOrder["steps"] | undefined {
  const before = new Map<string, Set<string>>(parts.map(({ part }) => [part, new Set()]));
  for (const { parts: two, signatures, together } of pairs) {
    const first = signatures.indexOf(together);
    const [winner, loser] = first === 0 ? two : two.toReversed();
    if (first >= 0 && winner !== undefined && loser !== undefined) before.get(loser)?.add(winner);
  }
  const steps: CheckOrder["steps"] = [];
  let left = [...parts];
  while (left.length > 0) {
    const names = new Set(left.map(({ part }) => part));
    const free = left.filter(
      ({ part }) => ![...(before.get(part) ?? [])].some((earlier) => names.has(earlier)),
    );
    if (free.length === 0) return undefined;
    steps.push({
      parts: free.map(({ part }) => part),
      signatures: [...new Set(free.map(({ signature }) => signature))],
    });
    left = left.filter((each) => !free.includes(each));
  }
  return steps;
}
