import { bodyCases, withNote } from "../../src/generate/body-cases.ts";
import { DATE, ID, VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import { bytes, raw, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const LF = "\n";

/** The stated content in other notations. */
export const syntaxCases: CaseDefinition[] = bodyCases("syntax", [
  ["json5", "the body is written in JSON5", bytes`{id: ${ID}, date: '${DATE}',}`],
  [
    "json5-hex",
    "the body is JSON5 with an extra number in hexadecimal",
    bytes`{"id": ${ID}, "date": "${DATE}", "note": 0xFF}`,
  ],
  [
    "json5-continued",
    "the body is JSON5 with an extra string over two lines",
    withNote(bytes`"a${"\\\n"}b"`),
  ],
  [
    "javascript",
    "the body is a JavaScript object with a call in it",
    bytes`({id: ${ID}, date: new Date("${DATE}")})`,
  ],
  [
    "python",
    "the body is a Python dictionary",
    bytes`{'id': ${ID}, 'date': '${DATE}', 'note': None}`,
  ],
  ["ruby", "the body is a Ruby hash", bytes`{:id => ${ID}, :date => "${DATE}"}`],
  [
    "php",
    "the body is PHP's serialised form",
    bytes`a:2:{s:2:"id";i:${ID};s:4:"date";s:24:"${DATE}";}`,
  ],
  [
    "hjson",
    "the body is written in Hjson",
    bytes`{${LF}  id: ${ID}${LF}  date: ${DATE}${LF}}${LF}`,
  ],
  ["yaml", "the body is written in YAML", bytes`id: ${ID}${LF}date: "${DATE}"${LF}`],
  [
    "yaml-document",
    "the body is YAML with document marks",
    bytes`---${LF}id: ${ID}${LF}date: ${DATE}${LF}...${LF}`,
  ],
  [
    "yaml-tag",
    "the body is the stated one with a YAML tag before the id",
    user({ id: bytes`!!int ${ID}` }),
  ],
  [
    "yaml-anchor",
    "the body is YAML with an anchor and an alias",
    bytes`{"id": &a ${ID}, "date": "${DATE}", "note": *a}`,
  ],
  ["toml", "the body is written in TOML", bytes`id = ${ID}${LF}date = ${DATE}${LF}`],
  ["ini", "the body is written as an INI file", bytes`[user]${LF}id=${ID}${LF}date=${DATE}${LF}`],
  ["csv", "the body is written as CSV", bytes`id,date${LF}${ID},${DATE}${LF}`],
  ["xml", "the body is written in XML", bytes`<user><id>${ID}</id><date>${DATE}</date></user>`],
  [
    "xml-declared",
    "the body is XML with a declaration",
    bytes`<?xml version="1.0"?>${LF}<user id="${ID}" date="${DATE}"/>`,
  ],
  ["html", "the body is an HTML page", bytes`<!doctype html><title>a</title><p>${ID} ${DATE}`],
  ["form", "the body is a form's", bytes`id=${ID}&date=${DATE}`],
  ["query", "the body is a query string", bytes`?id=${ID}&date=${DATE}`],
  [
    "percent-encoded",
    "the braces and quotes of the body are percent-encoded",
    bytes`%7B%22id%22:${ID},%22date%22:%22${DATE}%22%7D`,
  ],
  [
    "entities",
    "the quotes of the body are HTML entities",
    bytes`{&quot;id&quot;:${ID},&quot;date&quot;:&quot;${DATE}&quot;}`,
  ],
  [
    "graphql",
    "the body is a GraphQL mutation",
    bytes`mutation { user(id: ${ID}, date: "${DATE}") { id } }`,
  ],
  ["lisp", "the body is an S-expression", bytes`((id . ${ID}) (date . "${DATE}"))`],
  ["edn", "the body is written in EDN", bytes`{:id ${ID} :date "${DATE}"}`],
  ["netstring", "the body is two netstrings", bytes`9:${ID},24:${DATE},`],
  ["words", "the body is a sentence", bytes`The id is ${ID} and the date is ${DATE}.`],
  [
    "ruled",
    "the body is two lines of key and value with a colon",
    bytes`ID: ${ID}${"\r\n"}Date: ${DATE}${"\r\n\r\n"}`,
  ],
  [
    "zeros",
    "the body is as many NUL bytes as the stated one has bytes",
    [{ repeat: [raw(0)], times: VALID_BODY_BYTES }],
  ],
  [
    "high-bytes",
    "the body is as many bytes 0xFF as the stated one has bytes",
    [{ repeat: [raw(0xff)], times: VALID_BODY_BYTES }],
  ],
  [
    "letters",
    "the body is as many letters as the stated one has bytes",
    [times("a", VALID_BODY_BYTES)],
  ],
]);
