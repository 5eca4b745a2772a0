import { likelyInPath } from "../../generate/index.ts";
import type { GivenValue, Interface } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { isCollectionOf, pathParameters, type Producer } from "./producers.ts";

const SELECTING = new Set(["PUT", "PATCH", "DELETE"]);

/** Whether an operation changes what its path names. A POST that makes resources inside of it does not. */
export const changesNamed = (
  { method, path }: DocumentOperation,
  all: readonly DocumentOperation[],
): boolean =>
  SELECTING.has(method) ||
  (method === "POST" &&
    !all.some((each) => pathParameters(each.path).some((own) => isCollectionOf(path, own))));

/** Whether what a producer names is new, and not somebody else's: a list has what was there before. */
export const makesNew = (
  { operation }: Producer,
  parameter: Parameters<typeof isCollectionOf>[1],
): boolean => operation.method === "POST" && isCollectionOf(operation.path, parameter);

/** Why a request that changes something may meet what the run has not made; undefined if it will not. */
export function othersReason(
  { path, method }: DocumentOperation,
  from: Interface,
  values: readonly GivenValue[],
): string | undefined {
  const own = new Set(values.map(({ parameter }) => parameter));
  const last = pathParameters(path).at(-1)?.name ?? "";
  if (last === "" && (SELECTING.has(method) || isAction(from))) return BEFORE;
  if (own.has(last)) return undefined;
  const chosen = SELECTING.has(method) && path.endsWith(`{${last}}`) ? last : undefined;
  const name = likelyInPath(from, chosen).find((each) => !own.has(each));
  if (name === undefined) return undefined;
  return safeNote({ path }, name);
}

/** `POST /reset`: with no value of the run in it, and no 201 for what it makes, it is about what is there. */
const isAction = ({ body, parameters = [], responses = [] }: Interface): boolean =>
  body === undefined &&
  parameters.every((each) => each.in === "header") &&
  !responses.some(({ status }) => status === "201");

const BEFORE =
  "it changes what was there before, which the profile safe leaves alone: --operation sends it alone";

/** Why a DELETE does not get what a list has. */
export const listedNote = (path: string, name: string): string =>
  `nothing makes ${name}, and what a list has is not deleted: --given '${upTo(path, name)}=VALUE' names what may be`;

const upTo = (path: string, name: string): string =>
  `${path.slice(0, path.indexOf(`{${name}}`))}{${name}}`;

export const safeNote = ({ path }: Pick<DocumentOperation, "path">, name: string): string =>
  `with the profile safe, only what the run has made is changed, and nothing makes ${name}: --given '${upTo(path, name)}=VALUE' names what may be changed`;
