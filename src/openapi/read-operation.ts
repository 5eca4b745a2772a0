import { Files, type DocumentPart } from "./document-part.ts";
import { type Operation, type Dialect, dialectOf, findOperation } from "./find-operation.ts";
import { NotExpressed, NotExpressible } from "./not-expressed.ts";
import type { DocumentedResponse, Clause, Interface, SecurityScheme } from "../model/index.ts";
import * as contract from "../contract/index.ts";
import type { Stated } from "../contract/index.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { z } from "zod";
import { formOf, parametersOf } from "./parameters.ts";
import { mediaTypesOf, fittingBody, type RequestBody, requestBodyOf } from "./request-body.ts";
import type { Describing } from "./schema-type.ts";

/** Required credentials: one of these lists of headers, or of schemes that are not expressed, and where the document states that. */
type Security = { at: string; headers: string[][]; schemes: SecurityScheme[][] };

function securityOf(
  { part }: Operation,
  { root }: Files,
  notExpressed: NotExpressed,
): Security | undefined {
  const stated = part.own("security") ?? root.own("security");
  if (stated === undefined || stated.items.length === 0) return undefined;
  const schemes = root.member("components")?.member("securitySchemes");
  const alternatives = stated.items.map((alternative) =>
    alternative.entries.map(([name, own]) => {
      const scheme = schemes?.member(name);
      if (scheme === undefined)
        throw own.error(
          `there is no security scheme ${JSON.stringify(name)} in components/securitySchemes`,
        );
      return sentAs(name, scheme, notExpressed);
    }),
  );
  const headers = alternatives.map((all) => [...new Set(all.flatMap((each) => each.headers))]);
  const distinct = new Map(headers.map((names) => [names.join(" "), names]));
  const sent = alternatives.map((all) => all.map(({ scheme }) => scheme));
  return {
    at: stated.at,
    headers: [...distinct.values()],
    schemes: sent.filter(
      (all): all is SecurityScheme[] => all.length > 0 && !all.includes(undefined),
    ),
  };
}

/** The headers of a scheme, or what it is otherwise, and how it is sent; without `scheme` if it cannot be. */
function sentAs(
  name: string,
  scheme: DocumentPart,
  notExpressed: NotExpressed,
): { headers: string[]; scheme?: SecurityScheme } {
  const type = scheme.text("type") ?? "an unknown scheme";
  if (type === "apiKey") {
    const key = scheme.text("name") ?? "";
    const place = scheme.text("in") ?? "request";
    if (place === "header") return { headers: [key], scheme: { name, header: key } };
    if (place === "cookie")
      return { headers: ["Cookie"], scheme: { name, header: "Cookie", before: `${key}=` } };
    const headers = [`${key} in the ${place}`];
    if (place === "query") return { headers, scheme: { name, header: key, in: place } };
    notExpressed.add(scheme, `the key ${key} in the ${place} is not sent`);
    return { headers };
  }
  if (!["http", "oauth2", "openIdConnect"].includes(type)) {
    notExpressed.add(scheme, `security by ${type}`);
    return { headers: [type === "mutualTLS" ? "a client certificate" : type] };
  }
  const about = { name, header: "Authorization" };
  const headers = [about.header];
  const http = type === "http" ? (scheme.text("scheme") ?? "bearer") : "bearer";
  if (/^basic$/i.test(http))
    return { headers, scheme: { ...about, before: "Basic ", base64: true } };
  const word = /^bearer$/i.test(http) ? "Bearer" : http;
  const flow = flowOf(scheme.member("flows"));
  return { headers, scheme: { ...about, before: `${word} `, ...(flow !== undefined && { flow }) } };
}

function flowOf(flows: DocumentPart | undefined): SecurityScheme["flow"] {
  for (const [name, grant] of [
    ["password", "password"],
    ["clientCredentials", "client_credentials"],
  ] as const) {
    const tokenUrl = flows?.member(name)?.text("tokenUrl");
    if (tokenUrl !== undefined) return { grant, tokenUrl };
  }
  return undefined;
}

