import { join } from "node:path";
import type { Interface, Policy } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { findRunFile, readRun } from "../../record/index.ts";
import type { Catalogue, loadCatalogue } from "../load-suites.ts";
import { chosenOperations, type OperationChoice } from "./choose-operations.ts";
import { catalogueOf } from "./operation-shares.ts";
import { readable } from "./path-values.ts";
import { readDocumentRun } from "./report-document.ts";

type Options = Parameters<typeof loadCatalogue>[0];

/** The catalogue of each chosen operation that can be expressed, to check a policy before anything is sent. */
export const cataloguesOf = (
  { operations }: { operations: readonly DocumentOperation[] },
  options: Options & OperationChoice,
  policy: Policy | undefined,
): Promise<Catalogue[]> =>
  forPolicy(policy, options, async () =>
    chosenOperations(operations, options).flatMap((operation) => readable(operation) ?? []),
  );

export const cataloguesOfStored = (
  folder: string,
  options: Options,
  policy: Policy | undefined,
): Promise<Catalogue[]> =>
  forPolicy(policy, options, async () => {
    const found: Interface[] = [];
    for (const { run } of readDocumentRun(folder).operations)
      await readRun(findRunFile(join(folder, run)), (record) => {
        if (record.type === "header" && record.interface !== undefined)
          found.push(record.interface);
        return "enough";
      });
    return found;
  });

async function forPolicy(
  policy: Policy | undefined,
  options: Options,
  interfaces: () => Promise<readonly Interface[]>,
): Promise<Catalogue[]> {
  // Without rules there is nothing to check.
  if (policy === undefined) return [];
  const found: Catalogue[] = [];
  for (const each of await interfaces()) found.push(await catalogueOf(each, options));
  return found;
}
