export type Decoding = Readonly<{
  /** How invalid UTF-8 is read; `loose` takes bytes of its form (overlong, surrogates, too large), `surrogates` only those. */
  invalid: "refused" | "replaced" | "latin-1" | "loose" | "surrogates";
  mark?: boolean;
  /** UTF-16 and UTF-32 are recognised: by a byte order mark, and by zero bytes (RFC 4627 section 3). */
  detected?: "marks and zeros" | "zeros";
}>;

/** Stands for a refused byte: the second half of a surrogate pair, alone. */
export const INVALID = "\udfff";

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

export const isWhole = (text: string): boolean => !LONE.test(text);

const FATAL = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
/** Sequences of UTF-8 by their first byte, as Latin-1. */
const FORMS =
  /[\0-\x7f]+|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3}|[^]/g;

const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function fatally(bytes: Uint8Array): string | undefined {
  try {
    return FATAL.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text with U+FFFD for each wrong sequence that has the form, and a mark for every other byte. */
const looseText = (bytes: Uint8Array): string =>
  latin1(bytes).replace(FORMS, (form) => {
    const text = fatally(bytesOf(form));
    return text ?? (form.length === 1 ? INVALID : "\ufffd");
  });

function utf8(bytes: Uint8Array, invalid: Decoding["invalid"]): string | undefined {
  const text = fatally(bytes);
  if (text !== undefined || invalid === "refused") return text;
  if (invalid === "latin-1") return latin1(bytes);
  if (invalid === "replaced") return LENIENT.decode(bytes);
  if (invalid === "loose") return looseText(bytes);
  return fatally(bytesOf(latin1(bytes).replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, "?")));
}

export function decodeText(
  bytes: Uint8Array,
  { invalid, mark, detected }: Decoding,
): string | undefined {
  const width = detected === undefined ? undefined : detectedWidth(bytes, detected);
  const text = width === undefined ? utf8(bytes, invalid) : wideText(bytes, width, invalid);
  return mark === true && text?.startsWith("\ufeff") === true ? text.slice(1) : text;
}

type Width = { size: 2 | 4; little: boolean };

/** Marks at the start: the first that fits. */
const MARKS: readonly [mark: string, width: Width][] = [
  ["\0\0\xfe\xff", { size: 4, little: false }],
  ["\xff\xfe\0\0", { size: 4, little: true }],
  ["\xfe\xff", { size: 2, little: false }],
  ["\xff\xfe", { size: 2, little: true }],
];

function detectedWidth(
  bytes: Uint8Array,
  by: NonNullable<Decoding["detected"]>,
): Width | undefined {
  const start = latin1(bytes.subarray(0, 4));
  const marked = by === "zeros" ? undefined : MARKS.find(([mark]) => start.startsWith(mark));
  if (marked !== undefined) return marked[1];
  const [a, b, c, d] = bytes;
  if (bytes.length >= 4 && a === 0) return { size: b === 0 ? 4 : 2, little: false };
  if (bytes.length >= 4 && b === 0) return { size: c === 0 && d === 0 ? 4 : 2, little: true };
  if (by === "marks and zeros" && bytes.length === 2 && (a === 0) !== (b === 0))
    return { size: 2, little: b === 0 };
  return undefined;
}

/** Units of two or four bytes; lone surrogates are accepted where they are in UTF-8. */
function wideText(
  bytes: Uint8Array,
  { size, little }: Width,
  invalid: Decoding["invalid"],
): string | undefined {
  if (bytes.length % size !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += size) {
    const code = size === 4 ? view.getUint32(at, little) : view.getUint16(at, little);
    if (code > 0x10ffff) return undefined;
    text += size === 4 ? String.fromCodePoint(code) : String.fromCharCode(code);
  }
  return invalid === "surrogates" || isWhole(text) ? text : undefined;
}
