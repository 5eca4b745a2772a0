import { rows, bytes } from "../../src/template/index.ts";
import type { BodyEntry, BodyForms } from "../../src/generate/index.ts";
import { writeMember } from "../../src/generate/index.ts";
import { jsonEscapes } from "../../src/text/index.ts";
import { kindOf, slugOf, type FieldSlot } from "../../src/kinds/index.ts";

const INDENTED = { open: "{\n  ", comma: ",\n  ", colon: ": ", close: "\n}" };
const TABBED = { ...INDENTED, open: "{\n\t", comma: ",\n\t" };
const ALL = " \t\r\n";
const ALL_SPACES = {
  open: `{${ALL}`,
  comma: `${ALL},${ALL}`,
  colon: `${ALL}:${ALL}`,
  close: `${ALL}}`,
};

export function layouts(forms: BodyForms): BodyEntry[] {
  const { stated, first, last, marked } = forms;
  const reversed = forms.fields.toReversed();
  const order = `${last?.label ?? ""} before ${first?.label ?? ""}`;
  const cr = marked({ open: "{\r", comma: ",\r", close: "\r}" });
  const crlf = marked({ open: "{\r\n  ", comma: ",\r\n  ", colon: ": ", close: "\r\n}" });
  const indented = reversed.flatMap((each, index) => [
    index === 0 ? "" : ",\n  ",
    ...writeMember(each, { marks: { colon: ": " } }),
  ]);
  return rows`
  keys-reversed | ${order} | ${last && forms.only(reversed)}
  space-after-colon | a space after each colon | ${marked({ colon: ": " })}
  space-after-comma | a space after each comma | ${marked({ comma: ", " })}
  space-before-colon | a space before each colon | ${marked({ colon: " :" })}
  space-before-comma | a space before each comma | ${marked({ comma: " ," })}
  space-in-braces | a space inside each brace | ${marked({ open: "{ ", close: " }" })}
  space-before | a space before the document | ${bytes` ${stated}`}
  space-after | a space after the document | ${bytes`${stated} `}
  newline-before | a line feed before the document | ${["\n", ...stated]}
  newline-after | a line feed after the document | ${[...stated, "\n"]}
  crlf-after | carriage return and line feed after the document | ${[...stated, "\r\n"]}
  tab-after | a tab after the document | ${[...stated, "\t"]}
  indented | two spaces of indent, line feeds | ${marked(INDENTED)}
  tabbed | tabs of indent, line feeds | ${marked(TABBED)}
  crlf-lines | two spaces of indent, carriage return and line feed | ${crlf && [...crlf, "\r\n"]}
  cr-lines | carriage returns alone | ${cr && [...cr, "\r"]}
  all-white-space | all four white space characters between all tokens | ${marked(ALL_SPACES)}
  reversed-indented | ${order}, on lines of their own | ${last && ["{\n  ", ...indented, "\n}"]}
`;
}

/** Characters of a date-time by their place; a negative place counts from its end. */
const DATE_PARTS: [name: string, part: string, from: number, count: number][] = [
  ["digit", "first digit", 0, 1],
  ["year", "first two digits", 0, 2],
  ["dash", "first dash", 4, 1],
  ["t", "T", 10, 1],
  ["colon", "first colon", 13, 1],
  ["dot", "dot", 19, 1],
  ["z", "Z", -1, 1],
];

/** Numbers that are far apart: a character that is the same in all of them is always the same. */
const UNIQUES = [100_000_000, 333_333_333, 555_555_555, 777_777_777, 987_654_321];

/** The text of a value that is the same in every request. */
const constantOf = (slot: FieldSlot): string =>
  slot
    .content()
    .filter((part) => typeof part === "string")
    .join("");

/** A value with a part of it as escapes; undefined if that part differs in each request. */
function escapedPart(
  forms: BodyForms,
  slot: FieldSlot,
  from: number,
  count: number,
  upper = false,
) {
  // A constant may be an example of the document.
  const texts = slot.text === undefined ? [constantOf(slot)] : UNIQUES.map(slot.text);
  const length = texts[0]?.length ?? 0;
  const start = from < 0 ? length + from : from;
  const [part = "", ...others] = texts.map((text) => text.slice(start, start + count));
  const isPlain = texts.every((text) => /^[\x20-\x7e]+$/.test(text) && !/["\\]/.test(text));
  if (!isPlain || part === "" || others.some((other) => other !== part)) return undefined;
  const escape = upper
    ? jsonEscapes(part).replace(/[a-f]/g, (hex) => hex.toUpperCase())
    : jsonEscapes(part);
  const content = slot.content();
  const before = start === 0 ? [] : [{ slice: content, from: 0, to: start }];
  const after = start + count === length ? [] : [{ slice: content, from: start + count }];
  return forms.on.body({ [slot.path]: bytes`"${before}${escape}${after}"` });
}

export function escapes(forms: BodyForms): BodyEntry[] {
  const { first, last, leaves } = forms;
  const date = leaves.findLast(({ type }) => type.kind === "date-time");
  const texts = leaves.filter(
    ({ type, path }) =>
      kindOf(type).quoted && type.kind !== "date-time" && !path.includes("[") && path !== "",
  );
  const ofDate = (date === undefined ? [] : DATE_PARTS).flatMap(
    ([name, part, from, count]): BodyEntry[] => {
      if (
        date === undefined ||
        (name === "dot" && date.type.kind === "date-time" && date.type.fraction === 0)
      )
        return [];
      const what = `the ${part} of ${date.label} as ${count === 1 ? "a JSON escape" : "JSON escapes"}`;
      const entry: BodyEntry = [name, what, escapedPart(forms, date, from, count)];
      if (name !== "dash") return [entry];
      const upper = escapedPart(forms, date, from, count, true);
      return [entry, ["dash-upper", "the same escape in upper case", upper]];
    },
  );
  const keyEscape = (field: FieldSlot | undefined, at: number, which: string): BodyEntry[] => {
    const key = field?.key ?? "";
    if (field === undefined || !/^[\w-]+$/.test(key)) return [];
    const start = at < 0 ? key.length + at : at;
    const text =
      key.slice(0, start) + jsonEscapes(key.slice(start, start + 1)) + key.slice(start + 1);
    return [
      [
        `key-${slugOf(field.path)}`,
        `the ${which} letter of the key ${field.label} as a JSON escape`,
        forms.markedAt(field, {}, text),
      ],
    ];
  };
  return [
    ...ofDate,
    ...texts.map((slot): BodyEntry => [
      slugOf(slot.path),
      `the first character of ${slot.label} as a JSON escape`,
      escapedPart(forms, slot, 0, 1),
    ]),
    ...keyEscape(first, 0, "first"),
    ...keyEscape(last, -1, "last"),
  ];
}
