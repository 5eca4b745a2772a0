import fc from "fast-check";
import { z } from "zod";
import { bytes, times } from "../../template/index.ts";
import { formatKind } from "../format-kind.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { countRungs } from "../rungs.ts";
import { uriFamilies } from "./cases.ts";

/** A URI as an interface describes it: RFC 3986, with a scheme. */
export const UriType = z.strictObject({
  kind: z.literal("uri"),
  fresh: z.literal(true).optional(),
});
export type UriType = z.infer<typeof UriType>;

/** A scheme, then characters that RFC 3986 allows. */
const FORM = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

const has = (text: string): boolean => FORM.test(text) && !/#.*#/.test(text);

function uriDeviation(text: string): string | undefined {
  if (has(text)) return /^https?:/i.test(text) ? undefined : "a scheme other than http";
  if (/[^ -~]/.test(text)) return "characters beyond ASCII";
  if (/\s/.test(text)) return "a space";
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? "another text" : "no scheme";
}

/** The path by its letters. */
const pathLength = ({ label: it }: Slot<UriType>, { body }: ValueCaps): ValueAxis[] => [
  {
    name: "path-length",
    title: `length of the path of ${it}`,
    unit: "characters",
    scale: "log",
    capped: true,
    probes: ["values", "format", "limit-size"],
    rungs: countRungs(0n, BigInt(body), [235n, 236n, 2027n, 2028n, 2063n, 2064n, 8171n]),
    value: (at) => bytes`"https://example.com/${times("a", Number(at))}"`,
  },
];

/** Characters before the letters: `https://example.com/`. */
const BEFORE = 20;
const KNOWN: Record<string, string> = {
  255: "255 characters in all: VARCHAR(255)",
  2000: "2,000 characters in all, what old browsers took",
  2048: "2,048 characters in all, 2 KiB: what CDNs and sitemaps take",
  2083: "2,083 characters in all, the longest of Internet Explorer and Pydantic's HttpUrl",
  8000: "8,000 characters in all, the minimum that RFC 9110 recommends",
  65_535: "65,535 characters in all: MySQL's TEXT",
};

export const uriKind = formatKind<UriType>({
  name: "uri",
  schema: () => UriType,
  words: "a URI",
  isBounded: () => false,
  text: (_, unique) => `https://example.com/${unique}`,
  otherForms: () => [],
  has,
  deviation: uriDeviation,
  families: uriFamilies,
  texts: () =>
    fc
      .webUrl({ withQueryParameters: true, withFragments: true })
      .map((text) => (has(text) ? text : "https://example.com/")),
  axes: pathLength,
  knownValue: (_, at) => KNOWN[String(at + BigInt(BEFORE))],
});
