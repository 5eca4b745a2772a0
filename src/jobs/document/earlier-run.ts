import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildRunView, endOf } from "../../analyse/index.ts";
import { WitnessError } from "../../errors.ts";
import type { RunHeader, Target } from "../../model/index.ts";
import { RUN_FILE } from "../../record/index.ts";
import type { PartRun } from "../conclude-run.ts";
import { readFold } from "../read-stored.ts";

/** A run that was killed at its beginning has no header: undefined. */
const readQuietly = (path: string) => readFold(path, () => {}).catch(() => undefined);

/** A run of a whole document that was killed or interrupted: what it sent to the end is not sent again. */
export class EarlierRun {
  readonly folder: string;
  readonly seed: number;
  readonly startedAt: Date;

  private constructor(folder: string, { seed, startedAt }: RunHeader) {
    this.folder = folder;
    this.seed = seed;
    this.startedAt = new Date(startedAt);
  }

  /** @throws WitnessError `run-folder` if there is no run of an operation, `resume` if it has another target. */
  static async open(folder: string, { baseUrl }: Target): Promise<EarlierRun> {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const paths = names
      .map((name) => join(folder, name))
      .filter((path) => existsSync(join(path, RUN_FILE)))
      .toSorted((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs);
    let first: RunHeader | undefined;
    for (const path of paths) first ??= (await readQuietly(path))?.header;
    if (first === undefined)
      throw new WitnessError("run-folder", `${folder} has no run of an operation`, {
        hint: "name the folder of a run of a whole document",
      });
    if (first.target.baseUrl !== baseUrl)
      throw new WitnessError("resume", `this run has another target: ${first.target.baseUrl}`, {
        hint: "name its target, or start a new run",
      });
    return new EarlierRun(folder, first);
  }

  /** The run of the interface with this name that came to its end: `createItem`, or sent again `createItem-2`. */
  async part(name: string): Promise<PartRun | undefined> {
    for (let nth = 1; ; nth += 1) {
      const run = nth === 1 ? name : `${name}-${nth}`;
      const path = join(this.folder, run);
      if (!existsSync(join(path, RUN_FILE))) return undefined;
      const fold = await readQuietly(path);
      if (fold === undefined) continue;
      const summary = buildRunView(fold, path)?.summary;
      const isWhole = fold.integrity?.state === "intact" && endOf(fold) === "done";
      if (isWhole && summary !== undefined && fold.header?.interface?.name === name)
        return { run, summary, fold, end: "done" };
    }
  }
}
