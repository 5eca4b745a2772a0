import type { CaseRequest, Interface } from "../../model/index.ts";
import { familyOf } from "../family.ts";

/**
 * The field of the body that a request is about: the one in which it differs from the stated request.
 * Undefined if it differs in another way, in several fields, or not at all.
 */
export function fieldAbout(request: CaseRequest, from: Interface): string | undefined {
  const { body } = from;
  if (body?.kind !== "object") return undefined;
  const fields = new Set(
    familyOf(request, from)
      .split(" + ")
      .map((part) => body.fields.find(({ name }) => isAbout(part, name))?.name),
  );
  const [only, second] = fields;
  return second === undefined && fields.size === 1 ? only : undefined;
}

/** Whether a part of a family is about this field, or about a value within it. */
const isAbout = (part: string, name: string): boolean =>
  part.startsWith(name) && /^(?:[.[][^ ]*)?(?:: | missing$| twice$)/.test(part.slice(name.length));
