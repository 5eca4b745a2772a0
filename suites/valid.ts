import type { Template } from "../src/template/index.ts";
import { distinctBy } from "../src/remember.ts";
import type { CaseDefinition, Requests, BodyForms } from "../src/generate/index.ts";
import { isValidRequest, pairwise, requestWith, bodyCases } from "../src/generate/index.ts";
import { formsOf, suiteFor, validRequest } from "../src/generate/index.ts";
import { kindOf, type FieldSlot, type ValueCase, slugOf, withInner } from "../src/kinds/index.ts";
import type { StatedField } from "../src/contract/index.ts";
import type { Suite } from "../src/model/index.ts";
import { escapes, layouts } from "./valid/layouts.ts";
import { counted, shortList } from "../src/text/index.ts";

/** Cases of one operation, levels of one value, and values that are combined. */
const MOST_CASES = 60;
const MOST_LEVELS = 20;
const MOST_FACTORS = 40;
const MOST_NAMED = 4;

/** A value to send for a field, or "out" if it is left out; undefined as stated. */
type Level = { reason: string; value: Template | "out" } | undefined;
type Factor = { field: StatedField; levels: Level[] };

/** Valid requests that together have every pair of levels of any two values; fresh values stay so. */
function combinations(on: Requests): CaseDefinition[] {
  const factors = on.layout.fields
    .map((field): Factor => ({ field, levels: levelsOf(on, field) }))
    .filter(({ levels }) => levels.length > 1)
    .slice(0, MOST_FACTORS);
  const seen = new Set([JSON.stringify(requestWith(on, new Map()))]);
  return pairwise(
    factors.map(({ levels }) => levels.length),
    MOST_CASES,
  ).flatMap((row, index): CaseDefinition[] => {
    const chosen: [string, NonNullable<Level>][] = factors.flatMap(({ field, levels }, at) => {
      const level = levels[row[at] ?? 0];
      return level === undefined ? [] : [[field.slot.path, level]];
    });
    const request = requestWith(on, new Map(chosen));
    const text = JSON.stringify(request);
    if (seen.has(text) || !isValidRequest(request, on.interface)) return [];
    seen.add(text);
    const reasons = shortList(
      chosen,
      MOST_NAMED,
      ([, { reason }]) => reason,
      (more) => counted(more, "further value"),
    );
    return [
      {
        name: `combination-${index + 1}`,
        reason: reasons.join("; "),
        family: "combinations",
        request,
      },
    ];
  });
}

/** The levels of a value that are valid by themselves, the stated one first. */
function levelsOf(on: Requests, field: StatedField): Level[] {
  const { slot } = field;
  const others = [
    ...(slot.required === false
      ? [{ reason: `there is no ${slot.label}`, value: "out" as const }]
      : []),
    ...(slot.type.nullable === true ? [{ reason: `${slot.label} is null`, value: ["null"] }] : []),
    ...(slot.type.default !== undefined && slot.text === undefined
      ? [{ reason: `${slot.label} is its default`, value: [JSON.stringify(slot.type.default)] }]
      : []),
    ...(isLimited(slot) ? kindOf(slot.type).cases(slot).filter(isLevel) : [])
      .filter(({ value }) => on.canCarry(field, value))
      .map(({ reason, value }) => ({ reason, value })),
  ];
  const seen = new Set([JSON.stringify(requestWith(on, new Map()))]);
  const valid = others.filter((level) => {
    const request = requestWith(on, new Map([[slot.path, level]]));
    const text = JSON.stringify(request);
    return !seen.has(text) && Boolean(seen.add(text)) && isValidRequest(request, on.interface);
  });
  return [undefined, ...valid.slice(0, MOST_LEVELS)];
}

/** Whether a value that is not fresh has stated values, bounds, or numbers of items. */
const isLimited = ({ type, text }: FieldSlot): boolean =>
  text === undefined &&
  (["boolean", "choice", "list"].includes(type.kind) ||
    Object.keys(type).some((rule) => /^(?:min|max|exclusive)/.test(rule)));

/** Stated bounds, the values of a choice, few items: their own suite has the others one by one. */
const isLevel = ({ family, rung }: ValueCase): boolean =>
  family === "stated bounds" ||
  family === "values" ||
  (family === "numbers of items" && ["0", "1", "2"].includes(rung?.at ?? ""));

/** Hand-chosen valid values of each field; of a list, in its first item. */
const examples = ({ on }: BodyForms, body: FieldSlot): CaseDefinition[] => {
  const slots = withInner(body).map((slot) => ({ slot, slug: slugOf(slot.path) }));
  return distinctBy(slots, ({ slug }) => slug).flatMap(({ slot, slug }) =>
    (kindOf(slot.type).examples?.(slot) ?? []).map(({ name, reason, value }) => ({
      name: `${slug}-${name}`,
      reason,
      family: slug,
      request: on.request(on.body({ [slot.path]: value })),
    })),
  );
};

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
        { name: "plain", reason: "the stated request unchanged", request: on.request() },
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
