import type { Summary } from "../model/index.ts";
import { sum } from "../stats/index.ts";
import { counted, durationText, whole } from "../text/index.ts";

/** What became of a target in a run, as `summary.json` and `comparison.json` have it. */
export type Life = Pick<Summary, "deaths" | "growths" | "startsMs">;

/** `ended 3 times, hung 1 time`; empty if it did neither. */
export function diedText({ deaths = [] }: Life): string {
  return (["ended", "hung"] as const)
    .map((kind) => {
      const own = deaths.filter((death) => death.kind === kind);
      const count = own.reduce((sum, each) => sum + each.count, 0);
      return count === 0 ? "" : `${kind} ${counted(count, "time")}`;
    })
    .filter(Boolean)
    .join(", ");
}

/** How long a served target took to respond after each start; empty if witness did not start it. */
export function startText({ startsMs = [] }: Life): string {
  const [first] = startsMs;
  if (first === undefined) return "";
  if (startsMs.length === 1) return `first response ${durationText(first)} after the start`;
  const [least, most] = [Math.min(...startsMs), Math.max(...startsMs)];
  return `first response ${durationText(least)} to ${durationText(most)} after each of ${startsMs.length} starts`;
}

/** ` 413/413` after the verdict; where it is not held although every valid request got a response, why not. */
export function statedCounts(summary: Pick<Summary, "accepts" | "stated"> & Life): string {
  const { valid, answered, breaches = [] } = summary.stated;
  if (valid === 0) return "";
  const counts = `${whole(answered)}/${whole(valid)}`;
  if (summary.accepts !== "not-held" || answered < valid) return ` ${counts}`;
  const died = diedText(summary);
  if (died !== "") return `: the server ${died} (${counts} while it ran)`;
  const differing = sum(breaches.map(({ count }) => count));
  return differing === 0
    ? `: the server was lost (${counts} until then)`
    : `: ${counted(differing, "response")} not as documented (${counts} got one)`;
}
