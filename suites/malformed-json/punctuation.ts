import { bodyCases, withMembers, withNote } from "../../src/generate/body-cases.ts";
import { DATE, ID, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const marks = bodyCases("punctuation", [
  ["trailing-comma", "a comma before the closing brace", bytes`{"id":${ID},"date":"${DATE}",}`],
  [
    "trailing-commas",
    "two commas before the closing brace",
    bytes`{"id":${ID},"date":"${DATE}",,}`,
  ],
  ["leading-comma", "a comma after the opening brace", bytes`{,"id":${ID},"date":"${DATE}"}`],
  ["double-comma", "two commas between the members", bytes`{"id":${ID},,"date":"${DATE}"}`],
  ["comma-missing", "a space between the members, no comma", bytes`{"id":${ID} "date":"${DATE}"}`],
  [
    "comma-newline",
    "a line end between the members, no comma",
    bytes`{"id":${ID}${"\n"}"date":"${DATE}"}`,
  ],
  ["semicolon", "a semicolon between the members", bytes`{"id":${ID};"date":"${DATE}"}`],
  ["pipe", "a vertical bar between the members", bytes`{"id":${ID}|"date":"${DATE}"}`],
  ["ampersand", "an ampersand between the members", bytes`{"id":${ID}&"date":"${DATE}"}`],
  [
    "fullwidth-comma",
    "a fullwidth comma between the members",
    bytes`{"id":${ID}${"\uff0c"}"date":"${DATE}"}`,
  ],
  [
    "colon-missing",
    "a space between key and value of id, no colon",
    bytes`{"id" ${ID},"date":"${DATE}"}`,
  ],
  ["double-colon", "two colons after the key id", bytes`{"id"::${ID},"date":"${DATE}"}`],
  ["equals", "equals signs where the colons are", bytes`{"id"=${ID},"date"="${DATE}"}`],
  ["colon-equals", "colons followed by equals signs", bytes`{"id":=${ID},"date":="${DATE}"}`],
  ["arrow", "arrows where the colons are", bytes`{"id"=>${ID},"date"=>"${DATE}"}`],
  ["comma-for-colon", "commas where the colons are", bytes`{"id",${ID},"date","${DATE}"}`],
  [
    "fullwidth-colon",
    "a fullwidth colon after the key id",
    bytes`{"id"${"\uff1a"}${ID},"date":"${DATE}"}`,
  ],
  ["value-missing-id", "the key id has a colon and no value", bytes`{"id":,"date":"${DATE}"}`],
  ["value-missing-date", "the key date has a colon and no value", bytes`{"id":${ID},"date":}`],
  ["keys-missing", "values without keys in braces", bytes`{${ID},"${DATE}"}`],
  ["key-only", "a key without colon and value after the stated members", withMembers(`"note"`)],
  ["parentheses", "parentheses where the braces are", bytes`("id":${ID},"date":"${DATE}")`],
  ["brackets", "brackets where the braces are", bytes`["id":${ID},"date":"${DATE}"]`],
  ["angle-brackets", "angle brackets where the braces are", bytes`<"id":${ID},"date":"${DATE}">`],
  [
    "brace-then-bracket",
    "an opening brace and a closing bracket",
    bytes`{"id":${ID},"date":"${DATE}"]`,
  ],
  ["double-braces", "two opening and two closing braces", bytes`{${user()}}`],
  ["no-braces", "the members without braces", bytes`"id":${ID},"date":"${DATE}"`],
  ["ellipsis", "three dots as a further member", withMembers("...")],
  [
    "hole-in-array",
    "an extra key holds an array with nothing between two commas",
    withNote("[1,,2]"),
  ],
  [
    "array-trailing-comma",
    "an extra key holds an array with a comma before its end",
    withNote("[1,]"),
  ],
  ["array-unclosed", "an extra key holds an array without its end", withNote("[1")],
  ["array-colon", "an extra key holds an array with a colon in it", withNote("[1:2]")],
]);

const quotes = bodyCases("quotes", [
  ["single", "apostrophes where the quotes are", bytes`{'id':${ID},'date':'${DATE}'}`],
  ["single-keys", "apostrophes around the keys", bytes`{'id':${ID},'date':"${DATE}"}`],
  ["single-value", "apostrophes around the value of date", user({ date: bytes`'${DATE}'` })],
  ["unquoted-keys", "the keys without quotes", bytes`{id:${ID},date:"${DATE}"}`],
  ["unquoted-key-id", "the key id without quotes", bytes`{id:${ID},"date":"${DATE}"}`],
  ["unquoted-value", "the value of date without quotes", user({ date: DATE })],
  ["backticks", "backticks where the quotes are", ["{`id`:", ID, ",`date`:`", DATE, "`}"]],
  [
    "smart",
    "curly quotes where the quotes are",
    bytes`{${"\u201c"}id${"\u201d"}:${ID},${"\u201c"}date${"\u201d"}:${"\u201c"}${DATE}${"\u201d"}}`,
  ],
  [
    "guillemets",
    "guillemets around the value of date",
    user({ date: bytes`${"\u00ab"}${DATE}${"\u00bb"}` }),
  ],
  [
    "fullwidth",
    "fullwidth quotes around the value of date",
    user({ date: bytes`${"\uff02"}${DATE}${"\uff02"}` }),
  ],
  ["doubled", "two quotes on either side of the value of date", user({ date: bytes`""${DATE}""` })],
  [
    "tripled",
    "three quotes on either side of the value of date",
    user({ date: bytes`"""${DATE}"""` }),
  ],
  [
    "escaped",
    "the quotes of the keys with backslashes before them",
    bytes`{\"id\":${ID},\"date\":"${DATE}"}`,
  ],
  ["inner", "a bare quote inside the string of an extra key", withNote(`"a"b"`)],
  [
    "mixed",
    "the value of date opens with a quote and closes with an apostrophe",
    user({ date: bytes`"${DATE}'` }),
  ],
  ["unclosed-key", "the key date without its closing quote", bytes`{"id":${ID},"date:"${DATE}"}`],
  ["unopened-key", "the key date without its opening quote", bytes`{"id":${ID},date":"${DATE}"}`],
  [
    "unclosed-value",
    "the value of date without its closing quote",
    user({ date: bytes`"${DATE}` }),
  ],
  [
    "unopened-value",
    "the value of date without its opening quote",
    user({ date: bytes`${DATE}"` }),
  ],
  [
    "concatenated",
    "two strings with a plus sign as the value of an extra key",
    withNote(`"a"+"b"`),
  ],
  ["adjacent", "two strings side by side as the value of an extra key", withNote(`"a" "b"`)],
  ["prefix", "a letter before the string of an extra key", withNote(`u"a"`)],
]);

/** Near-misses in the marks that JSON is made of. */
export const punctuationCases: CaseDefinition[] = [...marks, ...quotes];
