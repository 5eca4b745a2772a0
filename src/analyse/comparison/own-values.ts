import { interfaceOf } from "../../contract/index.ts";
import { type CaseRequest, classOf, type Interface, isNotFound } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";

/** The examples that an interface sends: among them the resources that a whole document found on its target. */
const examplesOf = ({ header }: RunFold): string => {
  const { parameters = [], body } = interfaceOf(header ?? {});
  const fields = body?.kind === "object" ? body.fields : [];
  return JSON.stringify([...parameters, ...fields].map(({ example }) => example ?? null));
};

/** Whether each of these runs names resources of its own. The requests to two targets are then the same except for these values. */
export const haveOwnValues = (folds: readonly RunFold[]): boolean =>
  new Set(folds.map(examplesOf)).size > 1;

/** The values of a path that name resources which were found on the target. */
export const resourceValuesOf = ({ parameters = [] }: Interface): string[] =>
  parameters.flatMap((each) =>
    each.resource === true && each.in === "path" ? [String(each.example)] : [],
  );

/** Whether the path of a request has all these values; a request without a path of its own has the stated one. */
export function namesAll(request: CaseRequest | string, resources: readonly string[]): boolean {
  const { path } = (typeof request === "string" ? JSON.parse(request) : request) as {
    path?: unknown;
  };
  if (path === undefined) return true;
  const text = typeof path === "string" ? path : textsIn(path).join("");
  const segments = (text.split("?")[0] ?? "").split("/");
  return resources.every((value) => segments.includes(value));
}

const textsIn = (part: unknown): string[] => {
  if (typeof part === "string") return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  return typeof part === "object" && part !== null && "encode" in part ? textsIn(part.encode) : [];
};

/**
 * Whether a difference may be only that one store has what a request names: a target says that it does not exist, and
 * another accepts the request, or refuses a generated one for another reason.
 */
export const isAboutStore = (signatures: readonly string[], isGenerated: boolean): boolean =>
  signatures.some((each) => isNotFound(each)) &&
  signatures.some((each) => classOf(each) === "2xx" || (isGenerated && !isNotFound(each)));
