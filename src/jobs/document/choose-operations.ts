import { WitnessError } from "../../errors.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { globTest } from "../../policy/index.ts";
import { nearest, suggestion } from "../../text/index.ts";
import type { GivenTarget } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";

/** Which operations of a document are sent; all without one. */
export type OperationChoice = {
  /** Operations, separated by commas: an operationId, a path, method and path, or a glob; after `!`, ones that are not. */
  operation?: string | undefined;
  tag?: readonly string[] | undefined;
};

/** Its operationId, or else method and path: as `--operation` takes it. */
export const operationName = ({ method, path, operationId }: DocumentOperation): string =>
  operationId ?? `${method} ${path}`;

const namesOf = ({ method, path, operationId }: DocumentOperation): string[] => [
  `${method} ${path}`,
  path,
  ...(operationId === undefined ? [] : [operationId]),
];

/** Whether a choice is about one operation, which it names exactly. */
export const isOneOperation = (
  all: readonly DocumentOperation[],
  { operation, tag = [] }: OperationChoice,
): boolean =>
  tag.length === 0 &&
  (operation === undefined
    ? all.length === 1
    : !/[*?,!]/.test(operation) ||
      all.some((each) => [each.operationId, `${each.method} ${each.path}`].includes(operation)));

/** The chosen operations in the order of the document. @throws WitnessError `openapi` for a name or a tag without any. */
export function chosenOperations(
  all: readonly DocumentOperation[],
  { operation = "", tag = [] }: OperationChoice,
): DocumentOperation[] {
  const parts = operation.split(",").flatMap((text) => text.trim() || []);
  const tests = parts.map((text) => {
    const isExcluded = text.startsWith("!");
    const glob = text.replace(/^!\s*/, "").replace(/\s+/g, " ");
    const test = globTest(glob);
    const fits = (each: DocumentOperation): boolean => namesOf(each).some(test);
    requireSome(all.some(fits), "operation", glob, all.flatMap(namesOf));
    return { isExcluded, fits };
  });
  for (const name of tag)
    requireSome(
      all.some(({ tags }) => tags.includes(name)),
      "tag",
      name,
      all.flatMap(({ tags }) => tags),
    );
  const wanted = tests.filter(({ isExcluded }) => !isExcluded);
  const chosen = all.filter(
    (each) =>
      (wanted.length === 0 || wanted.some(({ fits }) => fits(each))) &&
      !tests.some(({ isExcluded, fits }) => isExcluded && fits(each)) &&
      (tag.length === 0 || each.tags.some((name) => tag.includes(name))),
  );
  if (chosen.length > 0) return chosen;
  throw new WitnessError("openapi", "--operation and --tag leave no operation of the document");
}

function requireSome(found: boolean, what: string, name: string, known: readonly string[]): void {
  if (found) return;
  throw new WitnessError("openapi", `the document has no ${what} ${JSON.stringify(name)}`, {
    hint: hintFor(name, [...new Set(known)]),
  });
}

const MOST_LISTED = 20;

function hintFor(name: string, known: readonly string[]): string {
  if (known.length === 0) return "no operation of it has one";
  if (known.length <= MOST_LISTED) return suggestion(name, known);
  const near = nearest(name, known);
  const lists = "witness suites --openapi DOCUMENT lists the operations";
  return near === undefined ? lists : `did you mean ${near}? ${lists}`;
}

const READS = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);

const depthOf = ({ path }: DocumentOperation): number => path.match(/\{/g)?.length ?? 0;

function rankOf({ method }: DocumentOperation): number {
  if (method === "POST") return 0;
  if (READS.has(method)) return 1;
  return method === "DELETE" ? 3 : 2;
}

/** What creates comes first, those with the fewest path parameters before others; then reads, updates, and deletes. */
export const inSendingOrder = (operations: readonly DocumentOperation[]): DocumentOperation[] =>
  operations.toSorted((a, b) => rankOf(a) - rankOf(b) || depthOf(a) - depthOf(b));

type ForOne = Partial<Pick<OptionsOf<"run">, "serve" | "fleet" | "onlyFailed" | "corpus">>;

/** Options that no verb takes with a whole document. @throws WitnessError `openapi` for one of them. */
export const refuseForOne = ({ fleet, onlyFailed, corpus }: Omit<ForOne, "serve">): void =>
  refuseOptions({
    "--fleet": fleet !== undefined,
    "--only-failed": onlyFailed !== undefined,
    "--corpus": corpus !== undefined,
  });

/** The same of verbs with a table of operations, which start no target. */
export function refuseForTable(options: ForOne, targets: readonly GivenTarget[]): void {
  const isServed =
    options.serve !== undefined || targets.some((target) => target.serve !== undefined);
  refuseOptions({ "--serve": isServed });
  refuseForOne(options);
}

/** @throws WitnessError `openapi` if an option is given that is for one operation. */
export function refuseOptions(given: Readonly<Record<string, boolean>>): void {
  const named = Object.keys(given).filter((name) => given[name] === true);
  if (named.length === 0) return;
  throw new WitnessError("openapi", `${named.join(" and ")} is for one operation of a document`, {
    hint: "choose it with --operation, or leave the option out",
  });
}
