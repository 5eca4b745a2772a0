import type { Arbitrary } from "fast-check";
import type { z } from "zod";
import type { Template } from "../template/template.ts";

/**
 * What a deviation is about: the clause `<field>-type`, `<field>-format` or `<field>-values`, or
 * the message's own `body`, `limit-size` and `further-fields`. Where `error-conditions` is named, codes
 * and payloads of errors are no part of it; else all three are.
 */
export type Probe =
  | "type"
  | "format"
  | "values"
  | "body"
  | "limit-size"
  | "further-fields"
  | "error-conditions";

/** A value to send in the place of a field, with the reason; `value` is JSON text, or what is no JSON. */
export type ValueCase = {
  /** Unique within the kind; the id becomes `<suite>/<name>`. Kept for ever. */
  name: string;
  /** One line: what is different about this value. */
  reason: string;
  value: Template;
  /** `values` where it is left out; `format`, too, where the kind has that aspect. */
  probes?: readonly Probe[];
  /** It is as stated. */
  valid?: true;
  /** Variations of one thing. */
  family?: string;
  /** A place on a ladder: see `Case`. */
  rung?: { axis: string; at: string; unit?: string };
  /** Sent while no other case is under way. */
  alone?: true;
};

/** Two JSON texts for one key that occurs twice; `reason` says what they are: `null the second time`. */
export type ValuePair = {
  name: string;
  reason: string;
  values: [first: Template, second: Template];
};

/** A ladder of values for one field; `value` gives the JSON text for a place on it. */
export type ValueAxis = {
  /** What follows the field in the axis' name: `upwards`. */
  name: string;
  /** For people: `id, upwards`. */
  title: string;
  unit?: string;
  scale: "linear" | "log";
  /** Places that are tried first, in walking order. */
  rungs: bigint[];
  /** The last rung is a bound of this tool, beyond which the axis goes on. */
  capped: boolean;
  probes: readonly Probe[];
  value: (at: bigint) => Template;
};

/** A field of a valid request, as a kind sees it when it makes values for its place. */
export type Slot<Type> = {
  type: Type;
  /** Where it stands in the body: `id`, `items[0].sku`, "" for the body itself. */
  path: string;
  /** The same for people. */
  label: string;
  /** A valid value as JSON text; `nth` tells several of one observation apart. */
  valid: (nth?: number) => Template;
  /** The same without the quotes of a JSON string. */
  content: (nth?: number) => Template;
  /** Of a list its items, of an object its fields. */
  inner: readonly Slot<unknown>[];
  /** Its key, where it is a member of an object. */
  key?: string;
};

/** Upper ends of axes that could go on for ever. */
export type ValueCaps = {
  /** Digits of a number. */
  digits: number;
  /** Bytes of a value. */
  body: number;
};

/**
 * What is known of one kind of value. `Type` is the value as an interface describes it: the kind's
 * name and its bounds, plain data.
 */
export type Kind<Type> = {
  /** One word or more with dashes: `whole-number`. */
  name: string;
  /** The kind as it is for one type, where types of the kind differ. */
  ofType?: (type: Type) => Kind<Type>;
  /** The description in an interface. `inner` is the schema of a type within. */
  schema: (inner: z.ZodType) => z.ZodType<Type>;
  /** What is stated of a value, for a clause: `a whole number from 1 up`. */
  words: (type: Type) => string;
  /** What the clause about its form is called: `id-type`, `date-format`. */
  aspect: "type" | "format";
  /** Its words say which values are allowed. */
  isBounded: (type: Type) => boolean;
  /** The value stands in quotes. */
  quoted: boolean;
  /**
   * The text of a valid value, without quotes; another one for each number `unique` from 100000000
   * to 999999999 where the type is `fresh`. All have one length in bytes.
   */
  text: (type: Type, unique: number) => string;
  /** Other forms in which responses write such a text: the day of a date-time. */
  otherForms: (text: string) => string[];
  /** Whether a value that JSON.parse gave fits the type. */
  fits: (type: Type, value: unknown) => boolean;
  /** Hand-chosen values, valid and not. */
  cases: (slot: Slot<Type>) => ValueCase[];
  /** Valid values that are sent with the stated request, in the suite `valid`. */
  examples?: (slot: Slot<Type>) => ValueCase[];
  /** Valid values, drawn. */
  valid: (slot: Slot<Type>) => Arbitrary<Template>;
  /** Any text in the place of the value: near misses above all. */
  arbitrary: (slot: Slot<Type>) => Arbitrary<Template>;
  /** What is drawn, for people, and what it is about: as for a case where it is left out. */
  drawn?: { reason: (label: string) => string; probes?: readonly Probe[] };
  /** What else to send where a key occurs twice. */
  pairs?: (slot: Slot<Type>) => ValuePair[];
  axes: (slot: Slot<Type>, caps: ValueCaps) => ValueAxis[];
  /**
   * Values that are simpler than one with this JSON text and may differ from a stated one in the same way,
   * the simplest first: next to a stated bound, with fewer digits, characters, items or members, with what is
   * odd in the place of what is not. Those that are not smaller are left out by shrinking.
   */
  simpler: (slot: Slot<Type>, text: string) => Template[];
  /** How the JSON text of a value differs from a stated one, in words; undefined where it does not. */
  deviation: (type: Type, text: string) => string | undefined;
  /** The well-known value at a place on one of the kind's axes. */
  knownValue: (axis: string, at: bigint) => string | undefined;
};
