import fc, { type Arbitrary } from "fast-check";
import type { CaseRequest, Cut, Case, Finding, Property } from "../model/index.ts";
import type { Probe, Reply, RequestOperations } from "./probe.ts";
import { confirm, holdsFamily, untilSpent, Spent, sideBySide, slug } from "./probe.ts";

export type Met<T> = { drawn: T; request: CaseRequest; signature: string };

/** Requests of one family with the same signature: the smallest of them, and how many there were. */
export type ResponseGroup<T> = {
  family: string;
  signature: string;
  smallest: T;
  met: number;
  drawn: number;
};

type Sized<T> = ResponseGroup<T> & { size: number };

/** Sorts results by signature and family, short requests first. A combined family is dropped if one of its parts got the same alone. */
export function groupResponses<T>(
  met: Iterable<Met<T>>,
  nature: RequestOperations,
): ResponseGroup<T>[] {
  const kinds = new Map<string, Sized<T>>();
  const drawn = new Map<string, number>();
  for (const { drawn: smallest, request, signature } of met) {
    const family = nature.familyOf(request);
    const size = nature.sizeOf(request);
    drawn.set(family, (drawn.get(family) ?? 0) + 1);
    const key = JSON.stringify([signature, family]);
    const known = kinds.get(key);
    if (known === undefined)
      kinds.set(key, { family, signature, smallest, met: 1, drawn: 0, size });
    else {
      known.met += 1;
      if (size < known.size) Object.assign(known, { smallest, size });
    }
  }
  const all = [...kinds.values()];
  return all
    .filter((kind) => !all.some((other) => isOfPart(other, kind)))
    .toSorted((a, b) => a.size - b.size)
    .map(({ size: _size, ...kind }) => ({ ...kind, drawn: drawn.get(kind.family) ?? 0 }));
}

type OfFamily = Pick<ResponseGroup<unknown>, "signature" | "family">;

/** The other one got the same signature with a part of this one's family. */
export const isOfPart = (other: OfFamily, kind: OfFamily): boolean =>
  other.signature === kind.signature &&
  other.family !== kind.family &&
  holdsFamily(kind.family, other.family);

type Task = {
  start: CaseRequest;
  draw?: { arbitrary: Arbitrary<CaseRequest>; seed: number; path: string };
  keeps: (request: CaseRequest) => Promise<boolean>;
  width: number;
};

/** A request that no single step makes simpler, unless it was cut short; `path` is the part of the way in fast-check. */
type Shrunk = { request: CaseRequest; path: string; cut?: Cut };

/** A shrunk request with its responses when it was sent again; `isStable`: all of them were the wanted one. */
type StableShrunk<R> = Shrunk & { replies: R[]; isStable: boolean };

/** Shrinks a request that gets a signature, and sends it again before and after that. */
export async function shrinkStable<R extends Reply>(
  nature: RequestOperations,
  asking: Probe<R>,
  task: Pick<Task, "start" | "draw"> & { signature: string; doubtful: () => boolean },
): Promise<StableShrunk<R>> {
  const { start, draw, signature, doubtful } = task;
  const again = async (request: CaseRequest) => {
    const [replies = []] = await confirm([request], (each) => asking.ask(each), doubtful());
    return { replies, isStable: replies.every((each) => each.signature === signature) };
  };
  const before = await again(start);
  if (!before.isStable) return { request: start, path: "", ...before };
  const keeps = async (each: CaseRequest) => (await asking.ask(each)).signature === signature;
  const shrunk = await shrinkRequest(nature, { start, draw, keeps, width: asking.width });
  return { ...shrunk, ...(await again(shrunk.request)) };
}

