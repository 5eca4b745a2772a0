import type { HeadersValue, LimitedRule, ValueRule } from "../rule.ts";
import { limitedRule, rulesOn, type RuleRow, sources } from "../rule-rows.ts";

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

const about = (
  aspect: string,
  source: string,
  judges: (value: HeadersValue) => boolean,
  rows: readonly RuleRow<HeadersValue>[],
): ValueRule<HeadersValue>[] => rulesOn("headers", aspect, judges, { [source]: rows });

export const headersRules: ValueRule<HeadersValue>[] = [
  ...about("accept", `${rfc}9110#section-12.5.1`, (value) => valuesOf(value, "accept").length > 0, [
    ["accept-ignored", "Accept is ignored", () => true],
    ["accept-negotiated", "Accept must allow application/json", acceptsJson],
  ]),
  ...about("content-encoding", `${rfc}9110#section-8.4`, (value) => codings(value).length > 0, [
    [
      "content-encoding-ignored",
      "Content-Encoding is ignored, the body is read as it is sent",
      () => true,
    ],
    [
      "content-encoding-known",
      "gzip and deflate are decoded, unknown codings are refused",
      (value) => codings(value).every(isKnown),
    ],
    ["content-encoding-identity", "Content-Encoding must be identity", areIdentity],
    ["content-encoding-refused", "Content-Encoding is refused", () => false],
  ]),
  ...about("expect", `${rfc}9110#section-10.1.1`, (value) => expectations(value).length > 0, [
    ["expect-ignored", "Expect is ignored", () => true],
    [
      "expect-continue",
      "Expect must be 100-continue",
      (value) => expectations(value).every((each) => each.toLowerCase() === "100-continue"),
    ],
  ]),
  ...about(
    "repeated-type",
    `${rfc}9110#section-5.3`,
    (value) => valuesOf(value, "content-type").length > 1,
    [
      ["repeated-type-refused", "a second Content-Type is refused", () => false],
      ["repeated-type-accepted", "a second Content-Type is accepted", () => true],
    ],
  ),
  ...about(
    "repeated-length",
    `${rfc}9112#section-6.3`,
    (value) => valuesOf(value, "content-length").length > 1,
    [
      ["repeated-length-refused", "a second Content-Length is refused", () => false],
      [
        "repeated-length-same",
        "a second Content-Length must be the same",
        (value) => new Set(valuesOf(value, "content-length")).size === 1,
      ],
      ["repeated-length-accepted", "a second Content-Length is accepted", () => true],
    ],
  ),
  ...about("host", `${rfc}9112#section-3.2`, (value) => valuesOf(value, "host").length !== 1, [
    ["host-once", "Host must be sent exactly once", () => false],
    ["host-any", "Host may be missing or repeated", () => true],
    [
      "host-required",
      "Host must be sent, and may be repeated",
      (value) => valuesOf(value, "host").length > 0,
    ],
  ]),
];

export const headersLimits: LimitedRule<HeadersValue>[] = [
  limitedRule({
    id: "headers-count",
    subject: "headers",
    aspect: "count",
    about: "header lines",
    source: `${rfc}9110#section-5.4`,
    measure: ({ lines }) => BigInt(lines.length),
  }),
  limitedRule({
    id: "headers-size",
    subject: "headers",
    aspect: "size",
    about: "bytes of all header lines",
    source: `${rfc}6585#section-5`,
    measure: ({ lines }) =>
      BigInt(lines.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)),
  }),
  limitedRule({
    id: "headers-line",
    subject: "headers",
    aspect: "line",
    about: "bytes of a header line",
    source: `${rfc}9110#section-5.4`,
    measure: ({ lines }) =>
      BigInt(Math.max(0, ...lines.map(([name, value]) => name.length + value.length + 2))),
  }),
];
