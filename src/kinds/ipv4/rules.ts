import { z } from "zod";
import { stringRules, sources, type Reading } from "../rule-rows.ts";

/** A number from 0 to 255 without leading zeros: `dec-octet` of RFC 3986, 3.2.2. */
export const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const STRICT = `${OCTET}(?:\\.${OCTET}){3}`;
const PADDED = "0*(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

const isStrict = (text: string): boolean => new RegExp(`^${STRICT}$`).test(text);

/** One to four numbers, octal after 0 and hexadecimal after 0x; the last one fills the remaining bytes. */
function aton(text: string): Reading {
  const parts = text.split(".");
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[\da-f]+|0[0-7]*|[1-9]\d*)$/i.test(part)))
    return false;
  const numbers = parts.map((part) => Number(part.replace(/^0(?=[0-7])/, "0o")));
  const last = numbers.pop() ?? 0;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return false;
  const bytes = [3, 2, 1, 0].map((place) => Math.floor(last / 256 ** place) % 256);
  return JSON.stringify([...numbers, ...bytes.slice(numbers.length)].join("."));
}

export const ipv4Rules = stringRules("ipv4")`
  ${sources.rfc}3986#section-3.2.2
  strict | four decimal numbers up to 255 without leading zeros | ${isStrict}
  string-any | any string | accepted
  ${sources.python}ipaddress.html#ipaddress.IPv4Address
  leading-zeros | four decimal numbers up to 255, also with leading zeros | ${new RegExp(`^${PADDED}(?:\\.${PADDED}){3}$`)}
  ${sources.ecma}regexp-regular-expression-objects
  pattern | four numbers of up to three digits | ${/^\d{1,3}(?:\.\d{1,3}){3}$/}
  https://pubs.opengroup.org/onlinepubs/9699919799/functions/inet_addr.html
  aton | what inet_aton reads: one to four decimal, octal or hexadecimal numbers | ${aton}
  ${sources.go}net#ParseIP
  or-ipv6 | an IPv4 or IPv6 address | ${(text) => isStrict(text) || z.ipv6().safeParse(text).success}
  https://www.postgresql.org/docs/current/datatype-net-types.html#DATATYPE-INET
  or-prefix | an address, also with a prefix length | ${new RegExp(`^${STRICT}(?:/(?:3[0-2]|[12]?\\d))?$`)}
`;
