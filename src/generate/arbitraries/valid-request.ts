import fc from "fast-check";
import type { StatedField } from "../../contract/index.ts";
import type { FieldSlot, FieldType } from "../../kinds/index.ts";
import { kindOf, withInner, commaSeparated } from "../../kinds/index.ts";
import type { CaseRequest, ClientRequest } from "../../model/index.ts";
import { bytes, type Template } from "../../template/index.ts";
import type { Requests } from "../requests.ts";
import { isFoundInPath, referencesOf } from "../layout.ts";
import { isValidRequest } from "../valid-request.ts";
import { parameterHeader, formText } from "../form-text.ts";
import { targetTemplate } from "../request-target.ts";
import { writeValue } from "../write-json.ts";

/** One in so many optional members is left out. */
const LEFT_OUT = 4;

const space = fc.constantFrom("", "", "", " ", "\n", "\t", "\r\n", "  ");

/** The stated request with other valid values, order, white space and optional parts; fresh parameters stay so. */
export function validRequest(on: Requests): fc.Arbitrary<CaseRequest> {
  const drawn = drawnParameters(on);
  if (drawn.length === 0) return withBody(on);
  const values = fc.tuple(
    ...drawn.map(({ slot }) =>
      fc.oneof(
        { arbitrary: kindOf(slot.type).valid(slot), weight: 3 },
        { arbitrary: fc.constant(undefined), weight: slot.required === false ? 1 : 0 },
      ),
    ),
  );
  return fc.tuple(withBody(on), values).map(([request, texts]) => {
    const levels = new Map(
      drawn.map(({ slot }, at) => [slot.path, { value: texts[at] ?? ("out" as const) }]),
    );
    const { path, headers, body } = requestWith(on, levels);
    const made = {
      ...request,
      ...(path && { path }),
      ...(headers && { headers }),
      ...(!on.hasJson && { body }),
    };
    // Some texts cannot stand in a path or in a header.
    return isValidRequest(made, on.interface) ? made : request;
  });
}

function drawnParameters(on: Requests): StatedField[] {
  const references = referencesOf(on.interface);
  return on.layout.fields.filter(
    ({ slot, in: place }) =>
      place !== "body" &&
      slot.text === undefined &&
      !references.has(slot.path) &&
      !isFoundInPath(on.interface, slot) &&
      on.layout.parameters.some(({ path }) => path === slot.path),
  );
}

function withBody(on: Requests): fc.Arbitrary<ClientRequest> {
  const { body, identity } = on.layout;
  if (body === undefined) return fc.constant(on.request());
  const members = body.type.kind === "object" ? body.inner : [];
  const slots = members.length > 0 ? members : [body];
  const references = referencesOf(on.interface);
  const drawn = slots.filter(
    (slot) =>
      !hasReference(slot.type) &&
      !withInner(slot).some(({ path }) => path === identity || references.has(path)),
  );
  const keys = members.map(({ key }) => JSON.stringify(key ?? ""));
  const places = members.map((slot) => drawn.indexOf(slot));
  const values = fc.tuple(...drawn.map((slot) => kindOf(slot.type).valid(slot)));
  // Without an optional member nothing more is drawn: the requests of a seed stay the same.
  const isLeftOut = members.map((slot) =>
    slot.required === false && drawn.includes(slot)
      ? fc.nat({ max: LEFT_OUT - 1 }).map((nth) => nth === 0)
      : fc.constant(false),
  );
  const spaces = 2 * (members.length > 0 ? 2 * members.length : 0) + 1;
  return fc
    .tuple(
      values,
      fc.boolean(),
      fc.array(space, { minLength: spaces, maxLength: spaces }),
      fc.tuple(...isLeftOut),
    )
    .map(([texts, reversed, s, out]) => {
      if (members.length === 0) return on.request(bytes`${s[0] ?? ""}${texts[0] ?? body.valid()}`);
      const written = members.flatMap((slot, index) => {
        if (out[index] === true) return [];
        const value = texts[places[index] ?? -1] ?? slot.valid();
        const [before, after] = [s[2 * index + 1] ?? "", s[2 * index + 2] ?? ""];
        return [bytes`${keys[index] ?? ""}${before}:${after}${value}`];
      });
      const between = 2 * members.length + 1;
      const joined = (reversed ? written.toReversed() : written).flatMap((member, index) => {
        const after = between + 2 * index;
        return index === 0 ? member : bytes`${s[after - 1] ?? ""},${s[after] ?? ""}${member}`;
      });
      return on.request(bytes`${s[0] ?? ""}{${s[between] ?? ""}${joined}${s[spaces - 1] ?? ""}}`);
    });
}

/** Whether an inner member names a resource which was found on the target: other values may name none. */
function hasReference(type: FieldType): boolean {
  if (type.kind === "list") return hasReference(type.items);
  return (
    type.kind === "object" &&
    type.fields.some(({ resource, type: own }) => resource === true || hasReference(own))
  );
}

/** Other values by path: JSON text, or "out" for a member, a parameter of the query or a header that is left out. */
type OtherValues = ReadonlyMap<string, { value: Template | "out" }>;

export function requestWith(on: Requests, values: OtherValues): ClientRequest {
  const { layout } = on;
  const over: Record<string, Template> = {};
  const pairs: Record<string, Template[]> = {};
  const changes: Record<string, string | null> = {};
  for (const slot of layout.parameters) {
    const value = values.get(slot.path)?.value;
    if (value === undefined) continue;
    if (slot.in === "header")
      changes[slot.name] =
        value === "out" ? null : parameterHeader(slot, { [slot.path]: value }, on.interface);
    else if (value === "out") pairs[slot.path] = [];
    else over[slot.path] = value;
  }
  const writing = { over, pairs };
  const body =
    layout.body === undefined ? formText(layout, writing) : bodyWith(layout.body, values);
  return on.request(body, {
    ...(layout.fixedPath === undefined && { path: targetTemplate(layout, writing) }),
    ...(Object.keys(changes).length > 0 && { headers: on.headersWith(changes) }),
  });
}

const isWithin = (values: OtherValues, path: string): boolean =>
  [...values.keys()].some((each) => each.startsWith(path));

function bodyWith(slot: FieldSlot, values: OtherValues): Template {
  const other = values.get(slot.path)?.value;
  if (other !== undefined && other !== "out") return other;
  if (slot.type.kind === "list" && slot.inner.some(({ path }) => isWithin(values, path)))
    return bytes`[${commaSeparated(slot.inner.map((each) => bodyWith(each, values)))}]`;
  if (slot.type.kind !== "object") return writeValue(slot);
  const members = slot.inner.filter(({ path }) => values.get(path)?.value !== "out");
  return bytes`{${commaSeparated(
    members.map((each) => bytes`${JSON.stringify(each.key ?? "")}:${bodyWith(each, values)}`),
  )}}`;
}
