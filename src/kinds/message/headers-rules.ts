import type { HeadersValue, ValueRule } from "../rule.ts";
import { limitsOn, rulesOn, sources } from "../rule-rows.ts";

const { rfc } = sources;

const valuesOf = ({ lines }: HeadersValue, wanted: string): string[] =>
  lines.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));

const acceptsJson = (value: HeadersValue): boolean =>
  valuesOf(value, "accept").length === 0 ||
  valuesOf(value, "accept").some((accept) =>
    accept
      .split(",")
      .some(
        (range) =>
          /^\s*(?:\*|application)\/(?:\*|json)\s*(?:;|$)/i.test(range) &&
          !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range),
      ),
  );
const codings = (value: HeadersValue): string[] =>
  valuesOf(value, "content-encoding").flatMap((each) =>
    each.split(",").map((coding) => coding.trim().toLowerCase()),
  );
const isKnown = (coding: string): boolean =>
  ["identity", "gzip", "x-gzip", "deflate", "br", ""].includes(coding);
const areIdentity = (value: HeadersValue): boolean =>
  codings(value).every((coding) => coding === "identity");
const expectations = (value: HeadersValue): string[] => valuesOf(value, "expect");

const about = (aspect: string, judges: (value: HeadersValue) => boolean) =>
  rulesOn<HeadersValue>("headers", aspect, judges);
const isRepeated = (name: string) => (value: HeadersValue) => valuesOf(value, name).length > 1;

export const headersRules: ValueRule<HeadersValue>[] = [
  ...about("accept", (value) => valuesOf(value, "accept").length > 0)`
  ${rfc}9110#section-12.5.1
  accept-ignored | Accept is ignored | accepted
  accept-negotiated | Accept must allow application/json | ${acceptsJson}
`,
  ...about("content-encoding", (value) => codings(value).length > 0)`
  ${rfc}9110#section-8.4
  content-encoding-ignored | Content-Encoding is ignored, the body is read as it is sent | accepted
  content-encoding-known | gzip and deflate are decoded, unknown codings are refused | ${(value) => codings(value).every(isKnown)}
  content-encoding-identity | Content-Encoding must be identity | ${areIdentity}
  content-encoding-refused | Content-Encoding is refused | refused
`,
  ...about("expect", (value) => expectations(value).length > 0)`
  ${rfc}9110#section-10.1.1
  expect-ignored | Expect is ignored | accepted
  expect-continue | Expect must be 100-continue | ${(value) => expectations(value).every((each) => each.toLowerCase() === "100-continue")}
`,
  ...about("repeated-type", isRepeated("content-type"))`
  ${rfc}9110#section-5.3
  repeated-type-refused | a second Content-Type is refused | refused
  repeated-type-accepted | a second Content-Type is accepted | accepted
`,
  ...about("repeated-length", isRepeated("content-length"))`
  ${rfc}9112#section-6.3
  repeated-length-refused | a second Content-Length is refused | refused
  repeated-length-same | a second Content-Length must be the same | ${(value) => new Set(valuesOf(value, "content-length")).size === 1}
  repeated-length-accepted | a second Content-Length is accepted | accepted
`,
  ...about("host", (value) => valuesOf(value, "host").length !== 1)`
  ${rfc}9112#section-3.2
  host-once | Host must be sent exactly once | refused
  host-any | Host may be missing or repeated | accepted
  host-required | Host must be sent, and may be repeated | ${(value) => valuesOf(value, "host").length > 0}
`,
];

const sum = (lengths: readonly number[]): number =>
  lengths.reduce((total, each) => total + each, 0);
/** The bytes of each header line without its end. */
const lengthsOf = ({ lines }: HeadersValue): number[] =>
  lines.map(([name, value]) => name.length + value.length + 2);

export const headersLimits = limitsOn<HeadersValue>("headers")`
  count | count | header lines | ${rfc}9110#section-5.4 | ${({ lines }) => lines.length}
  size | size | bytes of all header lines | ${rfc}6585#section-5 | ${(value) => sum(lengthsOf(value).map((length) => length + 2))}
  texts | texts | bytes of all header names and values | https://nodejs.org/api/http.html#httpmaxheadersize | ${({ lines }) => sum(lines.map(([name, value]) => name.length + value.length))}
  line | line | bytes of a header line | ${rfc}9110#section-5.4 | ${(value) => Math.max(0, ...lengthsOf(value))}
`;
