import type { Comparison } from "../../../model/index.ts";
import { counted, whole } from "../../../text/index.ts";
import { depthWords } from "../../comparison/depth-headline.ts";
import { rateText } from "../../comparison/ranking-text.ts";
import type { Paint } from "../paint.ts";
import { boxRows, dotted } from "../summary-box.ts";
import { hangingText } from "../wrap-text.ts";

/** More targets with the same verdict are counted. */
const MOST_NAMED = 6;
/** The fastest of more targets; the others are counted. */
const MOST_RANKED = 6;

/** Why the stated clauses do not hold, or were not judged, at these targets. */
export function notHeldLines({ targets }: Comparison, paint: Paint, width: number): string[] {
  const lines = targets
    .filter(({ accepts }) => accepts !== "held")
    .flatMap(({ name, accepts, stated }) =>
      hangingText("  ", `${name} ${accepted[accepts]} (${stated})`, width),
    );
  return lines.length === 0 ? [] : [paint("bold", "stated by the specification"), ...lines, ""];
}

const accepted: Record<Comparison["targets"][number]["accepts"], string> = {
  held: "held",
  "not-held": "not held",
  "not-judged": "not judged",
  "not-shown": "not shown",
  unreachable: "not reached",
  "not-probed": "not probed",
};

const VERDICTS = Object.keys(accepted) as (keyof typeof accepted)[];

/** The comparison in four rows, for the end of the output: stated, found, speed, report. */
export function comparisonBox(
  comparison: Comparison,
  paint: Paint,
  { report, width }: { report: string; width: number },
): string[] {
  return boxRows(
    {
      stated: dotted(statedParts(comparison, paint)),
      found: dotted(foundParts(comparison)),
      speed: dotted(speedParts(comparison)),
      report: [report],
    },
    paint,
    width,
  );
}

/** Targets by name, or of many with the same verdict how many they are. */
function statedParts({ targets }: Comparison, paint: Paint): string[] {
  return VERDICTS.flatMap((verdict) => {
    const word =
      verdict === "held" ? paint("green", "✓ held") : paint("red", `✗ ${accepted[verdict]}`);
    const names = targets.filter(({ accepts }) => accepts === verdict).map(({ name }) => name);
    const shown = names.length > MOST_NAMED ? [`${whole(names.length)} targets`] : names;
    return shown.map((name) => `${name} ${word}`);
  });
}

function foundParts({ behaviour, axes, targets }: Comparison): string[] {
  const { compared, depth, depths, unstable } = behaviour;
  const { differ, groups } = depths[depth];
  const deaths = targets.reduce((sum, each) => sum + (each.deaths?.length ?? 0), 0);
  const differing = axes.filter(({ cells }) => new Set(cells.map(({ text }) => text)).size > 1);
  const parts: [number, string][] = [
    [deaths, counted(deaths, "crash or hang", "crashes or hangs")],
    [
      compared,
      `${whole(differ)} of ${counted(compared, "case")} ${differ === 1 ? "differs" : "differ"} ${depthWords[depth]}${differ === 0 ? "" : `, in ${counted(groups.length, "group")}`}`,
    ],
    [differing.length, counted(differing.length, "boundary differs", "boundaries differ")],
    [unstable.length, `${whole(unstable.length)} unstable`],
  ];
  const found = parts.filter(([count]) => count > 0).map(([, text]) => text);
  return found.length === 0 ? ["nothing to compare"] : found;
}

/** Ranks, with ties, and rates. */
function speedParts({ speed, targets }: Comparison): string[] {
  if (speed === undefined) return [];
  const more = speed.ranking.length - MOST_RANKED;
  return [
    ...speed.ranking
      .slice(0, MOST_RANKED)
      .map((each) => `${each.rank}. ${targets[each.target]?.name ?? ""} ${rateText(each)}`),
    ...(more > 0 ? [`${whole(more)} more above`] : []),
    ...(speed.apart.length > 0 ? [`${whole(speed.apart.length)} not comparable`] : []),
  ];
}
