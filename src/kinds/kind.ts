import type { Arbitrary } from "fast-check";
import type { z } from "zod";
import type { Template } from "../template/index.ts";
import type { LimitedRule, ValueRule } from "./rule.ts";

/** The clause that a deviation is about: `<field>-<aspect>` or one of the message. All errors count unless `error-conditions` is given. */
export type ProbedAspect =
  | "type"
  | "format"
  | "values"
  | "body"
  | "limit-size"
  | "further-fields"
  | "error-conditions";

/** A value to send for a field, with the reason; `value` is JSON text, or text that is not JSON. */
export type ValueCase = {
  /** Unique within the kind; the id becomes `<suite>/<name>`. It never changes. */
  name: string;
  reason: string;
  value: Template;
  /** `values` by default, and `format` if the kind has that aspect. */
  probes?: readonly ProbedAspect[];
  family?: string;
  /** A place on a ladder: see `Case`. */
  rung?: { axis: string; at: string; unit?: string };
  alone?: true;
};

/** Two JSON texts for a duplicate key; `reason` describes them: `null the second time`. */
export type ValuePair = {
  name: string;
  reason: string;
  values: [first: Template, second: Template];
};

/** A ladder of values for one field; `value` returns the JSON text for a place on it. */
export type ValueAxis = {
  /** The part after the field in the axis' name: `upwards`. */
  name: string;
  /** For people: `id, upwards`. */
  title: string;
  unit?: string;
  scale: "linear" | "log";
  rungs: bigint[];
  /** The last rung is a limit of this tool; the axis continues beyond it. */
  capped: boolean;
  probes: readonly ProbedAspect[];
  value: (at: bigint) => Template;
  /** Other values of the same size, the same value in another form, and characters that count `weight` times elsewhere. */
  others?: {
    plain?: ((at: bigint) => Template)[];
    /** Values of the same size that have to get the same if the size decides. */
    same?: ((at: bigint) => Template)[];
    alias?: ((at: bigint) => Template)[];
    wide?: { unit: string; weight: bigint; value: (at: bigint) => Template }[];
  };
};

/** A field of a valid request, as a kind sees it when it makes values for its place. */
export type Slot<Type> = {
  type: Type;
  /** Its place in the body: `id`, `items[0].sku`, "" for the body itself. */
  path: string;
  label: string;
  /** A valid value as JSON text; `nth` distinguishes several in one observation. */
  valid: (nth?: number) => Template;
  /** The same without the quotes of a JSON string. */
  content: (nth?: number) => Template;
  /** Of a list its items, of an object its fields. */
  inner: readonly Slot<unknown>[];
  /** Of a list whose items must be unique: so many items that differ, or fewer if there are not as many. */
  unique?: (count: number) => Template[];
  key?: string;
};

export type ValueCaps = {
  digits: number;
  /** Bytes of a value. */
  body: number;
};

export type KnownPlaces = Readonly<Record<string, string>>;

/** One kind of value. `Type` is the value as an interface describes it: the kind's name and its bounds, as plain data. */
export type Kind<Type> = {
  /** One or more words with dashes: `whole-number`. */
  name: string;
  ofType?: (type: Type) => Kind<Type>;
  /** The description in an interface. `inner` is the schema of an inner type. */
  schema: (inner: z.ZodType) => z.ZodType<Type>;
  /** The stated rule of a value, for a clause: `an integer from 1`. */
  words: (type: Type) => string;
  /** The name of the clause about its form: `id-type`, `date-format`. */
  aspect: "type" | "format";
  /** Its words say which values are allowed. */
  isBounded: (type: Type) => boolean;
  quoted: boolean;
  /** The text of a valid value without quotes; all of one length, and different for each number if `fresh`. */
  text: (type: Type, unique: number) => string;
  /** Other forms of such a text in responses, for example the day of a date-time. */
  otherForms?: (text: string) => string[];
  fits: (type: Type, value: unknown) => boolean;
  /** Whether a value that does not fit is allowed by the standard of its format, and refused by many readers. */
  leavesOpen?: (type: Type, value: unknown) => boolean;
  cases: (slot: Slot<Type>) => ValueCase[];
  /** Valid values that are sent with the stated request, in the suite `valid`. */
  examples?: (slot: Slot<Type>) => ValueCase[];
  valid: (slot: Slot<Type>) => Arbitrary<Template>;
  /** Any text for the value, mainly near misses. */
  arbitrary: (slot: Slot<Type>) => Arbitrary<Template>;
  /** A description of the random values, and their subject: by default as for a case. */
  drawn?: { reason: (label: string) => string; probes?: readonly ProbedAspect[] };
  pairs?: (slot: Slot<Type>) => ValuePair[];
  axes: (slot: Slot<Type>, caps: ValueCaps) => ValueAxis[];
  /** Simpler JSON texts that may differ from a stated value in the same way, the simplest first. Shrinking drops those that are not smaller. */
  simpler: (slot: Slot<Type>, text: string) => Template[];
  /** How the JSON text of a value differs from a stated one, in words; undefined if it does not. */
  deviation: (type: Type, text: string) => string | undefined;
  /** The names of well-known places on the kind's axes. */
  known?: Readonly<Record<string, KnownPlaces>>;
  /** How servers read such a value; of a choice and an object, the stated values or keys matter. */
  rules: (type: Type) => readonly ValueRule[];
  /** Rules whose limits a search for boundaries finds. */
  limits?: readonly LimitedRule[];
  formats?: readonly string[];
  /** Patterns by which a schema describes the accepted strings, the simplest first, with the format that says the same. */
  patterns?: readonly (readonly [pattern: string, format?: string])[];
  /** Requests are often told apart by such a value, as that of a record or of an account. */
  identifies?: "record" | "account";
  /** The text of a moment, in milliseconds since 1970, without quotes. */
  atMoment?: (type: Type, ms: number) => string;
  /** `Date.parse` reads such a text. */
  isTime?: true;
  /** Whether every reader takes this JSON text; `isOpen` if allowed values are not stated. By default, all are usual. */
  isUsual?: (text: string, isOpen: boolean) => boolean;
};