/** Within the family, first by fast-check's steps if a property generated it, then on the request itself. None is sent twice. */
async function shrinkRequest(nature: RequestOperations, task: Task): Promise<Shrunk> {
  const family = nature.familyOf(task.start);
  const asked = new Map<string, Promise<boolean>>();
  const keeps = (request: CaseRequest): Promise<boolean> => {
    const key = JSON.stringify(request);
    const known = asked.get(key) ?? task.keeps(request);
    asked.set(key, known);
    return known;
  };
  const ofFamily = (request: CaseRequest): boolean => holdsFamily(family, nature.familyOf(request));
  const drawn = await shrinkDrawn(task, keeps, ofFamily);
  if (drawn.cut !== undefined) return drawn;
  const { smallest, cut } = await shrink(drawn.request, {
    simpler: nature.simplerRequests,
    worthAsking: ofFamily,
    keeps,
    width: task.width,
  });
  return { request: smallest, path: drawn.path, cut };
}

async function shrinkDrawn(
  { start, draw, width }: Task,
  keeps: (request: CaseRequest) => Promise<boolean>,
  ofFamily: (request: CaseRequest) => boolean,
): Promise<Shrunk> {
  if (draw === undefined) return { request: start, path: "" };
  const { smallest, cut } = await shrink(redraw(draw.arbitrary, draw), {
    simpler: (from) => simplerDraws(draw.arbitrary, from),
    worthAsking: ({ request }) => ofFamily(request),
    keeps: ({ request }) => keeps(request),
    width,
  });
  const { request, path } = smallest;
  return { request, path, cut };
}

type Steps<T> = {
  simpler: (value: T) => Iterable<T>;
  worthAsking: (value: T) => boolean;
  keeps: (value: T) => Promise<boolean>;
  /** Candidates sent concurrently. The first in order that keeps the property is taken, so this does not change the result. */
  width: number;
};

/** Repeats simpler values that keep the property until no single step does (1-minimal), or the budget is spent. */
async function shrink<T>(start: T, steps: Steps<T>): Promise<{ smallest: T; cut?: Cut }> {
  let smallest = start;
  for (;;) {
    const next = await untilSpent(() => firstThatKeeps(smallest, steps));
    if (next instanceof Spent) return { smallest, cut: next.cut };
    if (next === undefined) return { smallest };
    smallest = next.value;
  }
}

/** Batches grow: a large step that works costs little, and many failures are passed quickly. */
async function firstThatKeeps<T>(from: T, steps: Steps<T>): Promise<{ value: T } | undefined> {
  let batch: T[] = [];
  let size = 1;
  const settle = async (): Promise<{ value: T } | undefined> => {
    const kept = await sideBySide(batch, steps.width, steps.keeps);
    const first = kept.indexOf(true);
    const found = first < 0 ? undefined : { value: batch[first] as T };
    batch = [];
    size = Math.min(steps.width, size * 2);
    return found;
  };
  for (const candidate of steps.simpler(from)) {
    if (!steps.worthAsking(candidate)) continue;
    batch.push(candidate);
    if (batch.length < size) continue;
    const found = await settle();
    if (found !== undefined) return found;
  }
  return settle();
}

/** A generated request, with what fast-check needs to shrink it, and its path from the seed. */
type Drawn = { request: CaseRequest; value: fc.Value<CaseRequest>; path: string };

/** Records what its arbitrary generates: otherwise fast-check hides a value's shrinking context. */
class Noting extends fc.Arbitrary<CaseRequest> {
  readonly #noted: fc.Arbitrary<CaseRequest>;
  last: fc.Value<CaseRequest> | undefined;

  constructor(noted: fc.Arbitrary<CaseRequest>) {
    super();
    this.#noted = noted;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<CaseRequest> {
    this.last = this.#noted.generate(random, bias);
    return this.last;
  }

  canShrinkWithoutContext(value: unknown): value is CaseRequest {
    return this.#noted.canShrinkWithoutContext(value);
  }

  shrink(value: CaseRequest, context: unknown): fc.Stream<fc.Value<CaseRequest>> {
    return this.#noted.shrink(value, context);
  }
}

