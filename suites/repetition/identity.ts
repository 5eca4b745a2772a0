import type { Requests } from "../../src/generate/requests.ts";
import { withInner, type FieldSlot } from "../../src/kinds/slot.ts";
import { slugOf } from "../../src/kinds/slug.ts";
import type { Template } from "../../src/template/template.ts";

/** What tells requests apart, and what else is fresh in them. */
export type Identity = {
  /** How cases call it: `id`, or `request` where nothing tells requests apart. */
  slug: string;
  /** The value, wherever it stands. */
  slot?: FieldSlot;
  /** The same where it is a member of the body. */
  field?: FieldSlot;
  /** What else is fresh in the body. */
  others: FieldSlot[];
  /** The body with the same identity and the n-th values of the others. */
  otherValues: (nth: number) => Template;
  /** The members of the body but the identity. */
  otherFields: FieldSlot[];
};

/** What tells requests of an interface apart. */
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
