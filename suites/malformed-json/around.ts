import { bodyCases } from "../../src/generate/body-cases.ts";
import { DATE, ID, date, id, user } from "../../src/generate/user-submission.ts";
import { bytes, raw, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import type { Template } from "../../src/template/template.ts";

const LF = "\n";
const second: Template = bytes`{"id":${id(1)},"date":"${date(1)}"}`;

const comments = bodyCases("comment", [
  [
    "line-before",
    "a comment from // to the line's end before the document",
    bytes`// a${LF}${user()}`,
  ],
  [
    "line-inside",
    "a comment from // to the line's end after the opening brace",
    bytes`{// a${LF}"id":${ID},"date":"${DATE}"}`,
  ],
  [
    "line-between",
    "a comment from // to the line's end between the members",
    bytes`{"id":${ID},// a${LF}"date":"${DATE}"}`,
  ],
  ["line-after", "a comment from // to the end after the document", bytes`${user()}// a`],
  ["block-before", "a comment in /* */ before the document", bytes`/* a */${user()}`],
  [
    "block-in-key",
    "a comment in /* */ between a key and its colon",
    bytes`{"id"/* a */:${ID},"date":"${DATE}"}`,
  ],
  [
    "block-between",
    "a comment in /* */ between the members",
    bytes`{"id":${ID},/* a */"date":"${DATE}"}`,
  ],
  ["block-after", "a comment in /* */ after the document", bytes`${user()}/* a */`],
  [
    "block-empty",
    "an empty comment in /**/ between the members",
    bytes`{"id":${ID},/**/"date":"${DATE}"}`,
  ],
  ["block-unclosed", "a comment from /* without its end after the document", bytes`${user()}/* a`],
  [
    "hash-before",
    "a comment from # to the line's end before the document",
    bytes`# a${LF}${user()}`,
  ],
  [
    "hash-between",
    "a comment from # to the line's end between the members",
    bytes`{"id":${ID},# a${LF}"date":"${DATE}"}`,
  ],
  ["hash-after", "a comment from # to the end after the document", bytes`${user()}# a`],
  ["xml-before", "a comment in <!-- --> before the document", bytes`<!-- a -->${user()}`],
  [
    "xml-between",
    "a comment in <!-- --> between the members",
    bytes`{"id":${ID},<!-- a -->"date":"${DATE}"}`,
  ],
  ["xml-after", "a comment in <!-- --> after the document", bytes`${user()}<!-- a -->`],
  ["dashes-after", "a comment from -- to the end after the document", bytes`${user()}-- a`],
]);

const trailing = bodyCases("trailing", [
  ["letter", "the document is followed by a letter", bytes`${user()}a`],
  ["space-letter", "the document is followed by a space and a letter", bytes`${user()} a`],
  ["digit", "the document is followed by a digit", bytes`${user()}1`],
  ["brace", "the document is followed by a closing brace", bytes`${user()}}`],
  ["open-brace", "the document is followed by an opening brace", bytes`${user()}{`],
  ["bracket", "the document is followed by a closing bracket", bytes`${user()}]`],
  ["comma", "the document is followed by a comma", bytes`${user()},`],
  ["semicolon", "the document is followed by a semicolon", bytes`${user()};`],
  ["quote", "the document is followed by a quote", bytes`${user()}"`],
  ["backslash", "the document is followed by a backslash", bytes`${user()}${"\\"}`],
  ["nul", "the document is followed by NUL", bytes`${user()}${raw(0)}`],
  ["nul-letters", "the document is followed by NUL and letters", bytes`${user()}${raw(0)}abc`],
  ["ctrl-z", "the document is followed by control-Z", bytes`${user()}${raw(0x1a)}`],
  ["byte-ff", "the document is followed by the byte 0xFF", bytes`${user()}${raw(0xff)}`],
  ["null-literal", "the document is followed by a space and null", bytes`${user()} null`],
  ["empty-object", "the document is followed by an empty object", bytes`${user()}{}`],
  [
    "after-newlines",
    "the document is followed by a hundred line ends and a letter",
    bytes`${user()}${times(LF, 100)}a`,
  ],
  ["second", "a second document right after the first", bytes`${user()}${second}`],
  ["second-comma", "a second document after a comma", bytes`${user()},${second}`],
  ["second-newline", "a second document on a second line", bytes`${user()}${LF}${second}${LF}`],
  ["same-again", "the same document right after itself", bytes`${user()}${user()}`],
  [
    "record-separators",
    "two documents, each between a record separator and a line end",
    bytes`${raw(0x1e)}${user()}${LF}${raw(0x1e)}${second}${LF}`,
  ],
]);

const leading = bodyCases("leading", [
  ["letter", "a letter before the document", bytes`a${user()}`],
  ["digit", "a digit and a space before the document", bytes`1 ${user()}`],
  ["comma", "a comma before the document", bytes`,${user()}`],
  ["brace", "a closing brace before the document", bytes`}${user()}`],
  ["quote", "a quote before the document", bytes`"${user()}`],
  ["nul", "NUL before the document", bytes`${raw(0)}${user()}`],
  ["backslash", "a backslash before the document", bytes`${"\\"}${user()}`],
  ["guard", "the characters )]}' and a line end before the document", bytes`)]}'${LF}${user()}`],
  ["guard-comma", "the characters )]}', before the document", bytes`)]}',${user()}`],
  ["while", "the text while(1); before the document", bytes`while(1);${user()}`],
  ["for", "the text for(;;); before the document", bytes`for(;;);${user()}`],
  ["ampersands", "the characters {}&& before the document", bytes`{}&&${user()}`],
  ["jsonp", "the document in the parentheses of a function call", bytes`callback(${user()});`],
  ["assignment", "the text data= before the document", bytes`data=${user()}`],
  ["parentheses", "the document in parentheses", bytes`(${user()})`],
  [
    "chunk-size",
    "the document's length in hexadecimal on a line before it",
    bytes`32${"\r\n"}${user()}${"\r\n"}0${"\r\n\r\n"}`,
  ],
  ["length", "the document's length and a colon before it, a comma after it", bytes`50:${user()},`],
]);

/** Other bytes around the document or between its tokens. */
export const aroundCases: CaseDefinition[] = [...comments, ...trailing, ...leading];
