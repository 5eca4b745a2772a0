import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Summary } from "../../src/model/index.ts";

/** The files that a verb wrote about a server. */
export type LeftBehind = {
  /** Undefined if there is no summary. */
  accepts: Summary["accepts"] | undefined;
  end: Summary["end"] | undefined;
  /** How often each outcome of the suite `valid` was recorded. */
  outcomes: Summary["suites"][number]["outcomes"];
  /** Pages and reports with unsafe characters. */
  unsafeFiles: string[];
};

/** Reads the folder into which a verb wrote its runs of the server at this URL. */
export function leftBehind(folder: string, url: string): LeftBehind {
  const files = readdirSync(folder, { recursive: true }).map(String);
  const texts = files.filter((file) => /\.(html|md|xml)$/.test(file));
  const summary = files
    .filter((file) => file.endsWith("summary.json"))
    .map((file) => readSummary(join(folder, file)))
    .find((each) => each?.target.baseUrl === url);
  return {
    accepts: summary?.accepts,
    end: summary?.end,
    outcomes: summary?.suites.find(({ name }) => name === "valid")?.outcomes ?? {},
    unsafeFiles: texts.flatMap((file) =>
      unsafeCharacters(readFileSync(join(folder, file), "utf8"), `${file} has`),
    ),
  };
}

/** Undefined if a verb was killed while it was writing. */
function readSummary(path: string): Summary | undefined {
  try {
    return Summary.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Control characters except tab, line feed and carriage return, and characters that reorder text or are
 * invisible.
 */
// oxlint-disable-next-line no-control-regex
const CHARACTERS =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const COMMAND = /^[ \t]*::[a-z]|##\[/m;
const STACK = /^ +at .+:\d+:\d+\)?$/m;

/** Text that could do harm in a terminal or in the log of a CI runner, or is a stack trace. */
export function unsafeInTerminal(text: string): string[] {
  const commands = COMMAND.test(text) ? ["prints a command of GitHub's runner"] : [];
  const stack = STACK.test(text) ? ["prints a stack trace"] : [];
  return [...unsafeCharacters(text, "prints"), ...commands, ...stack];
}

/** Characters that must not be in a file for people. */
function unsafeCharacters(text: string, where: string): string[] {
  const found = CHARACTERS.exec(text)?.[0];
  if (found === undefined) return [];
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return [`${where} U+${code}`];
}
