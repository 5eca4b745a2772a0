import { signatureWords, type Behaviour } from "../../model/index.ts";
import { isSameRequest, type RunCase } from "./run-cases.ts";

/** A case that every run sent with the same request, and to which each target always responded the same. */
export type SharedCase = Pick<
  RunCase,
  "id" | "reason" | "valid" | "generated" | "size" | "about"
> & {
  /** The signature of each target, in order. */
  signatures: string[];
  /** Some target got it only once. */
  once: boolean;
};

/** How many cases there are: hand-chosen, generated. */
type Origins = { chosen: number; generated: number };

export type Shared = {
  compared: SharedCase[];
  unstable: Behaviour["unstable"];
  /** Compared, but some target got them only once. */
  once: number;
  /** Cases missing in some run, and for each run how many of the others' cases it does not have. */
  missing: Origins;
  lacking: Origins[];
  /** Cases whose request is not the same in all runs. */
  otherRequest: Origins;
};

/** Finds the comparable cases: those that all runs share. */
export function shareCases(runs: readonly ReadonlyMap<string, RunCase>[]): Shared {
  const shared: Shared = {
    compared: [],
    unstable: [],
    once: 0,
    missing: { chosen: 0, generated: 0 },
    lacking: runs.map(() => ({ chosen: 0, generated: 0 })),
    otherRequest: { chosen: 0, generated: 0 },
  };
  for (const id of new Set(runs.flatMap((cases) => [...cases.keys()])))
    share(
      shared,
      runs.map((cases) => cases.get(id)),
    );
  return shared;
}

function share(shared: Shared, found: (RunCase | undefined)[]): void {
  const each = found.filter((one) => one !== undefined);
  const [first, ...others] = each;
  if (first === undefined) return;
  const { id, reason, valid, generated, size, about } = first;
  const origin = generated ? "generated" : "chosen";
  if (each.length < found.length) {
    shared.missing[origin] += 1;
    for (const [at, one] of found.entries())
      if (one === undefined) (shared.lacking[at] as Origins)[origin] += 1;
    return;
  }
  if (!others.every((other) => isSameRequest(first, other))) {
    shared.otherRequest[origin] += 1;
    return;
  }
  if (each.some(({ stability }) => stability === "unstable")) {
    const signatures = each.map((one) => [...new Set(signaturesOf(one))]);
    shared.unstable.push({ case: id, signatures });
    return;
  }
  const once = each.some(({ stability }) => stability === "once");
  if (once) shared.once += 1;
  const signatures = each.map((one) => one.signatures[0] ?? "");
  shared.compared.push({ id, reason, valid, generated, size, about, signatures, once });
}

const isTimeOut = (signature: string): boolean => signatureWords(signature).includes("timed-out");

/** Fewer unstable cases with time-outs may be the server's behaviour. */
const OVERLOADED_CASES = 3;

/** Targets that sometimes timed out and sometimes responded to the same requests, several of them. */
export function overloadedTargets({ unstable }: Pick<Shared, "unstable">): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { signatures } of unstable)
    for (const [target, each] of signatures.entries())
      if (each.some(isTimeOut) && !each.every(isTimeOut))
        counts.set(target, (counts.get(target) ?? 0) + 1);
  return new Set([...counts].filter(([, n]) => n >= OVERLOADED_CASES).map(([target]) => target));
}

/** How a target responded; a change on repeat is not a difference in itself. */
const signaturesOf = ({ stability, signatures }: RunCase): string[] =>
  stability === "unstable" ? signatures : signatures.slice(0, 1);
