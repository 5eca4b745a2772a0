import type { KnownPlaces, Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { type FormatFamilies, formatKind } from "../format-kind.ts";
import type { TextType } from "../text/type.ts";
import fc from "fast-check";
import { z } from "zod";
import { bytes, times, rows } from "../../template/index.ts";
import { axisRows, countRungs, every } from "../axes.ts";
import { stringRules, sources } from "../rule-rows.ts";

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = "[a-zA-Z\\d](?:[a-zA-Z\\d-]*[a-zA-Z\\d])?";
const SHORT_LABEL = "[a-zA-Z\\d](?:[a-zA-Z\\d-]{0,61}[a-zA-Z\\d])?";
const DOTTED = `${ATOM}(?:\\.${ATOM})*`;

const AJV = new RegExp(`^${DOTTED}@(?:${LABEL}\\.)+${LABEL}$`);
const ATEXT = new RegExp(`^${DOTTED}@${SHORT_LABEL}(?:\\.${SHORT_LABEL})*$`);

/** Lengths of RFC 5321: 64 bytes before the sign, 254 in all. */
const isShort = (text: string): boolean => text.length <= 254 && text.lastIndexOf("@") <= 64;

const emailRules = stringRules("email")`
  https://html.spec.whatwg.org/#valid-e-mail-address
  html | an address as in HTML's input type email | ${z.regexes.html5Email}
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`email\`, as in Fastify | ${AJV} | fastify email
  ${sources.zod}#emails
  zod | zod email() | ${z.regexes.email} | zod email
  ${sources.rfc}5322#section-3.4.1
  dot-atom | an address without quotes and comments | ${ATEXT}
  dot-atom-short | an address without quotes and comments, within the lengths of RFC 5321 | ${(text) => ATEXT.test(text) && isShort(text)}
  at-sign | a text with @ between other characters | ${/^[^@\s]+@[^@\s]+$/}
  at-sign-and-point | a text with @ and a point after it | ${/^[^@\s]+@[^@\s]+\.[^@\s]+$/}
  string-any | any string | accepted
`;

const emailFamilies: FormatFamilies = {
  "plain addresses": rows`
    short | a short address | a@b.co
    plus | an address with a plus sign | user+tag@example.com
    dots | an address with points before the @ | first.last@example.com
    upper | an address in upper case | USER@EXAMPLE.COM
    subdomain | an address with three names in the domain | user@mail.example.com
    digits | an address of digits before the @ | 12345@example.com
    hyphen | an address with a hyphen in the domain | user@my-example.com
    long-top-level | an address with a long last name | user@example.photography
    apostrophe | an address with an apostrophe | o'neil@example.com
    punycode | an address with an internationalised name as ASCII | user@xn--bcher-kva.example
    local-64 | an address with 64 characters before the @ | ${"u".repeat(64)}@example.com
  `,
  "unusual addresses": [
    ["quoted", "an address with a quoted part before the @", '"a b"@example.com'],
    ["quoted-at", "an address with an @ in quotes", '"a@b"@example.com'],
    ["ip", "an address at an IP address", "user@[127.0.0.1]"],
    ["ip-bare", "an address at an IP address without brackets", "user@127.0.0.1"],
    ["no-point", "an address at a name without a point", "user@localhost"],
    ["comment", "an address with a comment", "user(comment)@example.com"],
    ["unicode-local", "an address with a letter beyond ASCII", "\u00fcser@example.com"],
    ["unicode-domain", "an address at a domain beyond ASCII", "user@b\u00fccher.example"],
    ["emoji", "an address with an emoji", "\u{1f600}@example.com"],
    ["local-65", "an address with 65 characters before the @", `${"u".repeat(65)}@example.com`],
    ["length-255", "an address of 255 characters", `${"u".repeat(243)}@example.com`],
    ["label-64", "an address with a name of 64 characters", `u@${"d".repeat(64)}.com`],
    ["display-name", "an address with a name before it", "User <user@example.com>"],
    ["angle-brackets", "an address in angle brackets", "<user@example.com>"],
    ["mailto", "an address as a URI", "mailto:user@example.com"],
    ["two", "two addresses with a comma", "a@example.com,b@example.com"],
  ],
  "texts that are not addresses": [
    ["empty", "the empty text", ""],
    ["word", "a word", "user"],
    ["at-alone", "an @", "@"],
    ["no-local", "an address without anything before the @", "@example.com"],
    ["no-domain", "an address without a domain", "user@"],
    ["two-at", "an address with two @", "user@@example.com"],
    ["dot-first", "an address with a point first", ".user@example.com"],
    ["dot-last", "an address with a point before the @", "user.@example.com"],
    ["dots-together", "an address with two points together", "a..b@example.com"],
    ["domain-dot-first", "a domain with a point first", "user@.example.com"],
    ["domain-dots", "a domain with two points together", "user@example..com"],
    ["domain-dot-last", "a domain with a point at its end", "user@example.com."],
    ["domain-hyphen", "a domain with a hyphen first", "user@-example.com"],
    ["space-inside", "an address with a space", "us er@example.com"],
    ["space-before", "an address with a space before it", (plain) => ` ${plain}`],
    ["space-after", "an address with a space after it", (plain) => `${plain} `],
    ["line-feed-after", "an address and a line feed", (plain) => `${plain}\n`],
    ["header", "an address and a mail header", (plain) => `${plain}\r\nBcc: a@example.com`],
    ["nul", "an address and U+0000", (plain) => `${plain}\u0000`],
    ["fullwidth-at", "an address with a fullwidth @", "user\uff20example.com"],
    ["at-word", "an address with the word at", "user at example.com"],
  ],
};

/** An e-mail address as an interface describes it: the form that both RFC 5321 and browsers accept. */
export type EmailType = Omit<TextType, "kind"> & { kind: "email" };

/** An address of the HTML standard that RFC 5321 (4.1.2, 4.5.3.1.1) allows too, with a point in the domain. */
const FORM =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?!(?:\d+\.)+\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** RFC 5321, 4.5.3.1, without the angle brackets. */
const MOST = 254;

const has = (text: string): boolean => text.length <= MOST && FORM.test(text);

function emailDeviation(text: string): string | undefined {
  if (has(text)) return undefined;
  if (/[^ -~]/.test(text)) return "characters beyond ASCII";
  const signs = text.split("@").length - 1;
  if (signs !== 1) return signs === 0 ? "without @" : "several @";
  return text.length > MOST ? `longer than ${MOST} characters` : "another text";
}

const localLength = ({ label: it }: Slot<EmailType>, { body }: ValueCaps): ValueAxis[] =>
  axisRows({ scale: "log", capped: true, probes: ["values", "format", "limit-size"] })`
  local-length | length of ${it} before its @ | characters | ${countRungs(1n, BigInt(body), [...every(1, 10), 63n, 64n, 65n, 242n, 243n, 244n])} | ${(at) => bytes`"${times("u", Number(at))}@example.com"`}
`;

const KNOWN: KnownPlaces = {
  64: "64, the longest part before the @ (RFC 5321)",
  // @example.com has 12.
  242: "254 characters in all, the longest address",
  243: "255 characters in all: VARCHAR(255)",
};

export const emailKind = formatKind({
  name: "email",
  words: "an e-mail address",
  text: (_, unique) => `u${unique}@example.com`,
  has,
  deviation: emailDeviation,
  families: emailFamilies,
  texts: () => fc.emailAddress().map((text) => (has(text) ? text : "u@example.com")),
  axes: localLength,
  known: { "local-length": KNOWN },
  rules: () => emailRules,
  formats: ["email", "idn-email"],
  patterns: [
    ["^[^@\\s]+@[^@\\s]+$", "email"],
    ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "email"],
  ],
  identifies: "account",
});
