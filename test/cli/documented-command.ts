import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readRoot, REPOSITORY } from "./ci-script.ts";

/** A command line of README or docs: `A=b npx api-witness run :3000`. */
export type DocumentedCommand = {
  /** Page and line. */
  place: string;
  /** The whole line, as a reader copies it. */
  text: string;
  /** Variables that are set before it. */
  env: Record<string, string>;
  /** Arguments of `witness`. */
  args: string[];
  /** The lines that the page shows below it. */
  output: string[];
};

/** A command that no test can execute, marked on the line before: `<!-- not executed: why -->`. */
export type NotExecuted = { place: string; why: string };

export const PAGES = [
  "README.md",
  ...readdirSync(join(REPOSITORY, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const COMMAND = /^((?:[A-Z_]+=\S+ )*)npx api-witness (.*)$/;

/** Every command of a page: in its blocks (with `$ ` if output follows) and between backticks in a sentence. */
export function documentedIn(page: string): { commands: DocumentedCommand[]; left: NotExecuted[] } {
  const commands: DocumentedCommand[] = [];
  const left: NotExecuted[] = [];
  for (const { line, language, text } of blocksOf(page)) {
    const place = `${page}:${line}`;
    if (language === "prose") {
      const why = text.match(/^<!-- not executed: (.+) -->$/)?.[1];
      if (why !== undefined) left.push({ place, why });
      for (const [, code = ""] of text.matchAll(/`([^`]+)`/g))
        commands.push(...commandOf(place, code));
    } else if (["", "sh"].includes(language)) {
      const found = text
        .replace(/^\$ /, "")
        .replace(/ +# .*$/, "")
        .split(" && ");
      const those = found.flatMap((each) => commandOf(place, each));
      if (those.length > 0) commands.push(...those);
      else commands.at(-1)?.output.push(text);
    }
  }
  return { commands, left };
}

/** The lines of a page with the language of their block; `left-out` after the mark. */
function* blocksOf(page: string): Generator<{ line: number; language: string; text: string }> {
  let language = "prose";
  let marked = false;
  for (const [nth, text] of readRoot(page).split("\n").entries()) {
    const [, opened] = text.match(/^ *```(.*)$/) ?? [];
    if (opened === undefined) yield { line: nth + 1, language, text };
    else if (language !== "prose") language = "prose";
    else language = marked ? "left-out" : opened;
    if (text !== "" && language === "prose") marked = text.startsWith("<!-- not executed");
  }
}

function commandOf(place: string, text: string): DocumentedCommand[] {
  const [, before = "", after] = text.match(COMMAND) ?? [];
  if (after === undefined) return [];
  const env = Object.fromEntries(before.trim().split(" ").filter(Boolean).map(pairOf));
  return [{ place, text, env, args: wordsOf(after), output: [] }];
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The words of a shell line that has quotes and no other syntax. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ""));
