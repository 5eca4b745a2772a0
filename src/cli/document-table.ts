import { join } from "node:path";
import { WitnessError } from "../errors.ts";
import type { Control, FinishedTable, WholeDocument } from "../jobs/index.ts";
import { documentText, isOneOperation, readWhole, requireReachable } from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { renderDocumentTable, Screen } from "../report/index.ts";
import { VERSION } from "../version.ts";
import { withProgress } from "./opening-lines.ts";
import { printResult } from "./output.ts";
import { exitCodeOfTable } from "./run-exit-codes.ts";
import { noteOutputs } from "./step-outputs.ts";

type Options = Parameters<typeof readWhole>[1] &
  Parameters<typeof isOneOperation>[1] & {
    openapi?: string | undefined;
    interface?: string | undefined;
    mix?: readonly string[];
  };

export async function wholeDocument(
  targets: readonly GivenTarget[],
  { options }: { options: Options },
): Promise<WholeDocument | undefined> {
  const { openapi, interface: other, mix = [] } = options;
  if (mix.length > 0 && openapi === undefined)
    throw new WitnessError("load-options", "--mix requires --openapi", {
      hint: "--mix names operations of an OpenAPI document",
    });
  if (openapi === undefined || other !== undefined) return undefined;
  const sentTo = targets.map(({ baseUrl }) => baseUrl);
  const operations = await readWhole(openapi, { ...options, sentTo });
  const isOne = mix.length === 0 && isOneOperation(operations, options);
  return isOne ? undefined : { name: openapi, operations };
}

/** Does a verb with a whole document, prints its table, and sets the exit code. */
export async function tabled(
  targets: readonly GivenTarget[],
  document: WholeDocument,
  {
    options,
    flags,
  }: { options: Options & { seed: number }; flags: { quiet: boolean; json: boolean } },
  work: (control: Control) => Promise<FinishedTable>,
): Promise<void> {
  const opening = [
    `witness ${VERSION} · seed ${options.seed} · ${documentText(document, options)}`,
    ...targets.map(({ name, baseUrl }) => `  ${name}  ${baseUrl}`),
  ];
  await requireReachable(targets, options);
  const { table, folder, report } = await withProgress(flags, opening, work);
  const runs = table.operations.flatMap((each) => each.runs);
  noteOutputs({
    verdict: table.operations.map(({ word }) => word).join("\n"),
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    report,
    document: join(folder, "document.json"),
  });
  await printResult(flags.json, table, (...how) =>
    renderDocumentTable(table, report, new Screen(...how)),
  );
  process.exitCode = exitCodeOfTable(table);
}