/** The request of a seed and path, as `fc.sample` draws it, ready to be shrunk. */
export function redraw(
  arbitrary: fc.Arbitrary<CaseRequest>,
  { seed, path }: { seed: number; path: string },
): Drawn {
  const noting = new Noting(arbitrary);
  fc.sample(noting, { seed, path, numRuns: 1 });
  const value = noting.last;
  if (value === undefined) throw new Error(`nothing was drawn for seed ${seed} and path ${path}`);
  return { request: value.value, value, path };
}

export function* simplerDraws(arbitrary: fc.Arbitrary<CaseRequest>, from: Drawn): Generator<Drawn> {
  let index = 0;
  for (const value of arbitrary.shrink(from.value.value, from.value.context)) {
    yield { request: value.value, value, path: `${from.path}:${index}` };
    index += 1;
  }
}

type Wanted = {
  id: string;
  property: Property;
  cases: readonly Case[];
  doubtful: () => boolean;
  tell: (finding: Finding) => void;
};

type Start<R> = { case: Case; reply: R };

/** For each signature and family of a property a minimal request; what changes on repeat is unstable. Rejects with `Spent` if the budget ends. */
export async function findSmallest<R extends Reply>(
  wanted: Wanted,
  nature: RequestOperations,
  asking: Probe<R>,
): Promise<void> {
  const replies = await sideBySide(wanted.cases, asking.width, ({ request }) =>
    asking.ask(request),
  );
  const met = wanted.cases.map((drawn, index) => {
    const reply = replies[index] as R;
    return { drawn: { case: drawn, reply }, request: drawn.request, signature: reply.signature };
  });
  const told = new Set<string>();
  for (const group of slowLast(groupResponses(met, nature)))
    await shrinkGroup(group, wanted, nature, asking, told);
}

/** A request without a response takes as long as thousands of responses: it comes last. */
function slowLast<T>(groups: ResponseGroup<T>[]): ResponseGroup<T>[] {
  const waits = ({ signature }: ResponseGroup<T>): number =>
    Number(signature.includes("timed-out"));
  return groups.toSorted((a, b) => waits(a) - waits(b));
}

/** `told` has the signatures and families that are known, and the sets of signatures of unstable responses. */
async function shrinkGroup<R extends Reply>(
  { smallest: start, signature, family, met, drawn }: ResponseGroup<Start<R>>,
  { id, property, doubtful, tell }: Wanted,
  nature: RequestOperations,
  asking: Probe<R>,
  told: Set<string>,
): Promise<void> {
  const { generated, request } = start.case;
  if (generated === undefined) return;
  const keep = (kept: CaseRequest, of: string, replies: R[]): string => {
    const name = `${id}/${slug(signature)}/${slug(of)}`;
    const reason = `the smallest found: ${of}`;
    return asking.keep({ name, reason, clauses: property.clauses, request: kept }, replies);
  };
  const draw = { arbitrary: property.arbitrary, ...generated };
  const task = { start: request, draw, signature, doubtful };
  const shrunk = await shrinkStable(nature, asking, task);
  const all = [start.reply, ...shrunk.replies];
  if (!shrunk.isStable) {
    const signatures = [...new Set(all.map((each) => each.signature))].toSorted();
    const key = signatures.join(" ");
    // A target that responds at random is reported once for each set of signatures.
    if (told.has(key)) return;
    told.add(key);
    const sent = keep(shrunk.request, family, all);
    tell({ type: "finding", kind: "unstable", where: id, signatures, case: sent, count: met });
    return;
  }
  const found = nature.familyOf(shrunk.request);
  // If several families are combined, one was enough, and is known already.
  if (found !== family && told.has(`${signature} ${found}`)) return;
  told.add(`${signature} ${found}`);
  tell({
    type: "finding",
    kind: "smallest",
    property: id,
    family: found,
    signature,
    case: keep(shrunk.request, found, shrunk.request === request ? all : shrunk.replies),
    met,
    drawn,
    origin: { seed: generated.seed, path: shrunk.path },
    cut: shrunk.cut,
  });
}
