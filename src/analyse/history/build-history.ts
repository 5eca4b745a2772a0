import type { Changes, History, HistoryRun } from "../../model/index.ts";
import { VERSION } from "../../version.ts";
import { changedCases } from "./changed-cases.ts";
import type { Headline } from "./headline.ts";
import { runRatio, type RunRates } from "./run-ratio.ts";

/** `$id` of the schema that `witness history --json` follows. */
export const HISTORY_SCHEMA_ID = "urn:api-witness:history:1";

/** Stored runs in chronological order, each with the earlier ones of its target. */
export function buildHistory(headlines: readonly Headline[]): History {
  const inTime = headlines.toSorted(
    ({ run: a }, { run: b }) =>
      compareText(a.startedAt, b.startedAt) || compareText(a.runId, b.runId),
  );
  return {
    $schema: HISTORY_SCHEMA_ID,
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    runs: inTime.map((headline, at) => {
      const { target } = headline.run;
      return besideEarlier(
        headline,
        inTime.slice(0, at).filter(({ run }) => run.target === target),
      );
    }),
  };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function besideEarlier(headline: Headline, earlier: readonly Headline[]): HistoryRun {
  const { run, cases, rates } = headline;
  const previous = cases.length === 0 ? undefined : earlier.findLast((each) => each.cases.length);
  return {
    ...run,
    ...(previous !== undefined && { changes: changesSince(previous, headline) }),
    ...(run.load !== undefined && { load: { ...run.load, ...ratiosOf(rates, earlier) } }),
  };
}

function changesSince(previous: Headline, { run, cases }: Headline): Changes {
  return {
    since: previous.run.runId,
    ...changedCases(previous.cases, cases),
    ...(previous.run.tool !== run.tool && { otherTool: previous.run.tool }),
  };
}

function ratiosOf(rates: RunRates | undefined, earlier: readonly Headline[]) {
  if (rates === undefined) return {};
  const alike = earlier.flatMap((each) => (each.rates?.offer === rates.offer ? each.rates : []));
  // If the generator limited the first run, every later ratio would have a bound on one side only.
  const first = alike.find(({ limited }) => !limited) ?? alike[0];
  const previous = alike.at(-1);
  const toFirst = first && runRatio(rates, first);
  const toPrevious = previous && runRatio(rates, previous);
  return { ...(toFirst && { toFirst }), ...(toPrevious && { toPrevious }) };
}
