import {
  bodyCases,
  formsOf,
  suiteFor,
  validRequest,
  type BodyForms,
  type CaseDefinition,
  type Requests,
} from "../src/generate/index.ts";
import { kindOf, slugOf, withInner, type FieldSlot } from "../src/kinds/index.ts";
import type { Suite } from "../src/model/index.ts";
import { combinations } from "./valid/combinations.ts";
import { escapes } from "./valid/escapes.ts";
import { layouts } from "./valid/layouts.ts";

/** Hand-chosen valid values of each field; of a list, in its first item. */
const examples = ({ on }: BodyForms, body: FieldSlot): CaseDefinition[] => {
  const seen = new Set<string>();
  return withInner(body).flatMap((slot) => {
    const slug = slugOf(slot.path);
    if (seen.has(slug)) return [];
    seen.add(slug);
    return (kindOf(slot.type).examples?.(slot) ?? []).map(({ name, reason, value }) => ({
      name: `${slug}-${name}`,
      reason,
      family: slug,
      request: on.request(on.body({ [slot.path]: value })),
    }));
  });
};

/** Another body that is certainly the stated one. */
function bodies(on: Requests): CaseDefinition[] {
  const { body } = on.layout;
  if (body === undefined) return [];
  const forms = formsOf(on);
  const layout = bodyCases(on, "layout", layouts(forms)).map((each) => ({
    ...each,
    name: each.name.slice("layout-".length),
  }));
  return [...layout, ...bodyCases(on, "escape", escapes(forms)), ...examples(forms, body)];
}

/** The stated request, in every form that is certainly the stated request. */
export default function valid(on: Requests): Suite[] {
  const { body } = on.layout;
  const slots = [...on.layout.parameters, ...(body?.inner ?? [])].flatMap(withInner);
  return [
    suiteFor(on.interface, {
      name: "valid",
      about: "the stated request",
      clauses: [
        "server",
        "accepts",
        "method",
        "path",
        "protocol",
        "content-type",
        "content-length",
        "host",
        "client-headers",
        "body",
        ...on.fieldClauses("type", slots),
        "behaviour",
        "response-status",
        "response-headers",
        "response-body",
        "returned-fields",
      ],
      cases: () => [
        {
          name: "plain",
          reason: "the stated request unchanged",
          request: on.request(),
        },
        {
          name: "plain-on-the-wire",
          reason: "the stated request as raw bytes, on a connection of its own",
          request: on.rawRequest(),
        },
        ...bodies(on),
        ...combinations(on),
      ],
      properties: () =>
        body === undefined && !on.layout.parameters.some(({ text }) => text === undefined)
          ? []
          : [
              {
                name: "any",
                reason:
                  body === undefined
                    ? "parameters drawn freely within the stated request"
                    : "fields, key order and white space drawn freely within the stated request",
                arbitrary: validRequest(on),
              },
            ],
    }),
  ];
}
