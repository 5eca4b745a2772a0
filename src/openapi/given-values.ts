import { z } from "zod";
import { type FieldType, kindOf } from "../kinds/index.ts";
import type { Interface } from "../model/index.ts";
import { inOtherForm } from "./examples.ts";

/** The value as it is sent; undefined if it is not of the type. */
function asSent(type: FieldType, value: unknown) {
  const forms = [value, inOtherForm(value)];
  const fitting = forms.find((form) => form !== undefined && kindOf(type).fits(type, form));
  return fitting === undefined ? undefined : z.json().parse(fitting);
}

/** An interface in which a parameter of the path has this value; undefined if it is not of the parameter's type. */
export function withPathValue(
  from: Interface,
  name: string,
  value: unknown,
): Interface | undefined {
  const named = from.parameters?.find((each) => each.in === "path" && each.name === name);
  const example = named && asSent(named.type, value);
  if (example === undefined) return undefined;
  const parameters = from.parameters?.map((each) =>
    each === named ? { ...each, example, resource: true as const } : each,
  );
  return { ...from, ...(parameters && { parameters }) };
}

/** The same for a member of the body, which is then no longer new in every request. */
export function withBodyValue(
  from: Interface,
  name: string,
  value: unknown,
): Interface | undefined {
  const { body } = from;
  if (body?.kind !== "object") return undefined;
  const named = body.fields.find((each) => each.name === name);
  const example = named && asSent(named.type, value);
  if (named === undefined || example === undefined) return undefined;
  const { fresh: _fresh, ...type } = named.type as FieldType & { fresh?: true };
  const given = { ...named, type, example, resource: true as const };
  const fields = body.fields.map((each) => (each === named ? given : each));
  return { ...from, body: { ...body, fields } };
}
