import type { ChoiceType, ChoiceValue, DateTimeType, DateType, EmailType } from "../kinds/index.ts";
import type { FieldType, ListType, NumberType, TextType, UriType } from "../kinds/index.ts";
import type { UuidType, WholeNumberType } from "../kinds/index.ts";
import { slugOf } from "../kinds/index.ts";
import { WitnessError } from "../errors.ts";
import type { Interface, Parameter } from "../model/index.ts";
import { clausesOf, type Stated } from "./clauses.ts";
import { problemsOf } from "./interface-problems.ts";

/** A field of an interface: its value, and whether it may be missing. Without `optional` or `required`, nothing is stated about that. */
export class Field {
  readonly type: FieldType;
  /** Undefined if nothing is stated. */
  readonly isRequired: boolean | undefined;

  constructor(type: FieldType, isRequired?: boolean) {
    this.type = type;
    this.isRequired = isRequired;
  }

  /** States that the field may be missing. */
  optional(): Field {
    return new Field(this.type, false);
  }

  required(): Field {
    return new Field(this.type, true);
  }

  /** States that the value may also be null. */
  nullable(): Field {
    return new Field({ ...this.type, nullable: true }, this.isRequired);
  }
}

/**
 * An integer: `wholeNumber({ fresh: true, min: 1 })`. Bounds are inclusive; those beyond 2^53 are
 * strings of digits. `fresh` gives every request another number.
 */
export const wholeNumberField = (stated: Omit<WholeNumberType, "kind"> = {}): Field =>
  new Field({ kind: "whole-number", ...stated });

/** A number: `number({ min: 0 })`. `exclusiveMin` and `exclusiveMax` exclude the bound itself. */
export const numberField = (stated: Omit<NumberType, "kind"> = {}): Field =>
  new Field({ kind: "number", ...stated });

/**
 * A text: `text({ maxLength: 80 })`. Lengths count characters; `pattern` is an ECMAScript regular
 * expression that matches anywhere in the text, so use `^` and `$` to match all of it.
 */
export const textField = (stated: Omit<TextType, "kind"> = {}): Field =>
  new Field({ kind: "text", ...stated });

/** True or false. */
export const booleanField = (): Field => new Field({ kind: "boolean" });

/** One of several strings, numbers, booleans or null: `choice("new", "paid")`. Valid requests use the first. */
export const choiceField = (...values: ChoiceValue[]): Field =>
  new Field({ kind: "choice", values } satisfies ChoiceType);

/** A day: `2024-01-31`, the full-date of RFC 3339. */
export const fullDateField = (stated: Omit<DateType, "kind"> = {}): Field =>
  new Field({ kind: "date", ...stated });

/**
 * A date and time of RFC 3339: `dateTime({ fraction: 3, utc: true })`. `fraction` is the number of
 * digits after the seconds, `utc` requires the zone Z.
 */
export const dateTimeField = (stated: Omit<DateTimeType, "kind"> = {}): Field =>
  new Field({ kind: "date-time", ...stated });

/** An IPv4 address: `ipv4({ fresh: true })`. */
export const ipv4Field = (stated: { fresh?: true | undefined } = {}): Field =>
  new Field({ kind: "ipv4", ...stated });

/** A UUID: `uuid({ fresh: true })`. */
export const uuidField = (stated: Omit<UuidType, "kind"> = {}): Field =>
  new Field({ kind: "uuid", ...stated });

/** An e-mail address. */
export const emailField = (stated: Omit<EmailType, "kind"> = {}): Field =>
  new Field({ kind: "email", ...stated });

/** A URI with a scheme. */
export const uriField = (stated: Omit<UriType, "kind"> = {}): Field =>
  new Field({ kind: "uri", ...stated });

/** A JSON array of such items: `list(text(), { maxItems: 10 })`. */
export const listField = (
  items: Field,
  stated: Omit<ListType<FieldType>, "kind" | "items"> = {},
): Field => new Field({ kind: "list", items: items.type, ...stated });

/** A JSON object: `object({ city: text(), zip: text({ maxLength: 10 }).optional() })`. */
export const objectField = (
  fields: Record<string, Field>,
  stated: { further?: boolean } = {},
): Field => new Field({ kind: "object", fields: membersOf(fields), ...stated });

const membersOf = (fields: Record<string, Field>) =>
  Object.entries(fields).map(([name, { type, isRequired }]) => ({
    name,
    type,
    ...(isRequired !== undefined && { required: isRequired }),
  }));

/** An interface as an author writes it. */
export type InterfaceInput = {
  /** For people and file names; made from method and path by default. */
  name?: string;
  /** POST by default. */
  method?: string;
  /** Appended to the base URL; `{name}` is a parameter, described in `parameters`. */
  path: string;
  /**
   * Headers that every request has; Accept, Accept-Encoding and User-Agent replace those of witness. One that
   * is described as a field has a value of its type, and a suite of its own.
   */
  headers?: Record<string, string | Field>;
  /** The members of the JSON body, in order; without them, the request has no body. */
  fields?: Record<string, Field>;
  /** The parameters of the query, in order. */
  query?: Record<string, Field>;
  /** The value of each `{name}` of the path. */
  parameters?: Record<string, Field>;
};

/**
 * Makes an interface for `--interface` and the option `interface`: ```ts export default defineInterface({ path:
 * "/v1/orders/{shopId}", parameters: { shopId: wholeNumber() }, fields: { orderId: wholeNumber({ fresh: true }), note: text({
 * maxLength: 80 }).optional() }, }); ``` The interface states which requests are valid: each must get a complete response.
 * Nothing else is stated. @throws WitnessError `interface` with each place that is wrong and what to write instead.
 */
export function defineInterface(input: InterfaceInput): Interface {
  const problems = problemsOf(input);
  if (problems.length > 0)
    throw new WitnessError("interface", `the interface is not valid: ${problems.join("; ")}`, {
      hint: 'an interface looks like defineInterface({ path: "/v1/orders", fields: { id: wholeNumber({ fresh: true }) } })',
    });
  const { method = "POST", path, headers = {}, fields, query = {}, parameters = {} } = input;
  const fixed = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const described = Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, Field] => typeof entry[1] !== "string",
    ),
  );
  const named = (place: Parameter["in"], of: Record<string, Field>): Parameter[] =>
    membersOf(of).map((member) => ({ ...member, in: place }));
  const all = [
    ...named("path", parameters).map((each) => ({ ...each, required: true })),
    ...named("query", query),
    ...named("header", described),
  ];
  const stated: Stated = {
    method,
    path,
    ...(fixed.length > 0 && { headers: fixed }),
    ...(all.length > 0 && { parameters: all }),
    ...(fields !== undefined && { body: { kind: "object", fields: membersOf(fields) } }),
  };
  const name = input.name ?? `${method.toLowerCase()}-${slugOf(path)}`;
  return { ...stated, name, clauses: clausesOf(stated) };
}
