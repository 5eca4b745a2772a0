import { rows } from "../rows.ts";
import { bodyCases, type BodyForms, type CaseDefinition } from "../../src/generate/index.ts";
import { bytes, raw, times } from "../../src/template/index.ts";

const LF = "\n";

const comments = ({
  on,
  stated,
  first,
  marked,
  markedAt,
  aroundMembers,
}: BodyForms): CaseDefinition[] =>
  bodyCases(
    on,
    "comment",
    rows`
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
`,
  );

const trailing = ({ on, stated, second }: BodyForms): CaseDefinition[] =>
  bodyCases(
    on,
    "trailing",
    rows`
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
`,
  );

const leading = ({ on, stated }: BodyForms): CaseDefinition[] =>
  bodyCases(
    on,
    "leading",
    rows`
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
`,
  );

/** Other bytes around the document or between its tokens. */
export const aroundCases = (forms: BodyForms): CaseDefinition[] => [
  ...comments(forms),
  ...trailing(forms),
  ...leading(forms),
];
