import { rows } from "../rows.ts";
import {
  bodyCases,
  notations,
  type BodyForms,
  type CaseDefinition,
} from "../../src/generate/index.ts";
import { kindOf } from "../../src/kinds/index.ts";
import { bytes, raw, times, type Template } from "../../src/template/index.ts";

const LF = "\n";

/** The members in braces or brackets of another notation. */
const within = (before: string, members: Template | undefined, behind: string) =>
  members && bytes`${before}${members}${behind}`;

/** The stated content in other notations. */
export function syntaxCases(forms: BodyForms): CaseDefinition[] {
  const { on, fields, number, noun, isObject, marked, withExtra } = forms;
  const { extraKey, bodyBytes } = on;
  const marks = (key: [string, string], quote: string, colon: string) =>
    isObject && fields.length > 0
      ? on.document({ key, text: [quote, quote], colon, comma: ", " }).slice(1, -1)
      : undefined;
  const spaced = marks(['"', '"'], '"', ": ");
  const bare = notations.members(forms, LF, (key, value, { type, content }) => {
    return bytes`${key}: ${kindOf(type).quoted ? content() : value}`;
  });
  const indented = notations.members(forms, LF, (key, value, { type, content }) => {
    return bytes`  ${key}: ${kindOf(type).quoted ? content() : value}`;
  });
  const yaml = notations.yaml(forms);
  const keys = notations.members(forms, " ", (key, _, { content }) => bytes`${key}="${content()}"`);
  const lisp = notations.members(forms, " ", (key, value) => bytes`(${key} . ${value})`);
  const edn = notations.members(forms, " ", (key, value) => bytes`:${key} ${value}`);
  const form = notations.form(forms);
  const anchored = notations.members(forms, ", ", (key, value, slot) => {
    return bytes`"${key}": ${slot === number ? "&a " : ""}${value}`;
  });
  const called = notations.members(forms, ", ", (key, value, { type }) => {
    return type.kind === "date-time" ? bytes`${key}: new Date(${value})` : bytes`${key}: ${value}`;
  });
  const contents = notations.members(forms, " ", (_key, _value, { content }) => content());
  const ofForms = bodyCases(
    on,
    "syntax",
    rows`
  json5 | the body is written in JSON5 | ${within("{", marks(["", ""], "'", ": "), ",}")}
  json5-hex | the body is JSON5 with an extra number in hexadecimal | ${within("{", spaced, `, "${extraKey}": 0xFF}`)}
  json5-continued | the body is JSON5 with an extra string over two lines | ${withExtra(bytes`"a${"\\\n"}b"`)}
  javascript | the body is a JavaScript object with a call in it | ${within("({", called, "})")}
  python | the body is a Python dictionary | ${within("{", marks(["'", "'"], "'", ": "), `, '${extraKey}': None}`)}
  ruby | the body is a Ruby hash | ${within("{", marks([":", ""], '"', " => "), "}")}
  php | the body is PHP's serialised form | ${notations.php(forms)}
  hjson | the body is written in Hjson | ${within(`{${LF}`, indented, `${LF}}${LF}`)}
  yaml | the body is written in YAML | ${within("", yaml, LF)}
  yaml-document | the body is YAML with document marks | ${within(`---${LF}`, bare, `${LF}...${LF}`)}
  yaml-tag | the body is the stated one with a YAML tag before the value of ${number?.label} | ${number && on.body({ [number.path]: bytes`!!int ${number.content()}` })}
  yaml-anchor | the body is YAML with an anchor and an alias | ${number && fields.includes(number) ? within("{", anchored, `, "${extraKey}": *a}`) : undefined}
  toml | the body is written in TOML | ${within("", notations.lines(forms, " = "), LF)}
  ini | the body is written as an INI file | ${within(`[${noun}]${LF}`, notations.lines(forms, "="), LF)}
  csv | the body is written as CSV | ${notations.csv(forms)}
  xml | the body is written in XML | ${notations.xml(forms)}
  xml-declared | the body is XML with a declaration | ${fields.every(({ inner }) => inner.length === 0) ? within(`<?xml version="1.0"?>${LF}<${noun} `, keys, "/>") : undefined}
  html | the body is an HTML page | ${within("<!doctype html><title>a</title><p>", contents, "")}
  form | the body is a form's | ${form}
  query | the body is a query string | ${within("?", form, "")}
  percent-encoded | the braces and quotes of the body are percent-encoded | ${marked({ open: "%7B", close: "%7D", key: ["%22", "%22"], text: ["%22", "%22"] })}
  entities | the quotes of the body are HTML entities | ${marked({ key: ["&quot;", "&quot;"], text: ["&quot;", "&quot;"] })}
  graphql | the body is a GraphQL mutation | ${notations.graphql(forms)}
  lisp | the body is an S-expression | ${within("(", lisp, ")")}
  edn | the body is written in EDN | ${within("{", edn, "}")}
  netstring | the body is netstrings | ${notations.netstrings(forms)}
  words | the body is a sentence | ${notations.sentence(forms)}
  ruled | the body is lines of key and value with a colon | ${within("", notations.header(forms), "\r\n\r\n")}
  zeros | the body has the stated length, but only NUL bytes | ${[{ repeat: [raw(0)], times: bodyBytes }]}
  high-bytes | the body has the stated length, but only bytes 0xFF | ${[{ repeat: [raw(0xff)], times: bodyBytes }]}
  letters | the body has the stated length, but only letters | ${[times("a", bodyBytes)]}
`,
  );
  return ofForms;
}
