import { rows } from "../rows.ts";
import {
  bodyCases,
  type BodyEntry,
  type BodyForms,
  type CaseDefinition,
} from "../../src/generate/index.ts";
import { commaSeparated, slugOf } from "../../src/kinds/index.ts";
import { bytes } from "../../src/template/index.ts";

const marks = ({
  on,
  stated,
  fields,
  first,
  last,
  marked,
  markedAt,
  aroundMembers,
  withExtra,
  withMembers,
}: BodyForms): CaseDefinition[] =>
  bodyCases(
    on,
    "punctuation",
    rows`
  trailing-comma | a comma before the closing brace | ${aroundMembers("{", ",}")}
  trailing-commas | two commas before the closing brace | ${aroundMembers("{", ",,}")}
  leading-comma | a comma after the opening brace | ${aroundMembers("{,", "}")}
  double-comma | two commas between the members | ${marked({ comma: ",," })}
  comma-missing | a space between the members, no comma | ${marked({ comma: " " })}
  comma-newline | a line end between the members, no comma | ${marked({ comma: "\n" })}
  semicolon | a semicolon between the members | ${marked({ comma: ";" })}
  pipe | a vertical bar between the members | ${marked({ comma: "|" })}
  ampersand | an ampersand between the members | ${marked({ comma: "&" })}
  fullwidth-comma | a fullwidth comma between the members | ${marked({ comma: "\uff0c" })}
  colon-missing | a space between key and value of ${first?.label}, no colon | ${markedAt(first, { colon: " " })}
  double-colon | two colons after the key ${first?.label} | ${markedAt(first, { colon: "::" })}
  equals | equals signs where the colons are | ${marked({ colon: "=" })}
  colon-equals | colons followed by equals signs | ${marked({ colon: ":=" })}
  arrow | arrows where the colons are | ${marked({ colon: "=>" })}
  comma-for-colon | commas where the colons are | ${marked({ colon: "," })}
  fullwidth-colon | a fullwidth colon after the key ${first?.label} | ${markedAt(first, { colon: "\uff1a" })}
  ${[first, last].map((field): BodyEntry => [
    `value-missing-${slugOf(field?.path ?? "")}`,
    `the key ${field?.label} has a colon and no value`,
    field && on.body({ [field.path]: [] }),
  ])}
  keys-missing | values without keys in braces | ${first && bytes`{${commaSeparated(fields.map((field) => field.valid()))}}`}
  key-only | a key without colon and value after the stated members | ${withMembers(`"${on.extraKey}"`)}
  parentheses | parentheses where the braces are | ${marked({ open: "(", close: ")" })}
  brackets | brackets where the braces are | ${marked({ open: "[", close: "]" })}
  angle-brackets | angle brackets where the braces are | ${marked({ open: "<", close: ">" })}
  brace-then-bracket | an opening brace and a closing bracket | ${marked({ close: "]" })}
  double-braces | two opening and two closing braces | ${bytes`{${stated}}`}
  no-braces | the members without braces | ${first && aroundMembers("", "")}
  ellipsis | three dots as a further member | ${withMembers("...")}
  hole-in-array | an extra key holds an array with nothing between two commas | ${withExtra("[1,,2]")}
  array-trailing-comma | an extra key holds an array with a comma before its end | ${withExtra("[1,]")}
  array-unclosed | an extra key holds an array without its end | ${withExtra("[1")}
  array-colon | an extra key holds an array with a colon in it | ${withExtra("[1:2]")}
`,
  );

const quotes = ({
  on,
  first,
  end,
  text,
  marked,
  markedAt,
  quotedBy,
  withExtra,
}: BodyForms): CaseDefinition[] =>
  bodyCases(
    on,
    "quotes",
    rows`
  single | apostrophes where the quotes are | ${marked({ key: ["'", "'"], text: ["'", "'"] })}
  single-keys | apostrophes around the keys | ${marked({ key: ["'", "'"] })}
  single-value | apostrophes around the value of ${text?.label} | ${quotedBy("'", "'")}
  unquoted-keys | the keys without quotes | ${marked({ key: ["", ""] })}
  unquoted-key-${slugOf(first?.path ?? "")} | the key ${first?.label} without quotes | ${markedAt(first, { key: ["", ""] })}
  unquoted-value | the value of ${text?.label} without quotes | ${quotedBy("", "")}
  backticks | backticks where the quotes are | ${marked({ key: ["`", "`"], text: ["`", "`"] })}
  smart | curly quotes where the quotes are | ${marked({ key: ["\u201c", "\u201d"], text: ["\u201c", "\u201d"] })}
  guillemets | guillemets around the value of ${text?.label} | ${quotedBy("\u00ab", "\u00bb")}
  fullwidth | fullwidth quotes around the value of ${text?.label} | ${quotedBy("\uff02", "\uff02")}
  doubled | two quotes on either side of the value of ${text?.label} | ${quotedBy('""', '""')}
  tripled | three quotes on either side of the value of ${text?.label} | ${quotedBy('"""', '"""')}
  escaped | the quotes of the keys with backslashes before them | ${marked({ key: ['\\"', '\\"'] })}
  inner | a bare quote inside the string of an extra key | ${withExtra(`"a"b"`)}
  mixed | the value of ${text?.label} opens with a quote and closes with an apostrophe | ${quotedBy('"', "'")}
  unclosed-key | the key ${end?.label} without its closing quote | ${markedAt(end, { key: ['"', ""] })}
  unopened-key | the key ${end?.label} without its opening quote | ${markedAt(end, { key: ["", '"'] })}
  unclosed-value | the value of ${text?.label} without its closing quote | ${quotedBy('"', "")}
  unopened-value | the value of ${text?.label} without its opening quote | ${quotedBy("", '"')}
  concatenated | two strings with a plus sign as the value of an extra key | ${withExtra(`"a"+"b"`)}
  adjacent | two strings side by side as the value of an extra key | ${withExtra(`"a" "b"`)}
  prefix | a letter before the string of an extra key | ${withExtra(`u"a"`)}
`,
  );

/** Near misses in the punctuation of JSON. */
export const punctuationCases = (forms: BodyForms): CaseDefinition[] => [
  ...marks(forms),
  ...quotes(forms),
];
