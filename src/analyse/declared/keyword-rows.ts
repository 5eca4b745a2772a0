import type { StatedField } from "../../contract/index.ts";
import { type FieldType, isOtherType, kindOf } from "../../kinds/index.ts";
import type { AxisFinding, DeclaredKeyword, DeclaredVerdict } from "../../model/index.ts";
import { textsOf } from "../../text/index.ts";
import { type Keyword, declaredKeywords, fitsInside } from "./declared-keywords.ts";
import { type Limit, type Point, figureOf, limitOf, magnitudeOf } from "./field-limit.ts";
import { LIMITS, hasPattern, limitRows } from "./limit-rows.ts";
import { ownForms, listed, named, shownIn } from "./shown-values.ts";
import { showsNothing, type SeenValue } from "./seen-values.ts";

/** Stands for the keyword of a rule that no keyword declares. */
export const UNDECLARED = "undeclared rule";
/** The keywords that may explain why a server refuses values that the document allows, in the order in which they are tried. */
const EXPLAINING = ["pattern", "format", "enum", "multipleOf"];

/** The declared keywords of a field, compared with the responses to its values; `values` is undefined if no value shows anything. */
export function keywordRows(
  field: StatedField,
  values: readonly SeenValue[] | undefined,
  axes: readonly AxisFinding[],
): DeclaredKeyword[] {
  const { label, required, type } = field.slot;
  const stated = requiredRow(label, required, values, field);
  if (type.alternatives === "all") return stated;
  const keywords = declaredKeywords(type);
  const sent = judgedValues(type, values);
  const isDependent = figureAxesOf(field, axes).some(({ boundaries }) =>
    boundaries.some(
      ({ ofValues, near, far }) =>
        ofValues === true && [near, far].some(({ signature }) => /^2\d\d\b(?!-)/.test(signature)),
    ),
  );
  const unit = unitOf(field, axes);
  const limits = isDependent ? [] : limitsOf(field, sent, { keywords, axes, unit });
  const isAllowed = (seen: SeenValue): boolean =>
    keywords.every(({ keeps }) => keeps(seen.value) !== false) && fitsInside(type, seen.value);
  const hasOwnForm = ownForms(type, sent.filter(isAllowed));
  const unexplained = sent.filter(
    (seen) =>
      !isDependent &&
      seen.value !== null &&
      refusesValue(seen) &&
      isAllowed(seen) &&
      isWithin(magnitudeOf(type, seen, unit), limits) &&
      hasOwnForm(seen),
  );
  const explaining = EXPLAINING.find((name) => keywords.some((each) => each.name === name));
  const plain = keywords.filter(({ name }) => !LIMITS.has(name));
  return [
    ...plain.flatMap((keyword) =>
      rowOf(label, keyword, {
        breakers: sent.filter((seen) => breaksOnly(seen, keyword, keywords)),
        refused: keyword.name === "nullable" ? [] : keyword.name === explaining ? unexplained : [],
        sent,
      }),
    ),
    ...(explaining === undefined ? undeclaredRule(label, unexplained) : []),
    ...limitRows(label, type, { keywords, limits, isDependent, unit }),
    ...stated,
  ].filter(({ keyword }) => keyword !== "minLength" || !isEmptiedWith(field, values));
}

const comparable = (type: FieldType, values: readonly SeenValue[] = []): SeenValue[] =>
  values.filter(({ what, value }) => what === "value" && !isOtherType(type, value));

/** Whether a field is the one member that a map is sent with, of any name. */
const isMapMember = ({ slot, parent }: StatedField): boolean =>
  slot.key === "key" && parent?.inner.length === 1 && slot.required === false;

/** Whether a map must have a member: one without text may count as none. */
const isEmptiedWith = (field: StatedField, values: readonly SeenValue[] | undefined): boolean =>
  isMapMember(field) &&
  values?.some((seen) => seen.what === "missing" && refusesValue(seen)) === true;

const breaksOnly = (
  { value }: SeenValue,
  keyword: Keyword,
  keywords: readonly Keyword[],
): boolean =>
  keywords.every((each) => (each.keeps(value) === false) === (each.name === keyword.name));

