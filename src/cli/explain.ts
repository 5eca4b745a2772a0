import { WitnessError } from "../errors.ts";
import { ownFault } from "../machine-fault.ts";
import { terminalBlock, terminalLines, wrappedLine } from "../text/index.ts";
import { printErrorDocument } from "./error-document.ts";
import { stderrWidth, tell } from "./output.ts";

/**
 * Prints an error on stderr: the problem in a sentence, and the mend; with `debug`, the stack. With `--json`, it is
 * printed as a document, too. Returns the exit code.
 */
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

function stacks(error: WitnessError): string {
  const { cause, message, stack = message } = error;
  return cause instanceof Error ? `${message}\n${cause.stack ?? cause.message}` : stack;
}
