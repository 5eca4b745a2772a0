import { axisNamed, exampleBytes, sentBytes } from "../generate/index.ts";
import { messageLimits as library } from "../kinds/index.ts";
import type { AxisFinding, CaseRequest, Interface, RuleFinding } from "../model/index.ts";

/** The axes of a message along which the limits of documents and heads are found. */
export const MESSAGE_AXES: readonly string[] = [
  "nesting",
  "body-space",
  "header-count",
  "header-size",
];

type Limit = RuleFinding["limits"][number];
type Boundary = AxisFinding["boundaries"][number] & { unit: string; inside: Figures };

type Figures = { lines: number; head: number; texts: number; line: number };

/** Two limits of a head are one of all its bytes, or of names and values, if they are this close to each other. */
const CLOSE = 0.1;

export function limitsOfMessage(
  from: Interface,
  axes: readonly AxisFinding[],
  accepted: string,
): { document: Limit[]; headers: Limit[] } {
  const endOf = (name: string): Boundary | undefined => endAlong(from, name, axes, accepted);
  // The nested arrays are in the object of the body.
  const [depth, size] = [endOf("nesting"), endOf("body-space")];
  return {
    document: [
      ...(depth === undefined ? [] : [limitOf("document-depth", depth, Number(depth.near.at) + 1)]),
      ...(size === undefined ? [] : [limitOf("document-size", size, Number(size.near.at))]),
    ],
    headers: headLimits(endOf("header-size"), endOf("header-count")),
  };
}

/** Whether all lines are limited together: then one long line and many short ones are refused at the same size. */
function headLimits(size: Boundary | undefined, count: Boundary | undefined): Limit[] {
  const isSame = size?.far.signature === count?.far.signature;
  if (size !== undefined && count !== undefined && isSame) {
    const apart = (of: "head" | "texts"): number =>
      Math.abs(size.inside[of] - count.inside[of]) / size.inside[of];
    const isOfTexts = apart("texts") < apart("head");
    if (apart(isOfTexts ? "texts" : "head") <= CLOSE)
      return isOfTexts
        ? [limitOf("headers-texts", size, size.inside.texts)]
        : [limitOf("headers-size", size, size.inside.head)];
  }
  return [
    ...(size === undefined ? [] : [limitOf("headers-line", size, size.inside.line)]),
    ...(count === undefined ? [] : [limitOf("headers-count", count, count.inside.lines)]),
  ];
}

function endAlong(
  from: Interface,
  name: string,
  axes: readonly AxisFinding[],
  accepted: string,
): Boundary | undefined {
  const axis = axisNamed(from, name);
  const found = axes.find((each) => each.axis === name);
  const end = found?.boundaries.find(
    ({ near, far }) => near.signature === accepted && far.signature !== accepted,
  );
  if (axis === undefined || end === undefined) return undefined;
  const inside = figuresOf(headOf(axis.request(BigInt(end.near.at)), from));
  return { ...end, unit: found?.unit ?? "", inside };
}

/** The whole head: `sentBytes` alone shortens long repetitions on raw connections. */
function headOf(request: CaseRequest, from: Interface): Buffer {
  const head = request.sender === "wire" && request.steps.find((step) => step.do === "send")?.head;
  if (head) return exampleBytes(head, from);
  return sentBytes(request, from).connections[0] ?? Buffer.alloc(0);
}

function figuresOf(message: Buffer): Figures {
  const end = message.indexOf("\r\n\r\n");
  const lines = message.subarray(0, end).toString("latin1").split("\r\n").slice(1);
  return {
    lines: lines.length,
    // Some servers count names and values without what separates them.
    texts: lines.reduce((sum, line) => sum + line.replace(/: */, "").length, 0),
    head: lines.reduce((sum, { length }) => sum + length + 2, 0),
    line: Math.max(0, ...lines.map(({ length }) => length)),
  };
}

function limitOf(id: string, { near, far, unit }: Boundary, at: number): Limit {
  const rules = [...library.document, ...library.headers];
  const side = ({ at: place, signature, case: shown }: Boundary["near"]): Limit["inside"] => ({
    by: `${place} ${unit}`.trim(),
    signature,
    case: shown,
  });
  return {
    id,
    about: rules.find((each) => each.id === id)?.about ?? id,
    bound: "maximum",
    at: String(at),
    inside: side(near),
    outside: side(far),
  };
}
