import type { FormatFamily } from "../format-kind.ts";

const withVersion = (plain: string, version: string): string =>
  `${plain.slice(0, 14)}${version}${plain.slice(15)}`;
const withVariant = (plain: string, variant: string): string =>
  `${plain.slice(0, 19)}${variant}${plain.slice(20)}`;

/**
 * Hand-chosen UUIDs: valid ones and near misses. The form does not say which versions are accepted.
 */
export const uuidFamilies: FormatFamily[] = [
  {
    family: "versions",
    rows: [
      ["version-0", "a UUID of version 0", (plain) => withVersion(plain, "0")],
      ["version-1", "a UUID of version 1", (plain) => withVersion(plain, "1")],
      ["version-3", "a UUID of version 3", (plain) => withVersion(plain, "3")],
      ["version-5", "a UUID of version 5", (plain) => withVersion(plain, "5")],
      ["version-6", "a UUID of version 6", (plain) => withVersion(plain, "6")],
      ["version-7", "a UUID of version 7", (plain) => withVersion(plain, "7")],
      ["version-8", "a UUID of version 8", (plain) => withVersion(plain, "8")],
      ["version-f", "a UUID of version f, which no RFC has", (plain) => withVersion(plain, "f")],
      ["variant-0", "a UUID of the variant NCS", (plain) => withVariant(plain, "0")],
      ["variant-c", "a UUID of the variant Microsoft", (plain) => withVariant(plain, "c")],
      ["nil", "the nil UUID", "00000000-0000-0000-0000-000000000000"],
      ["max", "the max UUID", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    ],
  },
  {
    family: "spellings",
    rows: [
      ["upper", "a UUID in upper case", (plain) => plain.toUpperCase()],
      [
        "mixed-case",
        "a UUID with some digits in upper case",
        (plain) => plain.slice(0, 18).toUpperCase() + plain.slice(18),
      ],
      ["no-dashes", "a UUID without dashes", (plain) => plain.replaceAll("-", "")],
      ["braces", "a UUID in braces", (plain) => `{${plain}}`],
      ["parentheses", "a UUID in parentheses", (plain) => `(${plain})`],
      ["urn", "a UUID as a URN", (plain) => `urn:uuid:${plain}`],
      ["underscores", "a UUID with underscores", (plain) => plain.replaceAll("-", "_")],
      ["spaces", "a UUID with spaces for dashes", (plain) => plain.replaceAll("-", " ")],
      ["en-dashes", "a UUID with en dashes", (plain) => plain.replaceAll("-", "\u2013")],
      ["dashes-elsewhere", "32 digits with dashes in other places", movedDashes],
      ["base64", "16 bytes in Base64", "PysctUpeb0p7jJ0BI0VniQ=="],
      ["ulid", "a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
      ["object-id", "24 hexadecimal digits", "507f1f77bcf86cd799439011"],
    ],
  },
  {
    family: "other characters and lengths",
    rows: [
      ["empty", "the empty text", ""],
      ["digits-35", "a UUID without its last digit", (plain) => plain.slice(0, -1)],
      ["digits-37", "a UUID with one digit more", (plain) => `${plain}0`],
      ["letter-g", "a UUID with a g", (plain) => `${plain.slice(0, -1)}g`],
      ["fullwidth", "a UUID with a fullwidth digit", (plain) => `${plain.slice(0, -1)}\uff11`],
      ["space-before", "a UUID with a space before it", (plain) => ` ${plain}`],
      ["space-after", "a UUID with a space after it", (plain) => `${plain} `],
      ["line-feed-after", "a UUID and a line feed", (plain) => `${plain}\n`],
      ["nul-after", "a UUID and U+0000", (plain) => `${plain}\u0000`],
      ["twice", "a UUID twice", (plain) => plain + plain],
      ["word", "the word null", "null"],
      ["digits", "nine digits", "123456789"],
    ],
  },
];

function movedDashes(plain: string): string {
  const digits = plain.replaceAll("-", "");
  return [0, 4, 8, 16, 24].map((from, nth, all) => digits.slice(from, all[nth + 1])).join("-");
}
