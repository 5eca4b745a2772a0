import { WitnessError } from "../../errors.ts";
import type { RunHeader } from "../../model/index.ts";
import { clockText, dayText, fullDateText } from "../../text/index.ts";
import type { RunFold } from "../run-fold.ts";

/** A folded run to compare, and its folder, relative to that of the comparison; `path` is as a user types it. */
export type ComparedRun = { fold: RunFold; run: string; path?: string };

/** A run with its unique name in the comparison. */
export type NamedRun = ComparedRun & { name: string; header: RunHeader };

/** The header of a run; without it, nothing can be compared. */
function headerOf({ fold, run }: ComparedRun): RunHeader {
  if (fold.header === undefined)
    throw new WitnessError("run-folder", `the run at ${run} has no header: it cannot be compared`);
  return fold.header;
}

/**
 * Names each run after its target. If several have the same name, the day or more is added: `go (20
 * Nov)`, `go (20 Nov 2026)`, `go (20 Nov 2026 14:05)`, `go (2)`.
 */
export function nameRuns(runs: readonly ComparedRun[]): NamedRun[] {
  const named = runs.map((each) => ({ ...each, header: headerOf(each) }));
  return named.map((each) => {
    const { name } = each.header.target;
    const alike = named.filter(({ header }) => header.target.name === name);
    return { ...each, name: alike.length > 1 ? distinctText(alike, alike.indexOf(each)) : name };
  });
}

type Alike = { header: RunHeader }[];

function distinctText(alike: Alike, nth: number): string {
  const name = alike[nth]?.header.target.name ?? "";
  for (const write of [dayText, fullDateText, timeText]) {
    const texts = alike.map(({ header }) => write(header.startedAt));
    if (new Set(texts).size === texts.length) return `${name} (${texts[nth]})`;
  }
  return `${name} (${nth + 1})`;
}

const timeText = (iso: string): string => `${fullDateText(iso)} ${clockText(iso)}`;
