export type { Encoding, TemplatePart } from "./template.ts";
export { cellsOf, rows, bytes, raw, slice, times, Template } from "./template.ts";
