import { withInner, type FieldSlot } from "../kinds/slot.ts";
import type { Template } from "../template/template.ts";
import type { Layout } from "./layout.ts";

/** Characters that a path segment and a query have as they are (RFC 3986, 2.3). */
const UNRESERVED = /^[\w.~-]*$/;
const SAMPLE = 123_456_789;

/** The request target of a valid request: `{ target: "path" }` where nothing in it moves. */
export function targetTemplate(layout: Layout, nth = 0): Template {
  if (layout.fixedPath !== undefined) return [{ target: "path" }];
  const query = layout.parameters.filter((each) => each.in === "query");
  return [{ target: "prefix" }, ...pathTemplate(layout, nth), ...queryText(query, nth)];
}

/** The path with its parameters, without the base URL's own. */
export const pathTemplate = ({ interface: from, parameters }: Layout, nth = 0): Template =>
  pathText(from.path, parameters, nth);

type Named = FieldSlot & { name: string; in: string };

function pathText(path: string, parameters: readonly Named[], nth: number): Template {
  return path.split(/(\{[^{}]*\})/).flatMap((piece): Template => {
    const slot = parameters.find((each) => each.in === "path" && `{${each.name}}` === piece);
    if (slot === undefined) return piece === "" ? [] : [piece];
    return encodedValue(slot, nth);
  });
}

function queryText(query: readonly Named[], nth: number): Template {
  return query.flatMap((slot, index): Template => {
    const name = encodeURIComponent(slot.name);
    // A list is written once for each of its items, as OpenAPI's style `form` with `explode` has it.
    const values = slot.type.kind === "list" ? slot.inner : [slot];
    return values.flatMap((value, at): Template => [
      `${index + at === 0 ? "?" : "&"}${name}=`,
      ...encodedValue(value, nth),
    ]);
  });
}

/** A value percent-encoded; one whose text needs no encoding stays as it is. */
export function encodedValue(slot: FieldSlot, nth = 0): Template {
  const content = slot.content(nth);
  const isPlain = withInner(slot).every(
    ({ text }) => text === undefined || UNRESERVED.test(text(SAMPLE)),
  );
  const fixed = content.every((part) => typeof part !== "string" || UNRESERVED.test(part));
  return isPlain && fixed ? content : [{ encode: content, as: "percent" }];
}
