export { bytes, raw, slice, times } from "./bytes.ts";
export { type Encoding, Template, type TemplatePart } from "./template.ts";
