import type { Template, TemplatePart } from "../model/template.ts";
import { bytes, date, id, user, VALID_BODY_BYTES } from "./bytes.ts";
import { head, type HeadOptions } from "./requests.ts";

/** A head whose body comes in other steps, so that its Content-Length has to be given. */
export function headAlone(bodyBytes = VALID_BODY_BYTES, options: HeadOptions = {}): Template {
  return head({ ...options, change: { "Content-Length": String(bodyBytes), ...options.change } });
}

/** A whole message as one template, for several messages in one write. */
export function message(
  body: Template = user(),
  bodyBytes = VALID_BODY_BYTES,
  options: HeadOptions = {},
): Template {
  return [...headAlone(bodyBytes, options), ...body];
}

/** The stated body with the n-th fresh id and date of the observation. */
export const nthUser = (nth: number): Template =>
  user({ id: [id(nth)], date: bytes`"${date(nth)}"` });

/** The bytes of a template from one offset up to another. */
export const slice = (template: Template, from: number, to?: number): TemplatePart => ({
  slice: template,
  from,
  ...(to !== undefined && { to }),
});

const CRLF = "\r\n";

/** The lines of a head without their ends: the request line, then one for each header. */
export function headLines(options: Omit<HeadOptions, "eol"> = {}): Template[] {
  const lines: Template[] = [[]];
  for (const part of head(options)) {
    if (part === CRLF) lines.push([]);
    else lines.at(-1)?.push(part);
  }
  return lines.slice(0, -2);
}

/** Lines with their ends, without the empty line. */
export const endLines = (lines: Template[], eol = CRLF): Template =>
  lines.flatMap((line) => [...line, eol]);

/** A head from its lines: each with its end, then the empty line. */
export const joinLines = (lines: Template[], eol = CRLF): Template => [
  ...endLines(lines, eol),
  eol,
];
