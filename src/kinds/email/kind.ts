import fc from "fast-check";
import { z } from "zod";
import { bytes, times } from "../../template/index.ts";
import { formatKind } from "../format-kind.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { countRungs, every } from "../rungs.ts";
import { emailFamilies } from "./cases.ts";

/** An e-mail address as an interface describes it: the form that both RFC 5321 and browsers accept. */
export const EmailType = z.strictObject({
  kind: z.literal("email"),
  fresh: z.literal(true).optional(),
});
export type EmailType = z.infer<typeof EmailType>;

/**
 * A valid address of the HTML standard, with a point in the domain. RFC 5321 (4.1.2, 4.5.3.1.1) has at most 64 characters before
 * the @, no points at their ends or next to each other, and writes the address of a host in brackets.
 */
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

/** The length of the part before the @. */
const localLength = ({ label: it }: Slot<EmailType>, { body }: ValueCaps): ValueAxis[] => [
  {
    name: "local-length",
    title: `length of ${it} before its @`,
    unit: "characters",
    scale: "log",
    capped: true,
    probes: ["values", "format", "limit-size"],
    rungs: countRungs(1n, BigInt(body), [...every(1, 10), 63n, 64n, 65n, 242n, 243n, 244n]),
    value: (at) => bytes`"${times("u", Number(at))}@example.com"`,
  },
];

const KNOWN: Record<string, string> = {
  64: "64, the longest part before the @ (RFC 5321)",
  // @example.com has 12.
  242: "254 characters in all, the longest address",
  243: "255 characters in all: VARCHAR(255)",
};

export const emailKind = formatKind<EmailType>({
  name: "email",
  schema: () => EmailType,
  words: "an e-mail address",
  isBounded: () => false,
  text: (_, unique) => `u${unique}@example.com`,
  otherForms: () => [],
  has,
  deviation: emailDeviation,
  families: emailFamilies,
  texts: () => fc.emailAddress().map((text) => (has(text) ? text : "u@example.com")),
  axes: localLength,
  knownValue: (_, at) => KNOWN[String(at)],
});
