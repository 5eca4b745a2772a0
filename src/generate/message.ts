import type { Template, TemplatePart } from "../model/template.ts";
import { VALID_BODY_BYTES, bytes, date, id, user } from "./bytes.ts";
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
