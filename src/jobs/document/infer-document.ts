import type { GivenTarget, OperationFigures, RunEnd } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { contractText } from "../../report/index.ts";
import { counted, whole } from "../../text/index.ts";
import { Files } from "../../openapi/index.ts";
import { type ContractFile, inferOptions, proveDocument } from "../infer.ts";
import type { Control } from "../open-run.ts";
import type { PartRun } from "../conclude-run.ts";
import { type Closing, planRun, runPart } from "../run.ts";
import { eachOperation, type FinishedTable } from "./each-operation.ts";
import type { TurnResult, WholeDocument } from "./operation-turns.ts";
import { countColumn, rowOfRun, rowsWith, shownOf, sumOf } from "./run-row.ts";

/** `witness infer` of a whole document; `--max-time` is shared out. @throws as `eachOperation`. */
export async function inferDocument(
  target: GivenTarget,
  document: WholeDocument,
  options: OptionsOf<"infer">,
  control: Control,
  contract?: ContractFile,
): Promise<FinishedTable> {
  // Before anything is sent: it is written at the end.
  if (contract !== undefined) Files.requireFile(document.name);
  const verb = {
    verb: "infer" as const,
    targets: [target],
    columns: [
      countColumn("rules", "parts of the request whose rule is known"),
      countColumn("open", "parts for which several rules, or none, agree with what was seen"),
      countColumn("keywords", "keywords of the document that were compared with the server"),
      countColumn("differ", "of these, the server implements something else"),
    ],
    found: (rows: readonly OperationFigures[]) => [foundText(rows)],
    needsValues: false,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, sending, manners, inside } = turn;
    const [catalogue] = catalogues;
    const own = { ...inferOptions(catalogue, options), ...sending, manner: manners[0] };
    const plan = { ...planRun(catalogue, own, sending.seed), target, part: inside.name };
    const prove = async (...[run, fold]: Parameters<Closing>): Promise<RunEnd> => {
      const ofOne = { ...contract, file: contract?.file ?? "", operation: turn.operation };
      const end = await proveDocument(run, fold, catalogue, ofOne);
      if (contract !== undefined) Object.assign(contract, { text: ofOne.text, base: ofOne.base });
      return end;
    };
    const closing = contract && prove;
    const part = await runPart(plan, own, turn.control, inside.folder, closing);
    return rowFor(part);
  });
}

function rowFor(part: PartRun): TurnResult {
  const { parts = [], declared = [], contract } = part.summary.inferred ?? {};
  const sure = parts.filter(({ state }) => state === "sure");
  const decided = declared.filter(({ verdict }) => verdict !== "not decided");
  const differing = decided.filter(({ verdict }) => verdict !== "same");
  const texts = [
    ...part.summary.notes.filter(({ kind }) => kind === "explore").map(({ text }) => text),
    ...differing.map(
      (each) =>
        `${each.part} ${each.keyword}: declared ${each.declared}, implemented ${each.implemented}`,
    ),
    ...(contract === undefined ? [] : [contractText(contract)]),
    ...shownOf(sure.map(({ name, rule }) => `${name}: ${rule}`)),
  ];
  const figures = {
    rules: sure.length,
    open: parts.length - sure.length,
    keywords: decided.length,
    differ: differing.length,
  };
  const word = differing.length > 0 ? "differs" : sure.length > 0 ? "rules" : "no rule";
  return rowOfRun(part, figures, texts, word, differing.length > 0);
}

function foundText(rows: readonly OperationFigures[]): string {
  const [differ, all] = [sumOf(rows, "differ"), sumOf(rows, "keywords")];
  const operations = rowsWith(rows, "differ");
  return `${whole(differ)} of ${counted(all, "keyword")} of the document ${differ === 1 ? "is" : "are"} implemented differently, in ${whole(operations)} of ${counted(rows.length, "operation")}`;
}
