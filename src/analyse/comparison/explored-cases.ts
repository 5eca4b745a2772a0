import { isExplored } from "../../model/index.ts";
import type { NamedRun } from "./name-runs.ts";
import { requestKey } from "../generated-fold.ts";

/** A case with evidence: its id in the records, and the runs in which it is the same request. */
export type Shown = { id: string; runs: number[] };

/**
 * Names for the evidence of findings. Exploring uses the same id in every run, possibly for different
 * requests: those of later runs are named `<id> (<name of the run>)`.
 */
export class ExploredCases {
  readonly #runs: readonly NamedRun[];
  readonly shown = new Map<string, Shown>();

  constructor(runs: readonly NamedRun[]) {
    this.#runs = runs;
  }

  /** The name of a case of this run in the comparison. */
  refer(run: number, id: string): string {
    if (!isExplored(id)) return id;
    const alike = this.#alike(id);
    const isFirst = alike.includes(run);
    const name = isFirst ? id : `${id} (${this.#runs[run]?.name})`;
    if (!this.shown.has(name)) this.shown.set(name, { id, runs: isFirst ? alike : [run] });
    return name;
  }

  /** The runs in which the case has the same request as in the first. */
  #alike(id: string): number[] {
    const keys = this.#runs.map(({ fold }) => {
      const found = fold.cases.get(id);
      return found && requestKey(found.case.request);
    });
    const first = keys.find((key) => key !== undefined);
    return keys.flatMap((key, at) => (key !== undefined && key === first ? [at] : []));
  }
}
