import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { verbCommands } from "./cli/verbs.ts";
import { exitCodeHelp } from "./cli/program.ts";
import { PLAIN_WORDS } from "../test/plain-words.ts";
import {
  comparisonMarkdown,
  gateMarkdown,
  renderComparison,
  renderComparisonPage,
  renderGate,
  renderResult,
  renderRunPage,
  runMarkdown,
  Screen,
} from "./report/index.ts";
import { plain } from "./text/index.ts";
import { fourTargets } from "../test/report/html/comparison/four-targets.ts";
import { runView } from "../test/report/html/browser/run-view.ts";
import { driftResult, sampleResult } from "../test/report/gate.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Every worn phrase in a text, with its surroundings and what to write instead. */
const wornIn = (text: string): string[] =>
  PLAIN_WORDS.flatMap(([worn, better]) => {
    const flat = text.replace(/\s+/g, " ");
    const at = flat.search(worn);
    return at < 0 ? [] : [`"${flat.slice(Math.max(0, at - 30), at + 40)}": write ${better}`];
  });

const filesOf = (...patterns: string[]): string[] =>
  execFileSync("git", ["ls-files", ...patterns], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((name) => name !== "");

const textOf = (name: string): string => readFileSync(new URL(name, `file://${ROOT}`), "utf8");

/** Markdown without code, which quotes names as they are. */
const proseOf = (markdown: string): string =>
  markdown.replace(/```[^]*?```/g, " ").replace(/`[^`]*`/g, "`");

/** What a page shows: no style, no script, no tags. */
const shownOf = (html: string): string =>
  html.replace(/<(style|script)[^>]*>[^]*?<\/\1>/g, " ").replace(/<[^>]*>/g, " ");

/** The string literals of a module without its comments. */
function literalsOf(source: string): string {
  const code = source.replace(/\/\*[^]*?\*\//g, " ").replace(/^\s*\/\/.*$/gm, " ");
  return (code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [])
    .filter((literal) => literal.includes(" "))
    .join("\n");
}

describe("worn phrases stay out", () => {
  test("of the help of every verb", () => {
    const commands = verbCommands().flatMap((verb) => [verb, ...verb.commands]);
    const help = commands.map((verb) => verb.helpInformation());
    expect(wornIn([exitCodeHelp(), ...help].join("\n"))).toEqual([]);
  });

  test.each(
    filesOf("*.md", "docs/*.md", "decisions/*.md").filter(
      (name) => name !== "CHANGELOG.md" && !name.startsWith("reports/"),
    ),
  )("of %s", (name) => {
    expect(wornIn(proseOf(textOf(name)))).toEqual([]);
  });

  test("of errors and other texts in the code", () => {
    const modules = filesOf("src/*.ts", "src/*.tsx", "suites/*.ts").filter(
      (name) => !/\.test\.tsx?$|^src\/servers\//.test(name),
    );
    expect(modules.length).toBeGreaterThan(400);
    const found = modules.flatMap((name) =>
      wornIn(literalsOf(textOf(name))).map((each) => `${name}: ${each}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ["the page of a run", () => shownOf(renderRunPage(runView()))],
    ["the page of a comparison", () => shownOf(renderComparisonPage(fourTargets()))],
    [
      "a comparison in Markdown",
      () => comparisonMarkdown(fourTargets(), { report: "report.html" }),
    ],
    ["a run in Markdown", () => runMarkdown(runView().summary, { report: "r", run: "x" })],
    ["a gate in Markdown", () => gateMarkdown(sampleResult, { reports: "reports/x" })],
    ["drift in Markdown", () => gateMarkdown(driftResult, { reports: "reports/x" })],
    ["a gate on the terminal", () => renderGate(sampleResult, new Screen(plain))],
    [
      "a comparison on the terminal",
      () => renderComparison(fourTargets(), new Screen(plain, 110), { report: "r" }),
    ],
    [
      "a run on the terminal",
      () => renderResult(runView(), new Screen(plain), { report: "r", run: "x" }),
    ],
  ])("of %s", (_, render) => {
    expect(wornIn(render())).toEqual([]);
  });
});
