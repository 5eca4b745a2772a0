import type { Case, Interface } from "../../model/index.ts";
import type { Template } from "../../template/index.ts";

/**
 * Whether a request belongs to the operation of the document: its method and path, sent by the ordinary
 * client. For another path, or a message that is not HTTP, the document states nothing.
 */
export function isOfOperation({ request }: Case, from: Interface): boolean {
  if (request.sender !== "client") return false;
  if (request.method !== undefined && request.method !== from.method) return false;
  if (request.path === undefined) return true;
  const path = typeof request.path === "string" ? request.path : textOf(request.path);
  return patternOf(from.path).test(path.split(/[?#]/)[0] ?? "");
}

/** A fresh or an encoded value takes one segment. */
const textOf = (template: Template): string =>
  template
    .map((part) => {
      if (typeof part === "string") return part;
      return "target" in part && part.target === "prefix" ? "" : "value";
    })
    .join("");

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/(\{[^{}]*\})/)
      .map((piece) => (piece.startsWith("{") ? "(?!\\.{1,2}(/|$))[^/]+" : escaped(piece)))
      .join("")}$`,
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
