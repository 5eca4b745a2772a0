import type { DocumentOperation } from "../../openapi/index.ts";
import { type PathParameter, type Producer, pathParameters, producersOf } from "./producers.ts";

/** A kind of resource of a document, with the operations on one of them. */
export type Resource = {
  path: string;
  parameter: PathParameter;
  create: Producer;
  read?: DocumentOperation | undefined;
  update?: DocumentOperation | undefined;
  remove?: DocumentOperation | undefined;
  list?: DocumentOperation | undefined;
};

/** Operations on `/items/{id}`, by the place of the parameter; not those below it. */
function onResources(operations: readonly DocumentOperation[]) {
  const found = new Map<string, { parameter: PathParameter; on: DocumentOperation[] }>();
  for (const operation of operations) {
    const parameter = pathParameters(operation.path).at(-1);
    // Django's paths end with a slash.
    if (!operation.path.replace(/\/$/, "").endsWith(`/{${parameter?.name}}`)) continue;
    if (parameter === undefined) continue;
    const known = found.get(parameter.key);
    if (known === undefined) found.set(parameter.key, { parameter, on: [operation] });
    else known.on.push(operation);
  }
  return [...found.values()];
}

/** The resources that an operation of these creates, and another one reads, changes or deletes. */
export function resourcesOf(operations: readonly DocumentOperation[]): Resource[] {
  return onResources(operations).flatMap(({ parameter, on }): Resource[] => {
    const [first] = on;
    if (first === undefined) return [];
    const producers = producersOf(first, parameter, operations);
    const create = producers.find(({ operation }) => operation.method === "POST");
    if (create === undefined) return [];
    const by = (...methods: string[]) => on.find(({ method }) => methods.includes(method));
    const list = producers.find(({ operation }) => operation.method === "GET")?.operation;
    const resource = { read: by("GET"), update: by("PUT", "PATCH"), remove: by("DELETE"), list };
    return [{ path: first.path, parameter, create, ...resource }];
  });
}
