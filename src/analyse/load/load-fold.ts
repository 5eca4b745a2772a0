import type { Ceiling, LoadSite, Round } from "../../model/load.ts";

/** What a record tells of the load, as it was written; of the warm-ups only how much was sent. */
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

/** Takes a record of the load in. */
export function foldLoad(load: LoadFold, record: LoadSite | Ceiling | Round): void {
  if (record.type === "load-site") load.site = record;
  else if (record.type === "ceiling") load.ceilings.push(record);
  else if (record.nth > 0) load.rounds.push(record);
  else {
    const { sent, answered } = record.tally.counts;
    load.warmup = { sent: load.warmup.sent + sent, answered: load.warmup.answered + answered };
  }
}
