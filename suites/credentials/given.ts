import { rows } from "../rows.ts";
import type { CaseDefinition, HeadOptions, Requests } from "../../src/generate/index.ts";
import type { CaseRequest } from "../../src/model/index.ts";
import { bytes, type Template, type TemplatePart } from "../../src/template/index.ts";

const SCHEMED = new Set(["authorization", "proxy-authorization"]);

/** The query parameter in which a credential is tried: the one for a token in RFC 6750, 2.3. */
const inQuery = (name: string): string =>
  SCHEMED.has(name) ? "access_token" : name.replaceAll("-", "_");

/** The request with the given credentials: all of them, none, and each varied. Nothing where none are given. */
export function givenCases(on: Requests): CaseDefinition[] {
  const names = on.interface.given ?? [];
  if (names.length === 0) return [];
  const without = Object.fromEntries(names.map((name) => [name, null]));
  const none: CaseDefinition = {
    name: "given-none",
    reason: "none of the given headers is sent",
    family: "given",
    request: on.request(on.body(), { headers: on.headersWith(without) }),
  };
  return [...(names.length > 1 ? [none] : []), ...names.flatMap((name) => casesOf(on, name))];
}

function casesOf(on: Requests, header: string): CaseDefinition[] {
  const name = header.toLowerCase();
  const whole: TemplatePart = { given: header };
  const scheme: TemplatePart = { given: header, part: "scheme" };
  const credentials: TemplatePart = { given: header, part: "credentials" };
  const value = (template: Template | string): HeadOptions => ({ change: { [header]: template } });
  const line = (template: Template): HeadOptions => ({ extra: [bytes`${header}: ${template}`] });
  const first = (template: Template): HeadOptions => ({
    change: { [header]: bytes`${template}${"\r\n"}${header}: ${whole}` },
  });
  const query = bytes`${inQuery(name)}=${{ encode: [SCHEMED.has(name) ? credentials : whole], as: "percent" }}`;
  const entries: [variation: string, reason: string, request: CaseRequest][] = rows`
  none | ${header} is not sent | ${on.request(on.body(), { headers: on.headersWith({ [header]: null }) })}
  empty | ${header} is empty | ${on.rawRequest(value(""))}
  wrong | the value of ${header} is wrong | ${on.rawRequest(value(bytes`${scheme}wrong`))}
  longer | the value of ${header} has another character after it | ${on.rawRequest(value(bytes`${whole}x`))}
  twice | ${header} is sent twice, the same | ${on.rawRequest(line([whole]))}
  wrong-after | ${header} is sent twice, the second one wrong | ${on.rawRequest(line(bytes`${scheme}wrong`))}
  wrong-before | ${header} is sent twice, the first one wrong | ${on.rawRequest(first(bytes`${scheme}wrong`))}
  blanks | blanks stand around the value of ${header} | ${on.rawRequest(value(bytes` ${whole} `))}
  in-query | the value of ${header} is in the query, and not in a header | ${on.request(on.body(), { headers: on.headersWith({ [header]: null }), path: on.pathWith(query) })}
  other-scheme | ${header} has the right credentials with another scheme | ${SCHEMED.has(name) ? on.rawRequest(value(bytes`Negotiate ${credentials}`)) : undefined}
  no-scheme | ${header} has the right credentials without a scheme | ${SCHEMED.has(name) ? on.rawRequest(value([credentials])) : undefined}
  scheme-alone | ${header} has the scheme alone | ${SCHEMED.has(name) ? on.rawRequest(value([scheme])) : undefined}
`;
  return entries.map(([variation, reason, request]) => ({
    name: `given-${name}-${variation}`,
    reason,
    family: "given",
    request,
  }));
}
