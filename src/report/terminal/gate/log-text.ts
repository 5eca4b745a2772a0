import { defuse } from "../../../text/runner-commands.ts";
import { fitText } from "../fit-text.ts";

/** Text from outside for the log of a CI job: on one line, cut to `width`, and no command to any service. */
export function logText(text: string, width: number): string {
  return fitText(defuse(fitText(text, Number.POSITIVE_INFINITY)), width);
}