function responsesOf(
  { part }: Operation,
  dialect: Dialect,
  notExpressed: NotExpressed,
): DocumentedResponse[] {
  const responses = part.member("responses");
  if (responses === undefined) return [];
  return responses.entries
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, own]) => {
      const written = status.toLowerCase() === "default" ? "default" : status.toUpperCase();
      if (!/^([1-5](\d\d|XX)|default)$/.test(written))
        throw own.error(`${JSON.stringify(status)} is not a status`, "write 201, 4XX or default");
      const response = own.followed();
      const headers = requiredHeaders(response, notExpressed);
      if (Object.keys(response.own("links")?.members ?? {}).length > 0)
        notExpressed.add(response, "links of the response");
      const content = mediaTypesOf(response);
      return {
        status: written,
        at: own.at,
        ...(headers.length > 0 && { headers }),
        ...(content.length > 0 && {
          content: content.map(([type, media]) => {
            const schema = schemaOf(type, media, { dialect, notExpressed });
            return { type, ...(schema !== undefined && { schema }) };
          }),
        }),
      };
    });
}

/** Names of the headers that a response must have. Content-Type is not one: OpenAPI has it in `content`. */
function requiredHeaders(response: DocumentPart, notExpressed: NotExpressed): string[] {
  const all = response.member("headers")?.entries ?? [];
  if (all.some(([, own]) => own.followed().own("schema") !== undefined))
    notExpressed.add(response, "schemas of headers of the response");
  return all.flatMap(([name, own]) =>
    own.followed().own("required")?.value === true && name.toLowerCase() !== "content-type"
      ? [name]
      : [],
  );
}

function schemaOf(
  type: string,
  media: DocumentPart,
  { dialect, notExpressed }: { dialect: Dialect; notExpressed: NotExpressed },
) {
  const part = media.own("schema");
  if (part === undefined || !/[/+]json\b|\*/i.test(type)) return undefined;
  const schema = jsonSchemaOf(part, { dialect, notExpressed }, "response");
  const problem = contract.compileSchema(schema).problem;
  if (problem === undefined)
    return schema as NonNullable<NonNullable<DocumentedResponse["content"]>[number]["schema"]>;
  notExpressed.add(part, `the schema of the response cannot be used: ${problem}`);
  return undefined;
}

/**
 * The interface of an operation of an OpenAPI document. The operation is an operationId, or method
 * and path (`POST /v1/orders`); it may be omitted if the document has only one. @throws WitnessError
 * `openapi` if the document cannot be read, has no such operation, or its request cannot be
 * expressed. With `text`, the document is that text instead of the file's.
 */
export function interfaceOfOperation(file: string, wanted?: string, text?: string): Interface {
  const files = new Files(file, text);
  const dialect = dialectOf(files);
  return interfaceFrom(files, dialect, findOperation(files, wanted));
}

/** The same of an operation that is already found. @throws WitnessError `openapi` if its request cannot be expressed. */
export function interfaceFrom(files: Files, dialect: Dialect, operation: Operation): Interface {
  const context = describing(dialect);
  const { notExpressed } = context;
  try {
    const { parameters: inHead, cookies, path } = parametersOf(operation, context);
    const responses = responsesOf(operation, dialect, notExpressed);
    const body = withoutOtherId(requestBodyOf(operation, context), operation, responses, context);
    const security = securityOf(operation, files, notExpressed);
    const servers = serversOf(operation, files);
    const credentials = credentialsOf(security?.headers, cookies);
    noteCallbacks(operation, notExpressed);
    const fitting = body && fittingBody(body, context);
    const isForm = body !== undefined && body.form !== "json";
    const form = isForm ? formOf({ ...body, ...fitting }, context) : [];
    const json = isForm ? undefined : fitting;
    const parameters = [...inHead, ...form];
    const stated = {
      method: operation.method,
      path,
      ...(parameters.length > 0 && { parameters }),
      ...(json !== undefined && { body: json.type }),
      ...(json?.example !== undefined && { bodyExample: z.json().parse(json.example) }),
      ...(body?.contentType !== undefined && { contentType: body.contentType }),
    };
    const clauses = clausesOfRequest(stated, context);
    const { at } = operation.part;
    return {
      name: nameOf(operation),
      ...stated,
      // Without any, no status is judged, and the schema of the request still decides what is valid.
      responses: responses.length > 0 ? responses : [{ status: "default", at, implied: true }],
      ...(credentials !== undefined && { credentials }),
      ...(security !== undefined && security.schemes.length > 0 && { schemes: security.schemes }),
      ...(notExpressed.lines.length > 0 && { notExpressed: notExpressed.lines }),
      ...(servers.length > 0 && { servers }),
      ...looseIn(context),
      clauses: contract.withDocumented(clauses, { at, responses, security }),
    };
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw operation.part.error(
      `the request cannot be expressed: ${error.message}`,
      "no valid request can be made for this operation",
    );
  }
}

