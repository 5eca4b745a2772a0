import { z } from "zod";
import { FieldType } from "../kinds/field-type.ts";

/**
 * One line of the specification: `stated`, or one of those things of which it says "not shown".
 * `reason` is there where nothing on the client's side can observe it.
 */
export const Clause = z.strictObject({
  id: z.string(),
  kind: z.enum(["stated", "not shown"]),
  text: z.string(),
  reason: z.string().optional(),
});
export type Clause = z.infer<typeof Clause>;

/** A part of the request target or a header that carries a value: its name, its place, and what it may be. */
export const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(["path", "query", "header"]),
  type: FieldType,
  /** Absent where nothing is said. */
  required: z.boolean().optional(),
});
export type Parameter = z.infer<typeof Parameter>;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * One HTTP interface: the request that is stated, and of what nothing is stated. A record holds it, so
 * that every verb that reads records needs no other file.
 */
export const Interface = z.strictObject({
  /** For people and file names: `user-submission`. */
  name: z.string().min(1).max(100),
  method: z.string().regex(TOKEN, "a method is a token of RFC 9110"),
  /** Appended to the base URL; `{name}` is a parameter of the path. */
  path: z.string().startsWith("/"),
  /** Stated headers beside those that every request has. */
  headers: z
    .array(z.tuple([z.string().regex(TOKEN, "a header name is a token of RFC 9110"), z.string()]))
    .optional(),
  parameters: z.array(Parameter).optional(),
  /** The JSON body; absent where the request has none. */
  body: FieldType.optional(),
  /** What is stated, and what is not, in the order of the report. */
  clauses: z.array(Clause),
  /** Names of the suites about single fields, by path; a field that is not named gets `field-<path>`. */
  suites: z.record(z.string(), z.string()).optional(),
});
export type Interface = z.infer<typeof Interface>;

/** An interface as reports name it. */
export const InterfaceName = Interface.pick({ name: true, method: true, path: true });
export type InterfaceName = z.infer<typeof InterfaceName>;
