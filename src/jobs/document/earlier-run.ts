import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildRunView, endOf } from "../../analyse/index.ts";
import { WitnessError } from "../../errors.ts";
import type { Target } from "../../model/index.ts";
import { RUN_FILE } from "../../record/index.ts";
import type { PartRun } from "../conclude-run.ts";
import { readFold } from "../read-stored.ts";

/** A run of a whole document that was killed or interrupted: what it sent to the end is not sent again. */
export class EarlierRun {
  readonly folder: string;
  readonly seed: number;

  private constructor(folder: string, seed: number) {
    this.folder = folder;
    this.seed = seed;
  }

  /** @throws WitnessError `run-folder` if there is no run of an operation, `resume` if it has another target. */
  static async open(folder: string, { baseUrl }: Target): Promise<EarlierRun> {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const first = names.find((name) => existsSync(join(folder, name, RUN_FILE)));
    if (first === undefined)
      throw new WitnessError("run-folder", `${folder} has no run of an operation`, {
        hint: "name the folder of a run of a whole document",
      });
    const { header } = await readFold(join(folder, first), () => {});
    if (header?.target.baseUrl !== baseUrl)
      throw new WitnessError("resume", `this run has another target: ${header?.target.baseUrl}`, {
        hint: "name its target, or start a new run",
      });
    return new EarlierRun(folder, header.seed);
  }

  /** The run of the interface with this name that came to its end: `createItem`, or sent again `createItem-2`. @throws as `readFold`. */
  async part(name: string): Promise<PartRun | undefined> {
    for (let nth = 1; ; nth += 1) {
      const run = nth === 1 ? name : `${name}-${nth}`;
      const path = join(this.folder, run);
      if (!existsSync(join(path, RUN_FILE))) return undefined;
      const fold = await readFold(path, () => {});
      const summary = buildRunView(fold, path)?.summary;
      const isWhole = fold.integrity?.state === "intact" && endOf(fold) === "done";
      if (isWhole && summary !== undefined && fold.header?.interface?.name === name)
        return { run, summary, fold, end: "done" };
    }
  }
}
