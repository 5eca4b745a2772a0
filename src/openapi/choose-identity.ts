import { FieldType, type FieldMember } from "../kinds/field-type.ts";

/**
 * The body with one of its required members fresh, to identify requests: `id`, else one with the
 * format uuid, else a name like `orderId`, else a text such as `name`.
 */
export function withIdentity(body: FieldType): FieldType {
  if (body.kind !== "object") return body;
  const [chosen] = byFitness(body.fields.filter((field) => field.required === true));
  if (chosen === undefined) return body;
  return {
    ...body,
    fields: body.fields.map((field) => (field === chosen ? freshened(field) : field)),
  };
}

const byFitness = (fields: readonly FieldMember[]): FieldMember[] =>
  [
    ({ name }: FieldMember) => name === "id",
    ({ type }: FieldMember) => type.kind === "uuid",
    ({ name }: FieldMember) => /(?:[a-z]I[dD]|_id|-id|ID)$/.test(name),
    ({ name, type }: FieldMember) =>
      type.kind === "text" && /(reference|number|key|code|name|title)$/i.test(name),
  ]
    .flatMap((isFit) => fields.filter(isFit))
    .filter((field) => canBeFresh(field.type));

/** A shorter text has too few values. */
const SHORTEST = 8;

/** Whether its kind makes fresh values, and the stated rules allow enough of them. */
function canBeFresh(type: FieldType): boolean {
  if (
    type.kind === "text" &&
    (type.pattern !== undefined || (type.maxLength ?? SHORTEST) < SHORTEST)
  )
    return false;
  return FieldType.safeParse({ ...type, fresh: true }).success;
}

const freshened = ({ example: _example, ...field }: FieldMember): FieldMember => ({
  ...field,
  type: { ...field.type, fresh: true } as FieldType,
});
