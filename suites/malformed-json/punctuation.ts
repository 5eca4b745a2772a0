import { bodyRows } from "../../src/generate/index.ts";
import type { BodyEntry, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { commaSeparated, slugOf } from "../../src/kinds/index.ts";
import { bytes, raw, times } from "../../src/template/index.ts";

function marks(forms: BodyForms): CaseDefinition[] {
  const { on, stated, fields, first, last } = forms;
  const { marked, markedAt, aroundMembers, withExtra, withMembers } = forms;
  return bodyRows(on, "punctuation")`
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
`;
}

function quotes(forms: BodyForms): CaseDefinition[] {
  const { on, first, end, text, marked, markedAt, quotedBy, withExtra } = forms;
  return bodyRows(on, "quotes")`
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
`;
}

export const punctuationCases = (forms: BodyForms): CaseDefinition[] =>
  [marks, quotes].flatMap((make) => make(forms));

const LF = "\n";

function comments(forms: BodyForms): CaseDefinition[] {
  const { on, stated, first, marked, markedAt, aroundMembers } = forms;
  return bodyRows(on, "comment")`
  line-before | a comment from // to the line's end before the document | ${bytes`// a${LF}${stated}`}
  line-inside | a comment from // to the line's end after the opening brace | ${aroundMembers(`{// a${LF}`, "}")}
  line-between | a comment from // to the line's end between the members | ${marked({ comma: `,// a${LF}` })}
  line-after | a comment from // to the end after the document | ${bytes`${stated}// a`}
  block-before | a comment in /* */ before the document | ${bytes`/* a */${stated}`}
  block-in-key | a comment in /* */ between a key and its colon | ${markedAt(first, { colon: "/* a */:" })}
  block-between | a comment in /* */ between the members | ${marked({ comma: ",/* a */" })}
  block-after | a comment in /* */ after the document | ${bytes`${stated}/* a */`}
  block-empty | an empty comment in /**/ between the members | ${marked({ comma: ",/**/" })}
  block-unclosed | a comment from /* without its end after the document | ${bytes`${stated}/* a`}
  hash-before | a comment from # to the line's end before the document | ${bytes`# a${LF}${stated}`}
  hash-between | a comment from # to the line's end between the members | ${marked({ comma: `,# a${LF}` })}
  hash-after | a comment from # to the end after the document | ${bytes`${stated}# a`}
  xml-before | a comment in <!-- --> before the document | ${bytes`<!-- a -->${stated}`}
  xml-between | a comment in <!-- --> between the members | ${marked({ comma: ",<!-- a -->" })}
  xml-after | a comment in <!-- --> after the document | ${bytes`${stated}<!-- a -->`}
  dashes-after | a comment from -- to the end after the document | ${bytes`${stated}-- a`}
`;
}

const trailing = ({ on, stated, second }: BodyForms): CaseDefinition[] =>
  bodyRows(on, "trailing")`
  letter | the document is followed by a letter | ${bytes`${stated}a`}
  space-letter | the document is followed by a space and a letter | ${bytes`${stated} a`}
  digit | the document is followed by a digit | ${bytes`${stated}1`}
  brace | the document is followed by a closing brace | ${bytes`${stated}}`}
  open-brace | the document is followed by an opening brace | ${bytes`${stated}{`}
  bracket | the document is followed by a closing bracket | ${bytes`${stated}]`}
  comma | the document is followed by a comma | ${bytes`${stated},`}
  semicolon | the document is followed by a semicolon | ${bytes`${stated};`}
  quote | the document is followed by a quote | ${bytes`${stated}"`}
  backslash | the document is followed by a backslash | ${bytes`${stated}${"\\"}`}
  nul | the document is followed by NUL | ${bytes`${stated}${raw(0)}`}
  nul-letters | the document is followed by NUL and letters | ${bytes`${stated}${raw(0)}abc`}
  ctrl-z | the document is followed by control-Z | ${bytes`${stated}${raw(0x1a)}`}
  byte-ff | the document is followed by the byte 0xFF | ${bytes`${stated}${raw(0xff)}`}
  null-literal | the document is followed by a space and null | ${bytes`${stated} null`}
  empty-object | the document is followed by an empty object | ${bytes`${stated}{}`}
  after-newlines | the document is followed by a hundred line ends and a letter | ${bytes`${stated}${times(LF, 100)}a`}
  second | a second document right after the first | ${bytes`${stated}${second}`}
  second-comma | a second document after a comma | ${bytes`${stated},${second}`}
  second-newline | a second document on a second line | ${bytes`${stated}${LF}${second}${LF}`}
  same-again | the same document right after itself | ${bytes`${stated}${stated}`}
  record-separators | two documents, each between a record separator and a line end | ${bytes`${raw(0x1e)}${stated}${LF}${raw(0x1e)}${second}${LF}`}
`;

const leading = ({ on, stated }: BodyForms): CaseDefinition[] =>
  bodyRows(on, "leading")`
  letter | a letter before the document | ${bytes`a${stated}`}
  digit | a digit and a space before the document | ${bytes`1 ${stated}`}
  comma | a comma before the document | ${bytes`,${stated}`}
  brace | a closing brace before the document | ${bytes`}${stated}`}
  quote | a quote before the document | ${bytes`"${stated}`}
  nul | NUL before the document | ${bytes`${raw(0)}${stated}`}
  backslash | a backslash before the document | ${bytes`${"\\"}${stated}`}
  guard | the characters )]}' and a line end before the document | ${bytes`)]}'${LF}${stated}`}
  guard-comma | the characters )]}', before the document | ${bytes`)]}',${stated}`}
  while | the text while(1); before the document | ${bytes`while(1);${stated}`}
  for | the text for(;;); before the document | ${bytes`for(;;);${stated}`}
  ampersands | the characters {}&& before the document | ${bytes`{}&&${stated}`}
  jsonp | the document in the parentheses of a function call | ${bytes`callback(${stated});`}
  assignment | the text data= before the document | ${bytes`data=${stated}`}
  parentheses | the document in parentheses | ${bytes`(${stated})`}
  chunk-size | the document's length in hexadecimal on a line before it | ${bytes`${on.bodyBytes.toString(16)}${"\r\n"}${stated}${"\r\n"}0${"\r\n\r\n"}`}
  length | the document's length and a colon before it, a comma after it | ${bytes`${String(on.bodyBytes)}:${stated},`}
`;

export const aroundCases = (forms: BodyForms): CaseDefinition[] =>
  [comments, trailing, leading].flatMap((make) => make(forms));
