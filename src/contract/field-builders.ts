import type {
  ChoiceType,
  ChoiceValue,
  DateTimeType,
  DateType,
  EmailType,
  FieldType,
  ListType,
  NumberType,
  TextType,
  UriType,
  UuidType,
  WholeNumberType,
} from "../kinds/index.ts";

/**
 * A field of an interface: its value, and whether it may be missing. Without `optional` or
 * `required`, nothing is stated about that.
 */
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

  /** States that the field is required. */
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

/** Named fields as members of an object. */
export const membersOf = (fields: Record<string, Field>) =>
  Object.entries(fields).map(([name, { type, isRequired }]) => ({
    name,
    type,
    ...(isRequired !== undefined && { required: isRequired }),
  }));
