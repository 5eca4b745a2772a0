import { WitnessError } from "../errors.ts";
import { ownFault } from "../machine-fault.ts";
import { terminalBlock } from "../text/terminal-text.ts";
import { tell } from "./output.ts";

/**
 * Prints on stderr what went wrong in a sentence, and what to do; with `debug`, where. Returns the exit code.
 */
export function explain(error: unknown, debug: boolean): number {
  const told = ownFault(error);
  const text = debug ? stacks(told) : told.message;
  const hint = told.hint === undefined || told.hint === "" ? "" : `\n  ${told.hint}`;
  tell(terminalBlock(`error: ${text}${hint}`));
  return told.exitCode;
}

function stacks(error: WitnessError): string {
  const { cause, message, stack = message } = error;
  return cause instanceof Error ? `${message}\n${cause.stack ?? cause.message}` : stack;
}
