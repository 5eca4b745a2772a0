import { type AxisSummary, type BoundarySummary, classOf } from "../../model/index.ts";

/** A limit along one axis, or along several that meet the same one. */
export type AxisLimit = {
  /** Titles of the axes. */
  titles: string[];
  /** `102,400 bytes`: the last accepted value. */
  last: string;
  /** The response after it. */
  outcome: string;
  case: string;
};

type Axis = Pick<AxisSummary, "title" | "unit"> & { boundaries: readonly BoundarySummary[] };

/** Axes of bytes count a header's value, a target or a whole body: one limit is at most this share apart on them. */
const APART = 0.02;

/** The places where a 2xx ends. Limits of bytes that nearly agree are one: a limit of the head is met by each of its lines. */
export function limitsOf(axes: readonly Axis[]): AxisLimit[] {
  const limits: { limit: AxisLimit; bytes: number | undefined }[] = [];
  for (const { title, unit, boundaries } of axes) {
    const end = boundaries.find(isEnd);
    if (end === undefined) continue;
    const bytes = unit === "bytes" ? Number(end.near.at) : undefined;
    const known = limits.find((each) => isNear(each.bytes, bytes));
    if (known !== undefined) known.limit.titles.push(title);
    else
      limits.push({
        limit: {
          titles: [title],
          last: unit === undefined ? end.near.text : `${end.near.text} ${unit}`,
          outcome: end.far.signature,
          case: end.far.case,
        },
        bytes,
      });
  }
  return limits.map(({ limit }) => limit);
}

const isEnd = ({ near, far }: BoundarySummary): boolean =>
  classOf(near.signature) === "2xx" && classOf(far.signature) !== "2xx";

const isNear = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && Math.abs(one - other) <= APART * Math.max(one, other);
