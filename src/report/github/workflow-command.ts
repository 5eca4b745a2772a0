import { escapeUnseen } from "../../text/index.ts";

declare const made: unique symbol;

/** A line for the runner of GitHub Actions; only `workflowCommand` makes one. */
export type WorkflowCommand = string & { readonly [made]: true };

/**
 * A line that GitHub's runner interprets as a command. Whatever its message and properties contain, it stays one line
 * and one command; a line break in the message is shown as one.
 */
export function workflowCommand(
  command: "error" | "warning",
  properties: Record<string, string | number | undefined>,
  message: string,
): WorkflowCommand {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${propertyText(String(value))}`,
  );
  const head = given.length === 0 ? command : `${command} ${given.join(",")}`;
  return `::${head}::${dataText(message)}` as WorkflowCommand;
}

const dataText = (text: string): string =>
  escapeUnseen(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));

const propertyText = (text: string): string =>
  dataText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
