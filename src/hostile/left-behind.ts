import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Summary } from "../model/summary.ts";
import { unsafeCharacters } from "./unsafe-text.ts";

/** What a verb has written down about a server. */
export type LeftBehind = {
  /** Undefined where there is no summary. */
  accepts: Summary["accepts"] | undefined;
  end: Summary["end"] | undefined;
  /** How often each outcome of the suite `valid` was recorded. */
  outcomes: Summary["suites"][number]["outcomes"];
  /** Pages and reports with characters that nobody should have to read. */
  unsafeFiles: string[];
};

/** Reads the folder that a verb has written its runs to, about the server at this URL. */
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

/** Undefined where a verb was killed while it wrote. */
function readSummary(path: string): Summary | undefined {
  try {
    return Summary.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
