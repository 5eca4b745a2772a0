import type { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];
/** Colours a text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string;

export const plain: Paint = (_format, text) => text;
