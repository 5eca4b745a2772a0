import type { KnownPlaces, Slot, ValueAxis } from "../kind.ts";
import fc from "fast-check";
import { axisRows, every, upwards } from "../axes.ts";
import { formatKind, type FormatFamilies } from "../format-kind.ts";
import { z } from "zod";
import { stringRules, sources, type Reading } from "../rule-rows.ts";

/** A number from 0 to 255 without leading zeros: `dec-octet` of RFC 3986, 3.2.2. */
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const STRICT = `${OCTET}(?:\\.${OCTET}){3}`;
const FORM = new RegExp(`^${STRICT}$`);
const PADDED = "0*(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

const isStrict = (text: string): boolean => FORM.test(text);

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

const ipv4Rules = stringRules("ipv4")`
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

/** No case names a host of somebody: addresses are private, reserved, or for documentation (RFC 5737). */
const families: FormatFamilies = {
  "special addresses": [
    ["zero", "the address 0.0.0.0", "0.0.0.0"],
    ["loopback", "the loopback address", "127.0.0.1"],
    ["private-10", "a private address of 10.0.0.0/8", "10.0.0.1"],
    ["private-172", "a private address of 172.16.0.0/12", "172.16.0.1"],
    ["private-192", "a private address of 192.168.0.0/16", "192.168.0.1"],
    ["shared", "a shared address of 100.64.0.0/10", "100.64.0.1"],
    ["link-local", "a link-local address", "169.254.0.1"],
    ["documentation", "an address for documentation", "203.0.113.7"],
    ["network", "an address that ends in 0", "192.0.2.0"],
    ["multicast", "a multicast address", "224.0.0.1"],
    ["reserved", "a reserved address of 240.0.0.0/4", "240.0.0.1"],
    ["broadcast", "the broadcast address", "255.255.255.255"],
  ],
  "spellings of inet_aton": [
    ["leading-zeros", "an address with leading zeros", "192.000.002.001"],
    ["octal", "an address with octal numbers", "0300.0.02.01"],
    ["hex", "an address with hexadecimal numbers", "0xC0.0x00.0x02.0x01"],
    ["hex-whole", "an address as one hexadecimal number", "0xC0000201"],
    ["number", "an address as one decimal number", "3221225985"],
    ["two-parts", "an address of two numbers", "192.513"],
    ["three-parts", "an address of three numbers", "192.0.513"],
  ],
  "texts that are not addresses": [
    ["empty", "the empty text", ""],
    ["word", "the word localhost", "localhost"],
    ["host", "a host name", "example.com"],
    ["digits", "nine digits", "123456789"],
    ["octet-256", "an address with the number 256", "192.0.2.256"],
    ["octet-999", "an address of 999 four times", "999.999.999.999"],
    ["octet-minus", "an address with a negative number", "192.0.2.-1"],
    ["octet-plus", "an address with a plus sign", "192.0.2.+1"],
    ["octet-empty", "an address with two points together", "192..2.1"],
    ["five-parts", "an address of five numbers", (plain) => `${plain}.1`],
    ["point-first", "an address with a point first", (plain) => `.${plain}`],
    ["point-last", "an address with a point at its end", (plain) => `${plain}.`],
    ["commas", "an address with commas", (plain) => plain.replaceAll(".", ",")],
    ["port", "an address with a port", (plain) => `${plain}:80`],
    ["prefix", "an address with a prefix length", (plain) => `${plain}/24`],
    ["range", "a range of addresses", (plain) => `${plain}-${plain}`],
    ["list", "two addresses with a comma", (plain) => `${plain},${plain}`],
    ["brackets", "an address in brackets", (plain) => `[${plain}]`],
    ["uri", "a URI of an address", (plain) => `http://${plain}/`],
    ["ipv6", "the IPv6 loopback address", "::1"],
    ["ipv6-mapped", "an address mapped to IPv6", (plain) => `::ffff:${plain}`],
    ["fullwidth", "an address with a fullwidth digit", "192.0.2.\uff11"],
    ["ideographic", "an address with ideographic points", "192\u30020\u30022\u30021"],
    ["space-before", "an address with a space before it", (plain) => ` ${plain}`],
    ["space-after", "an address with a space after it", (plain) => `${plain} `],
    ["line-feed-after", "an address and a line feed", (plain) => `${plain}\n`],
    ["nul-after", "an address and U+0000", (plain) => `${plain}\u0000`],
  ],
};

function deviation(text: string): string | undefined {
  if (isStrict(text)) return undefined;
  if (/^\d+(?:\.\d+){3}$/.test(text))
    return text.split(".").some((octet) => Number(octet) > 255)
      ? "a number above 255"
      : "leading zeros";
  if (/[^ -~]/.test(text)) return "characters beyond ASCII";
  return text.includes(":") ? "a colon" : "another text";
}

const OCTETS = upwards(0n, 999n, every(0, 20).concat(every(99, 130), every(190, 260), 300n, 512n));

const octetAxes = ({ label: it }: Slot<unknown>): ValueAxis[] =>
  axisRows({ scale: "linear", capped: true, probes: ["values", "format"] })`
  first-octet | first number of ${it} | | ${OCTETS} | ${(at) => [`"${at}.0.2.1"`]}
  last-octet | last number of ${it} | | ${OCTETS} | ${(at) => [`"192.0.2.${at}"`]}
`;

const KNOWN: Record<string, KnownPlaces> = {
  "first-octet": {
    126: "126, the last number before the loopback addresses",
    223: "223, the last number before the multicast addresses",
    239: "239, the last number of multicast addresses",
    255: "255, the largest number of 8 bits",
  },
  "last-octet": { 254: "254, the last host of a /24", 255: "255, the largest number of 8 bits" },
};

/** From this number on, an octet has three digits. */
const FROM = 100;
const WIDTH = 256 - FROM;
const octet = (nth: number): number => FROM + (Math.floor(nth) % WIDTH);

export const ipv4Kind = formatKind({
  name: "ipv4",
  words: "an IPv4 address",
  // Fresh ones are private (RFC 1918) and of one length. They repeat after 3,796,416.
  text: ({ fresh }, nth) =>
    fresh === true
      ? `10.${octet(nth / WIDTH ** 2)}.${octet(nth / WIDTH)}.${octet(nth)}`
      : "192.0.2.1",
  has: isStrict,
  deviation,
  families,
  texts: () => fc.ipV4(),
  axes: octetAxes,
  known: KNOWN,
  rules: () => ipv4Rules,
  formats: ["ipv4"],
  patterns: [
    [`^${OCTET}(\\.${OCTET}){3}$`.replaceAll("(?:", "("), "ipv4"],
    ["^\\d{1,3}(\\.\\d{1,3}){3}$", "ipv4"],
  ],
});
