import type { CoveredResponse, OperationRun } from "../model/index.ts";
import { whole } from "../text/index.ts";

/** The documented responses of all operations that were never seen, with the operation. */
export const unseenResponses = (
  operations: readonly OperationRun[],
): { operation: string; response: string; why: string }[] =>
  operations.flatMap(({ name, coverage = [] }) =>
    coverage.flatMap(({ status, mediaType, unseen }) =>
      unseen === undefined
        ? []
        : [{ operation: name, response: [status, mediaType].join(" ").trim(), why: unseen }],
    ),
  );

/** `documented responses 12 of 20 seen`; nothing for a record without coverage. */
export function coverageParts(operations: readonly OperationRun[]): string[] {
  const all = operations.flatMap(({ coverage = [] }): CoveredResponse[] => coverage);
  const seen = all.filter(({ unseen }) => unseen === undefined).length;
  return all.length === 0 ? [] : [`${whole(seen)} of ${whole(all.length)} documented responses`];
}

/** Where the server differs from the keywords of the document, over all operations. */
export const differingKeywords = (operations: readonly OperationRun[]) =>
  operations.flatMap(({ name, declared = [] }) =>
    declared.map((row) => ({ operation: name, row })),
  );
