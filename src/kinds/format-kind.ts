import { json, jsonContent, jsonTypeOf, stringOf } from "./case-families.ts";
import { otherThanStrings, valuesOf } from "./case-families.ts";
import fc from "fast-check";
import { z } from "zod";
import { bytes, slice, type Template } from "../template/index.ts";
import { anyOf, lazily } from "./lazily.ts";
import type { Kind, Slot, ValueCase } from "./kind.ts";
import { keepsOrder, MomentSide } from "./date-time/type.ts";
import { fitsText, textWords, TextType } from "./text/type.ts";

export type FormatFamilies = Readonly<Record<string, readonly FormatRow[]>>;

/** A text: its name, its description, and itself. `plain` is the valid text of the slot's type. */
export type FormatRow = [name: string, what: string, text: string | ((plain: string) => string)];

export type FormatType<Name extends string> = Omit<TextType, "kind"> & {
  kind: Name;
  span?: MomentSide;
};

type Optional = "isBounded" | "otherForms" | "axes" | "simpler" | "known";

type Format<Type> = Pick<Kind<Type>, "name" | "text" | "rules" | "formats" | "patterns"> &
  Partial<Pick<Kind<Type>, Optional | "identifies" | "isTime" | "isUsual">> & {
    words: string;
    has: (text: string) => boolean;
    deviation: (text: string) => string | undefined;
    families: FormatFamilies;
    /** Valid random texts; all are plain. Made on demand: some need a second. */
    texts: () => fc.Arbitrary<string>;
  };

const EXAMPLE = 345_678_901;
const CHARACTERS = Array.from(
  ` 019azAZ-_.:/@%+,;"'\\<>{}\t\n\u0000\u00a0\u00e9\u0301\u200b\uff11\ufeff`,
);

export function formatKind<Name extends string>(
  format: Format<FormatType<Name>> & { name: Name },
): Kind<FormatType<Name>> {
  const { words, has, deviation, families: _, texts, ...own } = format;
  const type = z.strictObject({
    ...TextType.shape,
    kind: z.literal(format.name),
    ...(format.isTime === true && { span: MomentSide.optional() }),
  }) as unknown as z.ZodType<FormatType<Name>>;
  const asText = ({ span: _span, ...stated }: FormatType<Name>): TextType => ({
    ...stated,
    kind: "text",
  });
  return {
    isBounded: () => false,
    axes: () => [],
    simpler: simplerTexts,
    ...own,
    schema: () => type,
    words: (stated) => textWords(asText(stated)).replace(/^a text/, words),
    aspect: "format",
    quoted: true,
    fits: (stated, value) =>
      typeof value === "string" && has(value) && fitsText(asText(stated), value),
    cases: (slot) => casesOf(slot, format),
    valid: ({ type: stated, valid }) =>
      stated.fresh === true
        ? fc.constant(valid())
        : lazily(() => texts().map(fitting(stated, asText(stated), valid))),
    arbitrary: (slot) => nearMisses(format.text(slot.type, EXAMPLE), format),
    deviation: (stated, value) => {
      const given = stringOf(value);
      if (given === undefined) return jsonTypeOf(value);
      return deviation(given) ?? (fitsText(asText(stated), given) ? undefined : "another text");
    },
  };
}

const fitting =
  ({ span }: { span?: MomentSide }, stated: TextType, plain: () => Template) =>
  (text: string): Template =>
    fitsText(stated, text) && (span === undefined || keepsOrder(span, Date.parse(text)))
      ? json(text)
      : plain();

const MOST_ODD = 8;

/** The valid value cut short, with one odd character more, or in the other case. */
function simplerTexts<Type>({ valid, content }: Slot<Type>, given: string): Template[] {
  const text = stringOf(given);
  if (text === undefined) return [['""'], valid()];
  const odd = [...new Set(text)].filter((letter) => !/[0-9A-Za-z]/.test(letter));
  const own = content();
  return [
    ['""'],
    ...odd.slice(0, MOST_ODD).flatMap((letter): Template[] => {
      const written = jsonContent(letter);
      return [[`"${written}"`], bytes`"${own}${written}"`, bytes`"${written}${own}"`];
    }),
    bytes`"${slice(own, 1)}"`,
    bytes`"${own}0"`,
  ];
}

const textOf = (text: FormatRow[2], plain: string): string =>
  typeof text === "string" ? text : text(plain);

function casesOf<Type>(
  slot: Slot<Type>,
  { families, text }: Pick<Format<Type>, "families" | "text">,
): ValueCase[] {
  const plain = text(slot.type, EXAMPLE);
  const chosen = Object.entries(families).flatMap(([family, rows]) =>
    valuesOf(
      slot.label,
      { probes: ["format"], family },
      rows.map(([name, what, given]) => [name, what, json(textOf(given, plain))]),
    ),
  );
  return [...chosen, ...otherThanStrings(slot, "format")];
}

const spliced = (text: string, at: number, without: number, put: string): string =>
  text.slice(0, at) + put + text.slice(at + without);

function nearMisses<Type>(
  plain: string,
  { families, texts }: Format<Type>,
): fc.Arbitrary<Template> {
  const chosen = Object.values(families).flatMap((rows) =>
    rows.map(([, , given]) => textOf(given, plain)),
  );
  const edit = fc.record({
    at: fc.nat({ max: plain.length }),
    without: fc.integer({ min: 0, max: 2 }),
    put: fc.constantFrom("", ...CHARACTERS),
  });
  const edited = fc
    .tuple(
      fc.oneof(lazily(texts), fc.constantFrom(plain, ...chosen)),
      fc.array(edit, { maxLength: 2 }),
    )
    .map(([text, edits]) =>
      json(edits.reduce((so, { at, without, put }) => spliced(so, at, without, put), text)),
    );
  const plainWords = 'null true 0 123456789 [] {} "" [""]'.split(" ");
  const other = anyOf(...plainWords, plain, `'${plain}'`, "");
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: edited, weight: 6 },
    { arbitrary: other, weight: 1 },
  );
}