/** An error of the server does not refuse a value: it shows nothing about what is allowed. */
export const refusesValue = ({ accepted, signature }: SeenValue): boolean =>
  !accepted && /^[34]\d\d\b/.test(signature);

/** Of a value that the standard of its format leaves to readers, neither response is a deviation. */
const judgedValues = (type: FieldType, values: Parameters<typeof comparable>[1]): SeenValue[] =>
  comparable(type, values).filter(({ value }) => kindOf(type).leavesOpen?.(type, value) !== true);

/** Whether the size of a value is one that is accepted: else its size may be the reason for the refusal. */
function isWithin(figure: ReturnType<typeof magnitudeOf>, limits: readonly Limit[]): boolean {
  if (figure === "unknown") return false;
  return (
    figure === undefined ||
    limits.every(({ bound, inside }) =>
      bound === "maximum" ? figure <= inside.figure : figure >= inside.figure,
    )
  );
}

/** The axes that show a limit of a field. For a text with a pattern, they are about the pattern; for a number, they have its whole values. */
function axesOf({ slug, slot }: StatedField, axes: readonly AxisFinding[]): AxisFinding[] {
  const { type } = slot;
  return hasPattern(type) ? [] : figureAxesOf({ slug }, axes);
}

function figureAxesOf({ slug }: Pick<StatedField, "slug">, axes: readonly AxisFinding[]) {
  const names = FIGURE_AXES.map((name) => `${slug}-${name}`);
  return axes.filter(({ axis }) => names.includes(axis.replace(/^field-/, "")));
}

/** The unit in which the length of a text is limited, if it is not characters. */
const unitOf = ({ slug, slot }: StatedField, axes: readonly AxisFinding[]): string | undefined =>
  slot.type.kind === "text"
    ? figureAxesOf({ slug }, axes).find(({ unit }) => unit !== "characters")?.unit
    : undefined;

const FIGURE_AXES = ["upwards", "downwards", "longer", "shorter", "items"];

/** Of values that keep everything but limits, how far they are accepted on both sides. */
function limitsOf(
  field: StatedField,
  sent: readonly SeenValue[],
  {
    keywords,
    axes,
    unit,
  }: { keywords: readonly Keyword[]; axes: readonly AxisFinding[]; unit: string | undefined },
): Limit[] {
  const { type } = field.slot;
  const others = keywords.filter(({ name }) => !LIMITS.has(name));
  const isLikeAccepted = likeAccepted(type, sent);
  const points = sent.flatMap((seen): Point[] => {
    const figure = figureOf(type, seen, unit);
    const keepsOthers =
      others.every(({ keeps }) => keeps(seen.value) !== false) && fitsInside(type, seen.value);
    return figure === undefined || !keepsOthers || !isLikeAccepted(seen)
      ? []
      : [{ figure, accepted: seen.accepted, seen }];
  });
  const walked = axesOf(field, axes).flatMap(({ stretches }) =>
    stretches.flatMap(({ from, to, signature }): Point[] =>
      STATUS.test(signature) && !showsNothing(signature)
        ? [from, to].map((at) => ({
            figure: type.kind === "number" ? Number(at) : BigInt(at),
            accepted: /^2\d\d\b(?!-)/.test(signature),
          }))
        : [],
    ),
  );
  return (["minimum", "maximum"] as const).flatMap(
    (bound) => limitOf([...points, ...walked], bound) ?? [],
  );
}

/** The status of a response: other signatures say how it ended, and nothing about limits of values. */
const STATUS = /^\d{3}\b/;

/**
 * Whether a refused text has only characters that are in accepted texts as well: else the characters may be the reason, and
 * not the length. Of a text with a format, such as a URI, the form may be the reason.
 */
function likeAccepted(type: FieldType, sent: readonly SeenValue[]) {
  const known = new Set(
    sent.flatMap(({ value, accepted }) =>
      accepted && typeof value === "string" ? [...value] : [],
    ),
  );
  return ({ value, accepted }: SeenValue): boolean =>
    accepted ||
    typeof value !== "string" ||
    (type.kind === "text" && [...value].every((each) => known.has(each)));
}

type Cells = {
  /** Values that only this keyword refuses. */
  breakers: readonly SeenValue[];
  /** Refused values that every keyword allows, where this one explains them. */
  refused: readonly SeenValue[];
  sent: readonly SeenValue[];
};

