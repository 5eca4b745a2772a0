import {
  writeMember,
  type BodyEntry,
  type BodyForms,
  type JsonMarks,
} from "../../src/generate/index.ts";
import { bytes } from "../../src/template/index.ts";

/** Marks with white space around them. */
const SPACED: [name: string, reason: string, marks: Partial<JsonMarks>][] = [
  ["space-after-colon", "a space after each colon", { colon: ": " }],
  ["space-after-comma", "a space after each comma", { comma: ", " }],
  ["space-before-colon", "a space before each colon", { colon: " :" }],
  ["space-before-comma", "a space before each comma", { comma: " ," }],
  ["space-in-braces", "a space inside each brace", { open: "{ ", close: " }" }],
];

const INDENTED = { open: "{\n  ", comma: ",\n  ", colon: ": ", close: "\n}" };
const ALL = " \t\r\n";

const LINES: typeof SPACED = [
  ["indented", "two spaces of indent, line feeds", INDENTED],
  ["tabbed", "tabs of indent, line feeds", { ...INDENTED, open: "{\n\t", comma: ",\n\t" }],
];

const BARE_LINES: typeof SPACED = [
  ["cr-lines", "carriage returns alone", { open: "{\r", comma: ",\r", close: "\r}" }],
];

const WHITE_SPACE: typeof SPACED = [
  [
    "all-white-space",
    "all four white space characters between all tokens",
    {
      open: `{${ALL}`,
      comma: `${ALL},${ALL}`,
      colon: `${ALL}:${ALL}`,
      close: `${ALL}}`,
    },
  ],
];

/** The stated body in another order or with white space. */
export function layouts(forms: BodyForms): BodyEntry[] {
  const { stated, first, last } = forms;
  const marked = (entries: typeof SPACED): BodyEntry[] =>
    entries.map(([name, reason, marks]) => [name, reason, forms.marked(marks)]);
  const reversed = forms.fields.toReversed();
  const order = `${last?.label ?? ""} before ${first?.label ?? ""}`;
  const crlf = forms.marked({
    open: "{\r\n  ",
    comma: ",\r\n  ",
    colon: ": ",
    close: "\r\n}",
  });
  return [
    ["keys-reversed", order, last && forms.only(reversed)],
    ...marked(SPACED),
    ["space-before", "a space before the document", bytes` ${stated}`],
    ["space-after", "a space after the document", bytes`${stated} `],
    ["newline-before", "a line feed before the document", ["\n", ...stated]],
    ["newline-after", "a line feed after the document", [...stated, "\n"]],
    ["crlf-after", "carriage return and line feed after the document", [...stated, "\r\n"]],
    ["tab-after", "a tab after the document", [...stated, "\t"]],
    ...marked(LINES),
    [
      "crlf-lines",
      "two spaces of indent, carriage return and line feed",
      crlf && [...crlf, "\r\n"],
    ],
    ...marked(BARE_LINES).map(([name, reason, body]): BodyEntry => [
      name,
      reason,
      body && [...body, "\r"],
    ]),
    ...marked(WHITE_SPACE),
    [
      "reversed-indented",
      `${order}, on lines of their own`,
      last && [
        "{\n  ",
        ...reversed.flatMap((each, index) => [
          index === 0 ? "" : ",\n  ",
          ...writeMember(each, { marks: { colon: ": " } }),
        ]),
        "\n}",
      ],
    ],
  ];
}
