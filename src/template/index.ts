export type { Encoding, TemplatePart } from "./template.ts";
export { cellsOf, rows, rowsInto, bytes, raw, slice, times, Taken, Template } from "./template.ts";
