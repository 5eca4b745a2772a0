import type { Requests } from "../../src/generate/index.ts";
import { slugOf, withInner, type FieldSlot } from "../../src/kinds/index.ts";
import type { Template } from "../../src/template/index.ts";

/** The identity of a request, and its other fresh values. */
export type Identity = {
  /** Its name in cases: `id`, or `request` without an identity. */
  slug: string;
  /** The value, wherever it is. */
  slot?: FieldSlot;
  /** The same if it is a member of the body. */
  field?: FieldSlot;
  /** Other fresh values in the body. */
  others: FieldSlot[];
  /** The body with the same identity and the n-th values of the others. */
  otherValues: (nth: number) => Template;
  /** The members of the body except the identity. */
  otherFields: FieldSlot[];
};

/** The identity of the requests of an interface. */
export function identityOf(on: Requests): Identity {
  const { identity, freshSlots, body } = on.layout;
  const slot = freshSlots.find(({ path }) => path === identity);
  const field = on.fields.find(({ path }) => path === identity);
  const others = (body === undefined ? [] : withInner(body)).filter(
    ({ path, text }) => text !== undefined && path !== identity,
  );
  return {
    slug: slot === undefined ? "request" : slugOf(slot.path),
    ...(slot && { slot }),
    ...(field && { field }),
    others,
    otherValues: (nth) =>
      on.body(Object.fromEntries(others.map(({ path, valid }) => [path, valid(nth)]))),
    otherFields: on.fields.filter((each) => each !== field),
  };
}