/** Where a POST can make or change something, no made-up id is sent: nothing would have it. */
function withoutOtherId(
  body: RequestBody | undefined,
  { method, path }: Operation,
  responses: readonly DocumentedResponse[],
  { notExpressed }: Describing,
): RequestBody | undefined {
  if (body === undefined) return undefined;
  const { type } = body;
  const isMissing = responses.some(({ status }) => status === "404" || status === "410");
  if (method !== "POST" || path.includes("{") || !isMissing || type.kind !== "object") return body;
  const isId = ({ name, required, example }: (typeof type.fields)[number]): boolean =>
    /^_?id$/i.test(name) && required !== true && example === undefined;
  const hasOthers = type.fields.some((field) => !isId(field));
  if (body.example !== undefined || !hasOthers || !type.fields.some(isId)) return body;
  notExpressed.add(body.schema, "id is not sent: it would have to name something that exists");
  return { ...body, type: { ...type, fields: type.fields.filter((field) => !isId(field)) } };
}

const looseIn = ({ loose, guesses }: Describing): Pick<Interface, "loose"> =>
  guesses.size > 0 ? { loose: "guessed" } : loose.size > 0 ? { loose: true } : {};

const describing = (dialect: Describing["dialect"]): Describing => ({
  dialect,
  notExpressed: new NotExpressed(),
  untyped: new Set(),
  optional: new Set(),
  unrequired: new Set(),
  loose: new Set(),
  guesses: new Set(),
  discriminated: new Set(),
  accepting: new Map(),
});

const LONGEST_NAME = 100;

/** For people and file names: the operationId, or else method and path. */
function nameOf({ id, method, path }: Operation): string {
  const text = id ?? `${method} ${path}`;
  const name = text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "");
  return name.slice(0, LONGEST_NAME) || method;
}

/** The clauses of the request; topics about which the document states nothing are "not shown". */
function clausesOfRequest(from: Stated, { untyped, optional, unrequired }: Describing): Clause[] {
  const open = new Map<string, string>();
  for (const { slug, slot } of contract.statedFields(contract.statedSlots(from))) {
    const isOptional = [...optional].some((path) => isWithin(slot.path, path));
    if (isOptional || unrequired.has(slot.path))
      open.set(`${slug}-required`, `Whether ${slot.label} is required.`);
    if (isOptional || untyped.has(slot.path))
      for (const aspect of ["type", "format"])
        open.set(`${slug}-${aspect}`, `Type of ${slot.label}.`);
  }
  return contract.clausesOf(from).map((clause): Clause => {
    const text = open.get(clause.id);
    return text === undefined ? clause : { ...clause, kind: "not shown", text };
  });
}

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

function serversOf({ part, pathItem }: Operation, { root }: Files): string[] {
  const stated = part.own("servers") ?? pathItem.own("servers") ?? root.own("servers");
  return (stated?.items ?? []).flatMap((server) => server.text("url") ?? []);
}

/** Required headers: the ones of `security`, and required cookies. */
function credentialsOf(
  headers: string[][] = [],
  cookies: readonly string[],
): string[][] | undefined {
  const all =
    cookies.length === 0
      ? headers
      : (headers.length === 0 ? [[]] : headers).map((list) => [...new Set([...list, "Cookie"])]);
  return all.some((list) => list.length === 0) || all.length === 0 ? undefined : all;
}

function noteCallbacks({ part }: Operation, notExpressed: NotExpressed): void {
  const own = part.own("callbacks");
  if (own !== undefined) notExpressed.add(own, "callbacks are ignored");
}
