import { z } from "zod";
import { FieldType } from "../kinds/index.ts";

/** One line of the specification: `stated`, or "not shown". `reason` is there if the client's side cannot observe it. */
export const Clause = z.strictObject({
  id: z.string(),
  kind: z.enum(["stated", "not shown"]),
  text: z.string(),
  reason: z.string().optional(),
  /** Its place in the document that states it: `api.yaml#/paths/~1v1~1orders/post/responses/201`. */
  at: z.string().optional(),
});
export type Clause = z.infer<typeof Clause>;

/** A part of the request target, a header, or a member of a form in the body: its name, its place, and its type. */
export const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(["path", "query", "header", "form"]),
  type: FieldType,
  /** Absent if nothing is stated. */
  required: z.boolean().optional(),
  /** A value to send, if its kind would otherwise make one up. */
  example: z.json().optional(),
  /** What stands between the items of a list in a path or a query, as it is sent: `,` or `%20`. Without it, a query has a pair for each. */
  separator: z.string().optional(),
  /** Media type of a file: its part of a multipart form has this type and the name of a file. */
  file: z.string().optional(),
  /** Media type of a part of a multipart form that is not a file: its value is written in it. */
  partType: z.string().optional(),
  /** The example names a resource that was found on the target: of other values it is not known whether one exists. */
  resource: z.literal(true).optional(),
});
export type Parameter = z.infer<typeof Parameter>;

export const DocumentedResponse = z.strictObject({
  /** `201`, a range like `4XX`, or `default`. */
  status: z.string().regex(/^([1-5](\d\d|XX)|default)$/),
  at: z.string(),
  /** The document does not state it, and it is not judged: whether a resource exists is no property of the operation. */
  implied: z.literal(true).optional(),
  /** Names of the headers that each such response must have; absent if none is stated. */
  headers: z.array(z.string()).optional(),
  /** Its media types, each with the JSON Schema (2020-12) of the body; absent if none is stated. */
  content: z
    .array(
      z.strictObject({
        type: z.string(),
        schema: z.union([z.boolean(), z.record(z.string(), z.json())]).optional(),
      }),
    )
    .optional(),
});
export type DocumentedResponse = z.infer<typeof DocumentedResponse>;

/** A security scheme of a document: its value after a text such as `Bearer `, in a header or in a parameter of the query. */
const SecurityScheme = z.strictObject({
  name: z.string(),
  /** The name of the header, or of the parameter. */
  header: z.string(),
  in: z.literal("query").optional(),
  before: z.string().optional(),
  base64: z.literal(true).optional(),
  /** An OAuth 2 flow that gives the value for a name and a password. */
  flow: z
    .strictObject({ grant: z.enum(["password", "client_credentials"]), tokenUrl: z.string() })
    .optional(),
});
export type SecurityScheme = z.infer<typeof SecurityScheme>;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** One HTTP interface: the stated request, and what is not stated. A record contains it, to be read without other files. */
export const Interface = z.strictObject({
  name: z.string().min(1).max(100),
  method: z.string().regex(TOKEN, "a method is a token of RFC 9110"),
  /** Appended to the base URL; `{name}` is a parameter of the path. */
  path: z.string().startsWith("/"),
  /** Stated headers besides those of every request. */
  headers: z
    .array(z.tuple([z.string().regex(TOKEN, "a header name is a token of RFC 9110"), z.string()]))
    .optional(),
  parameters: z.array(Parameter).optional(),
  body: FieldType.optional(),
  /** A value to send as the body, if it is not an object: those have examples in their members. */
  bodyExample: z.json().optional(),
  clauses: z.array(Clause),
  contentType: z.string().optional(),
  responses: z.array(DocumentedResponse).optional(),
  /** Headers that every request requires, such as Authorization: one of these lists. */
  credentials: z.array(z.array(z.string())).optional(),
  /** The schemes of its security, in alternatives: what each of `credentials` consists of. */
  schemes: z.array(z.array(SecurityScheme)).optional(),
  /** Names of headers whose values are given when sending; the values are in no record. */
  given: z.array(z.string().regex(TOKEN, "a header name is a token of RFC 9110")).optional(),
  /** Names of parameters of the query whose values are given when sending. */
  givenQuery: z.array(z.string()).optional(),
  /** Names of parameters of the path: each request names a resource that was made for it. */
  givenPath: z.array(z.string()).optional(),
  /** Path of the value that says whether a request is the same again: one that the target keeps unique. Absent: the first fresh one. */
  identity: z.string().optional(),
  /** Every request carries a `traceparent` of its own, made at sending. */
  trace: z.literal(true).optional(),
  /** Parts of the document that this interface does not have: a place and its content. */
  notExpressed: z.array(z.string()).optional(),
  /** Only the stated request is known to be valid, because the document states more than is expressed; `guessed`: not even that one. */
  loose: z.union([z.literal(true), z.literal("guessed")]).optional(),
  /** Base URLs in the document: only a hint, nothing is sent there. */
  servers: z.array(z.string()).optional(),
  /** Names of the suites about single fields, by path; a field without one gets `field-<path>`. */
  suites: z.record(z.string(), z.string()).optional(),
});
export type Interface = z.infer<typeof Interface>;

export const InterfaceName = Interface.pick({ name: true, method: true, path: true });
export type InterfaceName = z.infer<typeof InterfaceName>;

/** A keyword of a value that a document has to state differently; without `value` it is removed. */
export type KeywordChange = {
  path: string;
  keyword: string;
  value?: number | bigint | boolean;
  /** The server counts UTF-16 code units. */
  ofUnits?: true;
  declared?: number | bigint;
  evidence: unknown;
};
