import type { Template } from "../model/template.ts";
import { head, type HeadOptions } from "./requests.ts";

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
