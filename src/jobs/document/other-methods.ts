import type { OtherMethod } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { operationName } from "./choose-operations.ts";
import type { ResourceValues } from "./value-in-response.ts";
import type { PathValues } from "./path-values.ts";
import { type Resource, pathParameters } from "./producers.ts";
import type { StatedSender } from "./stated-sender.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Sending = {
  /** All operations of the document: a method that another one has is documented. */
  operations: readonly DocumentOperation[];
  resources: readonly Resource[];
};

/** Methods that the document does not have; with parameters only to resources of its own. @throws Interrupted */
export async function sendOtherMethods(
  chosen: readonly DocumentOperation[],
  { operations, resources }: Sending,
  values: PathValues,
  sender: StatedSender,
): Promise<OtherMethod[]> {
  const sent: OtherMethod[] = [];
  for (const path of new Set(chosen.map((each) => each.path))) {
    const own = operations.filter((each) => each.path === path);
    const [operation] = own.toSorted((a, b) => rankOf(a) - rankOf(b));
    const methods = METHODS.filter((method) => own.every((each) => each.method !== method));
    const isConstant = pathParameters(path).length === 0;
    if (operation === undefined || methods.length === 0) continue;
    const of = isConstant ? new Map() : await ownResource(path, resources, values);
    const from = of && (await values.withValues(operation, of));
    if (from === undefined) continue;
    for (const method of methods) {
      const { path: target, curl, result } = await sender.send(from, { method });
      const asked = { operation: operationName(operation), method, path: target };
      sent.push({ ...asked, curl, result });
    }
  }
  return sent;
}

const rankOf = ({ method }: DocumentOperation): number => (method === "GET" ? 0 : 1);

async function ownResource(
  path: string,
  resources: readonly Resource[],
  values: PathValues,
): Promise<ResourceValues | undefined> {
  const last = pathParameters(path).at(-1);
  const resource = resources.find(({ parameter }) => parameter.key === last?.key);
  const made = resource && (await values.make(resource.create, resource.parameter));
  return made?.values;
}
