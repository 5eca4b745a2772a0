import { classOf, type Remark, type Summary } from "../model/index.ts";
import { counted, whole } from "../text/index.ts";
import { sum } from "./spread.ts";

type Found = Pick<Summary, "deaths" | "growths" | "suites" | "remarks" | "exploration">;

/** A step between 2xx and another response: where the server begins to refuse. */
export const isLimit = ({ kind, signatures = [] }: Remark): boolean =>
  kind === "step" && signatures.filter((each) => classOf(each) === "2xx").length === 1;

/** The findings of a run in counts: "3 crashes", "12 limits", "108 without response"; empty if there are none. */
export function foundCounts({
  deaths = [],
  growths = [],
  suites,
  remarks,
  exploration,
}: Found): string[] {
  const ended = deaths.filter(({ kind }) => kind === "ended").length;
  const boundaries = sum((exploration?.axes ?? []).map((axis) => axis.boundaries.length));
  const cases = (key: "5xx" | "noAnswer" | "unstable"): number =>
    sum(suites.map(({ classes }) => classes[key]));
  const parts: [number, (count: number) => string][] = [
    [ended, (count) => counted(count, "crash", "crashes")],
    [deaths.length - ended, (count) => counted(count, "hang")],
    [growths.length, (count) => `${whole(count)} with growing memory`],
    [cases("5xx"), (count) => `${whole(count)} with 5xx`],
    [remarks.filter(isLimit).length, (count) => counted(count, "limit")],
    [boundaries, (count) => counted(count, "boundary", "boundaries")],
    [cases("noAnswer"), (count) => `${whole(count)} without response`],
    [cases("unstable"), (count) => `${whole(count)} unstable`],
  ];
  return parts.filter(([count]) => count > 0).map(([count, words]) => words(count));
}
