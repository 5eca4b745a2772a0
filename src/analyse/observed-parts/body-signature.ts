import { createHash } from "node:crypto";
import { rawText, type KeptBytes } from "../../model/index.ts";
import { ignorePaths } from "./ignore-paths.ts";

/** Longer bodies are identified by their beginning and digest. */
const SHOWN = 60;
const DIGEST = 8;
const TEXT_DIGEST = 16;

type How = {
  /** Paths as in `--ignore`. */
  ignore: readonly string[];
  /** Fresh values of the request: they do not count where the response repeats them. */
  fresh: readonly string[];
};

/**
 * A body as text for comparison. JSON is compared structurally: keys sorted, white space and
 * ignored paths dropped. Text that is not JSON, or longer than the recorded part, is compared by
 * its bytes.
 */
export function bodySignature(body: KeptBytes, { ignore, fresh }: How): string {
  if (body.bytes === 0) return "no body";
  const whole = body.text !== undefined && Buffer.byteLength(rawText(body.text)) === body.bytes;
  if (!whole) return `${body.bytes} bytes, sha256 ${body.sha256.slice(0, DIGEST)}`;
  return shown(withoutFresh(canonical(rawText(body.text ?? ""), ignore), fresh));
}

/**
 * Matches strings, which stay as they are, and numbers: as doubles, 2^53 and 2^53 + 1 would be equal, and so would 1
 * and 1.0.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const KEPT_NUMBER = /"\\u0000([-+.\deE]+)"/g;
const keepNumber = (token: string): string => (token.startsWith('"') ? token : `"\\u0000${token}"`);

function canonical(text: string, ignore: readonly string[]): string {
  try {
    const value: unknown = JSON.parse(text.replace(TOKEN, keepNumber));
    const written = JSON.stringify(sorted(ignorePaths(value, ignore)));
    return written.replaceAll(KEPT_NUMBER, "$1");
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** `fresh` values in order: the nth of them becomes `<nth>` wherever the response repeats it. */
function withoutFresh(text: string, fresh: readonly string[]): string {
  return fresh.reduce((left, value, index) => left.replaceAll(value, `<${index}>`), text);
}

function shown(text: string): string {
  if (text.length <= SHOWN) return text;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, TEXT_DIGEST);
  return `${text.slice(0, SHOWN)}… (${digest})`;
}
