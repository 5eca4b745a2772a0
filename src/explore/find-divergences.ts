import type { Case } from "../model/case.ts";
import type { Divergence, Finding } from "../model/finding.ts";
import type { CaseRequest } from "../model/request.ts";
import type { Property } from "../model/suite.ts";
import { type Asking, holdsFamily, type Nature, type Reply, slug } from "./asking.ts";
import { confirm } from "./confirm.ts";
import { kindsMet, type MetKind, type Met } from "./kinds-met.ts";
import { shrinkRequest } from "./shrink-request.ts";
import { sideBySide } from "./side-by-side.ts";

/** What all targets replied to one request: `signature` is that of all of them together. */
export type Replies = Reply & { byTarget: string[] };

/** A request to compare the targets with: from the catalogue, or made by a property. */
export type Candidate = { case: Case; property?: Property };

type Wanted = {
  /** Names of the targets, in their order. */
  targets: string[];
  doubtful: () => boolean;
  tell: (finding: Finding) => void;
};

type Start<R> = Candidate & { replies: R };
type Found = Omit<Divergence, "met">;

/** A vector of signatures and a family that were looked at; nothing was found where they are unstable. */
type Looked = { signature: string; family: string; met: number; found: Found | undefined };

/**
 * Looks for requests that targets respond differently. What one target alone responds to differently
 * when it is sent again is unstable, and no difference. Of each vector of signatures and family
 * one request is shrunk, the others are counted.
 */
export class DivergenceSearch<R extends Replies> {
  readonly #wanted: Wanted;
  readonly #nature: Nature;
  readonly #asking: Asking<R>;
  readonly #looked: Looked[] = [];
  readonly #unstable = new Map<string, { signatures: Set<string>; case: string; count: number }>();
  #compared = 0;

  constructor(wanted: Wanted, nature: Nature, asking: Asking<R>) {
    this.#wanted = wanted;
    this.#nature = nature;
    this.#asking = asking;
  }

  /** How many requests were compared. */
  get compared(): number {
    return this.#compared;
  }

  /** Sends these to every target, and shrinks what differs in a new way. Rejects with `Spent`. */
  async compare(candidates: readonly Candidate[]): Promise<void> {
    const replies = await sideBySide(candidates, this.#asking.width, async (candidate) => {
      const got = await this.#asking.ask(candidate.case.request);
      this.#compared += 1;
      return got;
    });
    const met = candidates.flatMap((candidate, index): Met<Start<R>>[] => {
      const got = replies[index] as R;
      if (got.byTarget.every((signature) => signature === got.byTarget[0])) return [];
      const drawn = { ...candidate, replies: got };
      return [{ drawn, request: candidate.case.request, signature: got.signature }];
    });
    for (const kind of kindsMet(met, this.#nature)) await this.#look(kind);
  }

  /** Puts everything into the record: one finding for each vector and family. */
  tell(): void {
    for (const each of this.#looked)
      if (each.found !== undefined && !this.#looked.some((other) => isWithin(other, each)))
        this.#wanted.tell({ ...each.found, met: each.met });
    for (const [where, { signatures, case: sent, count }] of this.#unstable)
      this.#wanted.tell({
        type: "finding",
        kind: "unstable",
        where,
        signatures: [...signatures].toSorted(),
        case: sent,
        count,
      });
  }

  /** Of several families at once, one is enough: it may be known by itself. */
  async #look(kind: MetKind<Start<R>>): Promise<void> {
    const { signature, met } = kind;
    const known = this.#knownWithin(signature, kind.family);
    if (known !== undefined) {
      known.met += met;
      return;
    }
    const found = await this.#shrinkKind(kind);
    const family = found?.family ?? kind.family;
    const same = this.#knownWithin(signature, family);
    if (same === undefined) this.#looked.push({ signature, family, met, found });
    else same.met += met;
  }

  #knownWithin(signature: string, family: string): Looked | undefined {
    return this.#looked.find(
      (each) => each.signature === signature && holdsFamily(family, each.family),
    );
  }

  async #shrinkKind({ smallest: start, signature }: MetKind<Start<R>>): Promise<Found | undefined> {
    const { request, generated } = start.case;
    const before = await this.#again(request);
    if (before.some((each) => each.signature !== signature))
      return this.#callUnstable(start, request, before);
    const shrunk = await shrinkRequest(this.#nature, {
      start: request,
      ...(generated !== undefined &&
        start.property !== undefined && {
          draw: { arbitrary: start.property.arbitrary, ...generated },
        }),
      keeps: async (each) => (await this.#asking.ask(each)).signature === signature,
      width: this.#asking.width,
    });
    const after = await this.#again(shrunk.request);
    if (after.some((each) => each.signature !== signature))
      return this.#callUnstable(start, shrunk.request, after);
    const family = this.#nature.familyOf(shrunk.request);
    return {
      type: "finding",
      kind: "divergence",
      family,
      signatures: this.#named(start.replies),
      case: this.#keep(start, shrunk.request, after),
      from: generated?.property ?? start.case.id,
      ...(shrunk.cut !== undefined && { cut: shrunk.cut }),
    };
  }

  async #again(request: CaseRequest): Promise<R[]> {
    const [replies = []] = await confirm(
      [request],
      (each) => this.#asking.ask(each),
      this.#wanted.doubtful(),
    );
    return replies;
  }

  #named({ byTarget }: R): Divergence["signatures"] {
    return this.#wanted.targets.map((target, index) => ({
      target,
      signature: byTarget[index] ?? "",
    }));
  }

  #keep({ case: from }: Start<R>, request: CaseRequest, replies: R[]): string {
    const family = this.#nature.familyOf(request);
    const vector = replies[0]?.byTarget.map(slug).join("-") ?? "";
    const name = `differs/${slug(family)}/${vector}`;
    const reason = `responded differently: ${family}`;
    return this.#asking.keep({ name, reason, clauses: from.clauses, request }, replies);
  }

  #callUnstable(start: Start<R>, request: CaseRequest, replies: R[]): undefined {
    const all = [start.replies, ...replies];
    for (const [index, target] of this.#wanted.targets.entries()) {
      const signatures = new Set(all.map(({ byTarget }) => byTarget[index] ?? ""));
      if (signatures.size < 2) continue;
      const known = this.#unstable.get(target) ?? {
        signatures: new Set<string>(),
        case: this.#keep(start, request, all),
        count: 0,
      };
      for (const signature of signatures) known.signatures.add(signature);
      known.count += 1;
      this.#unstable.set(target, known);
    }
  }
}

/** The other one has the same signatures with a part of this one's family. */
const isWithin = (other: Looked, each: Looked): boolean =>
  other !== each && other.signature === each.signature && holdsFamily(each.family, other.family);
