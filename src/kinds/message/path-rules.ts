import { rows } from "../../template/index.ts";
import type { PathValue, ValueRule } from "../rule.ts";
import { rulesOn, type Reading, sources } from "../rule-rows.ts";

const RFC = `${sources.rfc}3986#section-`;

type Change = (path: string) => string;

const withoutQuery: Change = (path) => path.replace(/[?#][^]*$/, "");
const lower: Change = (path) => path.toLowerCase();
const withoutSlash: Change = (path) => path.replace(/(?<=.)\/$/, "");
const withoutSlashes: Change = (path) => path.replace(/(?<=.)\/{2,}$/, "");
const singleSlashes: Change = (path) => path.replace(/\/{2,}/g, "/");
const withoutParameters: Change = (path) => path.replace(/;[^/]*/g, "");
const withoutExtension: Change = (path) => path.replace(/\.[a-z]+$/i, "");
const forward: Change = (path) => path.replace(/\\/g, "/");

/** Percent-encoded bytes of these characters. */
const decodedWhere =
  (pattern: RegExp): Change =>
  (path) =>
    path.replace(/%[\da-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return pattern.test(letter) ? letter : code;
    });
const unreserved = decodedWhere(/[\w.~-]/);
const slashes = decodedWhere(/\//);

function withoutDots(path: string): string {
  const found: string[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment === "..") found.splice(Math.max(1, found.length - 1));
    else if (segment !== ".") found.push(segment);
    if (/^\.\.?$/.test(segment) && index === segments.length - 1) found.push("");
  }
  return found.join("/");
}

const exact = (path: string, stated: string): boolean => path === withoutQuery(stated);

type Aspect = [aspect: string, what: string, source: string, change: Change];

/** Aspects that are refused, or gone after a change of the path. */
const ASPECTS: Aspect[] = rows`
  case | the path in another case | ${RFC}6.2.2.1 | ${lower}
  slash | a slash at the end | ${RFC}6.2.3 | ${withoutSlash}
  slashes | several slashes at the end | ${RFC}6.2.3 | ${withoutSlashes}
  double-slashes | two slashes instead of one | ${RFC}3.3 | ${singleSlashes}
  dots | segments of one or two points | ${RFC}5.2.4 | ${withoutDots}
  percent | percent-encoded letters | ${RFC}6.2.2.2 | ${unreserved}
  percent-slash | percent-encoded slashes | ${RFC}2.2 | ${slashes}
  parameters | parameters of a segment after a semicolon | ${RFC}3.3 | ${withoutParameters}
  extension | an extension such as .json | ${RFC}3.3 | ${withoutExtension}
  backslashes | backslashes instead of slashes | https://url.spec.whatwg.org/#path-state | ${forward}
`;

function either([aspect, what, source, change]: Aspect): ValueRule<PathValue>[] {
  const read = ({ text, stated }: PathValue): Reading =>
    exact(change(withoutQuery(text)), stated) && withoutQuery(stated);
  const judges = ({ text, stated }: PathValue): boolean =>
    !exact(withoutQuery(text), stated) && exact(change(withoutQuery(text)), stated);
  const verb = /^(?:a|an|the) /.test(what) ? "is" : "are";
  return rulesOn("path", aspect, judges)`
    ${source}
    ${aspect}-refused | ${what} ${verb} refused | refused
    ${aspect}-accepted | ${what} ${verb} accepted | ${read}
  `;
}

const isBelow = ({ text, stated }: PathValue): boolean =>
  withoutQuery(text).startsWith(`${withoutSlash(withoutQuery(stated))}/`) &&
  !/\/[./]*$/.test(withoutQuery(text));
const pairsOf = (path: string): string[] =>
  path.includes("?") ? path.slice(path.indexOf("?") + 1).split("&") : [];
const namesOf = (pairs: readonly string[]): Set<string> =>
  new Set(pairs.map((pair) => pair.replace(/[=[].*$/, "")));

/** The stated query as it is, and names that it does not have: other values of stated names are no unknown query. */
function hasUnknownQuery({ text, stated }: PathValue): boolean {
  const [sent, own] = [pairsOf(text), pairsOf(stated)];
  const further = sent.filter((pair) => !own.includes(pair));
  const names = namesOf(own);
  return (
    text.includes("?") &&
    exact(withoutQuery(text), stated) &&
    text !== stated &&
    own.every((pair) => sent.includes(pair)) &&
    [...namesOf(further)].every((name) => !names.has(name))
  );
}

/** How servers compare the path with the stated one. */
export const pathRules: ValueRule<PathValue>[] = [
  ...ASPECTS.flatMap(either),
  ...rulesOn<PathValue>("path", "below", isBelow)`
  ${RFC}3.3
  below-refused | further segments are refused | refused
  below-accepted | further segments are accepted | accepted
`,
  ...rulesOn<PathValue>("path", "query", hasUnknownQuery)`
  ${RFC}3.4
  query-ignored | an unknown query is ignored | accepted
  query-refused | an unknown query is refused | refused
`,
];