function rowOf(part: string, { name, declared, keeps }: Keyword, cells: Cells): DeclaredKeyword[] {
  const { breakers, sent } = cells;
  if (name === "nullable") {
    const nulls = sent.filter(({ value }) => value === null);
    return [flagRow({ part, keyword: name, isAllowed: declared === "true", seen: nulls })];
  }
  const accepted = breakers.filter((each) => each.accepted);
  const stopped = breakers.filter((each) => !each.accepted);
  const verdict = verdictOf(accepted.length > 0, cells.refused.length > 0, stopped.length > 0);
  const shown = [...named(accepted), ...named(cells.refused)];
  return [
    {
      part,
      keyword: name,
      declared,
      implemented: textsOf(
        accepted.length > 0 && `also accepts ${listed(accepted)}`,
        cells.refused.length > 0 && `refuses ${listed(cells.refused)}`,
        verdict === "same" && declared,
        verdict === "not decided" && nothingSeen(sent, keeps),
      ).join("; "),
      verdict,
      evidence: shownIn(shown.length > 0 ? shown : stopped),
      seen: { accepted: accepted.length, refused: stopped.length },
    },
  ];
}

/** Values that every keyword allows, and that are refused all the same. */
const undeclaredRule = (part: string, refused: readonly SeenValue[]): DeclaredKeyword[] =>
  refused.length === 0
    ? []
    : [
        {
          part,
          keyword: UNDECLARED,
          declared: "none",
          implemented: `refuses ${listed(refused)}`,
          verdict: "narrower",
          evidence: shownIn(named(refused)),
          seen: { accepted: 0, refused: refused.length },
        },
      ];

const nothingSeen = (sent: readonly SeenValue[], keeps: Keyword["keeps"]): string =>
  sent.some(({ value }) => keeps(value) === false)
    ? "no value breaks only this keyword"
    : "no value that breaks it was sent";

const verdictOf = (wider: boolean, narrower: boolean, held: boolean): DeclaredVerdict => {
  if (wider && narrower) return "wider and narrower";
  if (wider) return "wider";
  if (narrower) return "narrower";
  return held ? "same" : "not decided";
};

/** A keyword that allows one thing or not. `isAllowed` may be the default of the keyword. */
export function flagRow({
  part,
  keyword,
  isAllowed,
  seen,
  words = { true: "true", false: "false" },
}: {
  part: string;
  keyword: string;
  isAllowed: boolean;
  seen: readonly SeenValue[];
  words?: Record<"true" | "false", string>;
}): DeclaredKeyword {
  const accepted = seen.filter((each) => each.accepted);
  const refused = seen.filter((each) => !each.accepted);
  const isDecided = accepted.length === 0 || refused.length === 0;
  const isAccepted = accepted.length > 0;
  const isKnown = seen.length > 0 && isDecided;
  return {
    part,
    keyword,
    declared: words[`${isAllowed}`],
    implemented:
      seen.length === 0
        ? "no response to judge"
        : isDecided
          ? words[`${isAccepted}`]
          : `accepted in ${accepted[0]?.case}, refused in ${refused[0]?.case}`,
    verdict: verdictOf(
      isKnown && isAccepted && !isAllowed,
      isKnown && !isAccepted && isAllowed,
      isKnown,
    ),
    evidence: shownIn(seen),
    seen: { accepted: accepted.length, refused: refused.length },
  };
}

function requiredRow(
  part: string,
  required: boolean | undefined,
  values: readonly SeenValue[] | undefined,
  field: StatedField,
): DeclaredKeyword[] {
  const { in: place, parent } = field;
  const missing = (values ?? []).filter(({ what }) => what === "missing");
  const isOfWhole = place === "path" || (place === "body" && parent === undefined);
  if (isOfWhole && missing.length === 0) return [];
  return [
    flagRow({
      ...(isMapMember(field) && parent !== undefined
        ? { part: parent.label, keyword: "minProperties", words: { true: "0", false: "1" } }
        : { part, keyword: "required", words: { true: "false", false: "true" } }),
      isAllowed: required !== true,
      seen: missing,
    }),
  ];
}
