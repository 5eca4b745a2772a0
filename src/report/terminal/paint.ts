import type { styleText } from "node:util";
import { classOf } from "../../model/index.ts";

type Format = Parameters<typeof styleText>[0];
/** Colours a text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string;

export const plain: Paint = (_format, text) => text;

/** The colour of each status class: never red for what the specification leaves open. */
export const CLASS_COLOUR = {
  "2xx": "green",
  "3xx": "cyan",
  "4xx": "yellow",
  "5xx": "magenta",
} as const;

/** A text about a signature, in the colour of its last response; plain if there was none. */
export function paintSignature(paint: Paint, signature: string, text = signature): string {
  const name = classOf(signature);
  return isClass(name) ? paint(CLASS_COLOUR[name], text) : text;
}

const isClass = (name: string): name is keyof typeof CLASS_COLOUR => name in CLASS_COLOUR;
