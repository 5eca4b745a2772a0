import { canBeFresh, type FieldMember, type FieldType } from "../kinds/index.ts";

/**
 * The body with one of its required members fresh, to identify requests: `id`, else one with the
 * format uuid, else a name like `orderId`, else a text such as `name`, a text with a pattern or an e-mail
 * address. Members without an example come first: an example of an id may be of something that has to exist. Other
 * required members that a server often wants to be unique are fresh as well.
 */
export function withIdentity(body: FieldType): FieldType {
  if (body.kind !== "object") return body;
  const required = body.fields.filter((field) => field.required === true && canBeFresh(field.type));
  const [chosen] = [
    ...required.filter(isOwnId),
    ...byFitness(required.filter(({ example }) => example === undefined)),
    ...byFitness(required).toReversed(),
  ];
  const fresh = new Set([chosen, ...required.filter(isOftenUnique)]);
  return {
    ...body,
    fields: body.fields.map((field) => (fresh.has(field) ? freshened(field) : field)),
  };
}

const isNamedText = ({ name, type }: FieldMember): boolean =>
  type.kind === "text" && /(reference|number|key|code|name|title)$/i.test(name);
const hasPattern = ({ type }: FieldMember): boolean =>
  type.kind === "text" && type.pattern !== undefined;
const isEmail = ({ type }: FieldMember): boolean => type.kind === "email";

const isOwnId = ({ name }: FieldMember): boolean => name === "id";

const byFitness = (fields: readonly FieldMember[]): FieldMember[] =>
  [
    isOwnId,
    ({ type }: FieldMember) => type.kind === "uuid",
    ({ name }: FieldMember) => /(?:[a-z]I[dD]|_id|-id|ID)$/.test(name),
    isNamedText,
    hasPattern,
    isEmail,
  ].flatMap((isFit) => fields.filter(isFit));

/** Names of members in sign-ups, and numbers of articles or orders: a second request with the same value gets 409. */
const isOftenUnique = (field: FieldMember): boolean =>
  isEmail(field) ||
  (field.type.kind === "text" && /^(user|login|nick|screen)_?name$|^handle$/i.test(field.name)) ||
  (hasPattern(field) && field.example === undefined);

const freshened = ({ example: _example, ...field }: FieldMember): FieldMember => ({
  ...field,
  type: { ...field.type, fresh: true } as FieldType,
});
