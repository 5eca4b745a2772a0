import { clausesOf, type Stated } from "../contract/clauses.ts";
import { withDocumented } from "../contract/documented-clauses.ts";
import { statedFields, statedSlots } from "../contract/fields.ts";
import type { Clause, Interface } from "../model/interface.ts";
import { fittingBody } from "./fitting-body.ts";
import { dialectOf, findOperation, type Operation } from "./find-operation.ts";
import { NotExpressed, NotExpressible } from "./not-expressed.ts";
import { parametersOf } from "./parameters.ts";
import { Files } from "./document-part.ts";
import { requestBodyOf } from "./request-body.ts";
import { responsesOf } from "./responses.ts";
import { securityOf } from "./security.ts";

/**
 * The interface that an operation of an OpenAPI document describes. The operation is an operationId,
 * or method and path (`POST /v1/orders`); it may be left out where the document has only one.
 * @throws WitnessError `openapi` where the document cannot be read, has no such operation, or its
 * request cannot be expressed.
 */
export function interfaceOfOperation(file: string, wanted: string | undefined): Interface {
  const files = new Files(file);
  const dialect = dialectOf(files);
  const operation = findOperation(files, wanted);
  const context = { dialect, notExpressed: new NotExpressed(), untyped: new Set<string>() };
  const { notExpressed } = context;
  try {
    const { parameters, cookies } = parametersOf(operation, context);
    const body = requestBodyOf(operation, context);
    const responses = responsesOf(operation, dialect, notExpressed);
    const security = securityOf(operation, files, notExpressed);
    const servers = serversOf(operation, files);
    const credentials = credentialsOf(security?.headers, cookies);
    listFurther(operation, notExpressed);
    const fitting = body && fittingBody(body, context);
    const stated = {
      method: operation.method,
      path: operation.path,
      ...(parameters.length > 0 && { parameters }),
      ...(fitting !== undefined && { body: fitting }),
      ...(body?.contentType !== undefined && { contentType: body.contentType }),
    };
    const clauses = clausesOfRequest(stated, context.untyped);
    const { at } = operation.part;
    return {
      name: nameOf(operation),
      ...stated,
      ...(responses.length > 0 && { responses }),
      ...(credentials !== undefined && { credentials }),
      ...(notExpressed.lines.length > 0 && { notExpressed: notExpressed.lines }),
      ...(servers.length > 0 && { servers }),
      clauses: withDocumented(clauses, { at, responses, security }),
    };
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw operation.part.error(
      `the request cannot be expressed: ${error.message}`,
      "no valid request can be made of this operation",
    );
  }
}

const LONGEST_NAME = 100;

/** For people and file names: the operationId, else method and path. */
function nameOf({ id, method, path }: Operation): string {
  const text = id ?? `${method} ${path}`;
  const name = text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "");
  return name.slice(0, LONGEST_NAME) || method;
}

/** The clauses of the request; a type that the document does not state is not one that is stated. */
function clausesOfRequest(from: Stated, untyped: ReadonlySet<string>): Clause[] {
  const chosen = new Map<string, string>(
    statedFields(statedSlots(from))
      .filter(({ slot }) => untyped.has(slot.path))
      .flatMap(({ slug, slot }) =>
        ["type", "format"].map((aspect) => [`${slug}-${aspect}`, slot.label] as const),
      ),
  );
  return clausesOf(from).map((clause): Clause => {
    const label = chosen.get(clause.id);
    return label === undefined
      ? clause
      : { ...clause, kind: "not shown", text: `Type of ${label}.` };
  });
}

function serversOf({ part, pathItem }: Operation, { root }: Files): string[] {
  const stated = part.own("servers") ?? pathItem.own("servers") ?? root.own("servers");
  return (stated?.items ?? []).flatMap((server) => server.text("url") ?? []);
}

/** Required cookies are headers that must be given, besides those of `security`. */
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

function listFurther({ part }: Operation, notExpressed: NotExpressed): void {
  for (const name of ["callbacks"]) {
    const own = part.own(name);
    if (own !== undefined) notExpressed.add(own, `${name} are not looked at`);
  }
}
