import type { Case, CaseRequest, Finding, Property } from "../model/index.ts";
import {
  type Probe,
  type RequestOperations,
  type Reply,
  slug,
  confirm,
  sideBySide,
} from "./probe.ts";
import { groupResponses, type ResponseGroup, shrinkRequest } from "./shrink-request.ts";

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
  const unstable = new Map<string, number>();
  for (const kind of inHaste(groupResponses(met, nature)))
    await new KindSearch(wanted, nature, asking, kind, unstable).go();
}

/** A request without a response takes as long as thousands of responses: it comes last. */
function inHaste<T>(kinds: ResponseGroup<T>[]): ResponseGroup<T>[] {
  const waits = ({ signature }: ResponseGroup<T>): number =>
    Number(signature.includes("timed-out"));
  return kinds.toSorted((a, b) => waits(a) - waits(b));
}

type Start<R> = { case: Case; reply: R };

class KindSearch<R extends Reply> {
  readonly #wanted: Wanted;
  readonly #nature: RequestOperations;
  readonly #asking: Probe<R>;
  readonly #kind: ResponseGroup<Start<R>>;
  readonly #named: Map<string, number>;

  constructor(
    wanted: Wanted,
    nature: RequestOperations,
    asking: Probe<R>,
    kind: ResponseGroup<Start<R>>,
    named: Map<string, number>,
  ) {
    this.#wanted = wanted;
    this.#nature = nature;
    this.#asking = asking;
    this.#kind = kind;
    this.#named = named;
  }

  async go(): Promise<void> {
    const { smallest: start, signature, family, met, drawn } = this.#kind;
    const { generated, request } = start.case;
    if (generated === undefined) return;
    const before = await this.#again(request);
    if (this.#differs(before)) return this.#callUnstable(request, [start.reply, ...before]);
    const shrunk = await shrinkRequest(this.#nature, {
      start: request,
      draw: { arbitrary: this.#wanted.property.arbitrary, ...generated },
      keeps: async (each) => (await this.#asking.ask(each)).signature === signature,
      width: this.#asking.width,
    });
    const after = await this.#again(shrunk.request);
    if (this.#differs(after)) return this.#callUnstable(shrunk.request, [start.reply, ...after]);
    const found = this.#nature.familyOf(shrunk.request);
    // If several families are combined, one was enough, and is known already.
    if (found !== family && this.#named.has(`${signature} ${found}`)) return;
    this.#named.set(`${signature} ${found}`, 1);
    const replies = shrunk.request === request ? [start.reply, ...after] : after;
    this.#wanted.tell({
      type: "finding",
      kind: "smallest",
      property: this.#wanted.id,
      family: found,
      signature,
      case: this.#keep(shrunk.request, found, replies),
      met,
      drawn,
      origin: { seed: generated.seed, path: shrunk.path },
      cut: shrunk.cut,
    });
  }

  async #again(request: CaseRequest): Promise<R[]> {
    const [replies = []] = await confirm(
      [request],
      (each) => this.#asking.ask(each),
      this.#wanted.doubtful(),
    );
    return replies;
  }

  #differs(replies: R[]): boolean {
    return replies.some(({ signature }) => signature !== this.#kind.signature);
  }

  #keep(request: CaseRequest, family: string, replies: R[]): string {
    const { id, property } = this.#wanted;
    const { signature } = this.#kind;
    const name = `${id}/${slug(signature)}/${slug(family)}`;
    const reason = `the smallest found: ${family}`;
    return this.#asking.keep({ name, reason, clauses: property.clauses, request }, replies);
  }

  /** Once for each signature of a property: a target that responds at random is reported once. */
  #callUnstable(request: CaseRequest, replies: R[]): void {
    const signatures = [...new Set(replies.map(({ signature }) => signature))].toSorted();
    const key = signatures.join(" ");
    const count = (this.#named.get(key) ?? 0) + 1;
    this.#named.set(key, count);
    if (count > 1) return;
    this.#wanted.tell({
      type: "finding",
      kind: "unstable",
      where: this.#wanted.id,
      signatures,
      case: this.#keep(request, this.#kind.family, replies),
      count: this.#kind.met,
    });
  }
}
