export { cellsOf, rows } from "./rows.ts";
export { bytes, raw, slice, times } from "./template.ts";
export { type Encoding, Template, type TemplatePart } from "./template.ts";
