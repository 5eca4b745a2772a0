import type { Ceiling, LoadSite, Round } from "../../model/index.ts";

/** The load part of a record, as written; for warm-ups only the number of sent requests. */
export type LoadFold = {
  site: LoadSite | undefined;
  ceilings: Ceiling[];
  rounds: Round[];
  warmup: { sent: number; answered: number };
};

export const emptyLoad = (): LoadFold => ({
  site: undefined,
  ceilings: [],
  rounds: [],
  warmup: { sent: 0, answered: 0 },
});

/** Adds a record of the load. */
export function foldLoad(load: LoadFold, record: LoadSite | Ceiling | Round): void {
  if (record.type === "load-site") load.site = record;
  else if (record.type === "ceiling") load.ceilings.push(record);
  else if (record.nth > 0) load.rounds.push(record);
  else {
    const { sent, answered } = record.tally.counts;
    load.warmup = { sent: load.warmup.sent + sent, answered: load.warmup.answered + answered };
  }
}

/** The rounds with figures. A round without a response in time has none, even if responses came after it. */
export const measuredRounds = ({ rounds }: LoadFold): Round[] =>
  rounds.filter(({ tally }) => tally.counts.answered > 0);
