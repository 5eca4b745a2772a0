import { fitText } from "../explore/fit-text.ts";

/** What a CI service would obey in its log: `::command` at the start of a line, `##[command]` and its like anywhere. */
const obeyed = /^(\s*):(?=:)|#(?=#\w*\[)/g;

/** Text from outside for the log of a CI job: on one line, cut to `width`, and no command to any service. */
export function logText(text: string, width: number): string {
  const inert = fitText(text, Number.POSITIVE_INFINITY).replace(obeyed, (found, blanks?: string) =>
    found === "#" ? "\\u{23}" : `${blanks ?? ""}\\u{3a}`,
  );
  return fitText(inert, width);
}
