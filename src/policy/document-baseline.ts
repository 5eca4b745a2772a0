import { baselineOf } from "./baseline.ts";
import type { RunFold } from "../analyse/index.ts";
import {
  type ComparedPart,
  type DocumentBaseline,
  type DocumentRun,
  type ResourceSequence,
  resultWord,
} from "../model/index.ts";

/** `$id` of the schema that a baseline of a whole document follows. */
export const DOCUMENT_BASELINE_SCHEMA_ID = "urn:api-witness:document-baseline:1";

/** Names a sequence in a baseline: `/items/{item_id} life`. */
export const sequenceKey = ({ resource, kind }: ResourceSequence): string => `${resource} ${kind}`;

/** What a baseline keeps of a sequence: no value that differs from run to run. */
export const sequenceSteps = ({ steps }: ResourceSequence): string =>
  steps
    .map(({ does, result, list: { has, isPart } = {} }) => {
      const isShown = has === true || (has === false && isPart !== true);
      return `${does} ${resultWord(result)}${isShown ? (has ? " (has it)" : " (does not have it)") : ""}`;
    })
    .join(", ");

export type OperationRuns = { name: string; folds: readonly [RunFold, ...RunFold[]] };

/** `operations` gives runs one after the other: not all are in memory together. @throws WitnessError `baseline-run` */
export async function documentBaselineOf(
  documents: readonly [DocumentRun, ...DocumentRun[]],
  operations: AsyncIterable<OperationRuns>,
  include: readonly ComparedPart[],
): Promise<DocumentBaseline> {
  const [{ document }] = documents;
  const found: DocumentBaseline = {
    $schema: DOCUMENT_BASELINE_SCHEMA_ID,
    schemaVersion: 1,
    tool: "",
    document,
    sequences: {},
    operations: {},
  };
  for await (const { name, folds } of operations) {
    const own = baselineOf(folds, { include });
    found.operations[name] = own;
    found.tool = own.tool;
  }
  for (const each of documents.flatMap(({ sequences = [] }) => sequences))
    found.sequences[sequenceKey(each)] = [
      ...new Set([...(found.sequences[sequenceKey(each)] ?? []), sequenceSteps(each)]),
    ];
  return found;
}
