import { isDocumentDue, printDocument, stderrWidth, tell } from "./output.ts";
import { WitnessError } from "../errors.ts";
import { ownFault } from "../machine-fault.ts";
import type { ErrorDocument } from "../model/index.ts";
import { terminalBlock, terminalLines, wrappedLine } from "../text/index.ts";
import { VERSION } from "../version.ts";

/** Prints an error on stderr, with `--json` also as a document; with `debug`, the stack. Returns the exit code. */
export async function explain(error: unknown, debug: boolean): Promise<number> {
  const reported = ownFault(error);
  const text = debug ? stacks(reported) : reported.message;
  const hint = reported.hint === undefined || reported.hint === "" ? "" : `\n  ${reported.hint}`;
  const block = `error: ${text}${hint}`;
  const lines = (): string[] =>
    block.split("\n").flatMap((line) => wrappedLine(line, stderrWidth()));
  tell(debug ? terminalBlock(block) : terminalLines(lines()));
  await printErrorDocument(reported, reported.exitCode);
  return reported.exitCode;
}

const stacks = ({ cause, message, stack = message }: WitnessError): string =>
  cause instanceof Error ? `${message}\n${cause.stack ?? cause.message}` : stack;

/** The `$schema` of what `--json` prints instead of a result. */
export const ERROR_SCHEMA_ID = "urn:api-witness:error:1";

/** With `--json`, prints why there is no result, unless a document has been printed already. */
export async function printErrorDocument(
  {
    code,
    message,
    hint,
  }: Pick<ErrorDocument["error"], "code" | "message"> & { hint?: string | undefined },
  exitCode: number,
): Promise<void> {
  if (!isDocumentDue()) return;
  const document: ErrorDocument = {
    $schema: ERROR_SCHEMA_ID,
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    error: { code, message, hint: hint === "" ? undefined : hint },
    exitCode,
  };
  await printDocument(document);
}
