import type { Case, CaseRequest, Finding, Property } from "../model/index.ts";
import { type Probe, type RequestOperations, type Reply, sideBySide, slug } from "./probe.ts";
import { groupResponses, shrinkStable, type ResponseGroup } from "./shrink-request.ts";

type Wanted = {
  /** Id of the property: `<suite>/<name>`. */
  id: string;
  property: Property;
  cases: readonly Case[];
  /** The target responded at random before. */
  doubtful: () => boolean;
  /** Called for every finding immediately. */
  tell: (finding: Finding) => void;
};

type Start<R> = { case: Case; reply: R };

/**
 * Sends the requests of a property, and finds for each signature and family a minimal request that
 * still gets it. A response that changes on repeat is unstable, and not shrunk. Rejects with `Spent`
 * if the budget ended it between two findings.
 */
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
