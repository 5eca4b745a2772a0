import { expect, test } from "vitest";
import type { RunView } from "../analyse/index.ts";
import { Summary, type Comparison } from "../model/index.ts";
import { latencyText, plain, whole } from "../text/index.ts";
import { runView } from "../../test/report/html/browser/run-view.ts";
import { rankTexts, rateText } from "../stats/index.ts";
import { renderComparisonPage } from "./html/comparison/comparison-page.tsx";
import { fourTargets } from "../../test/report/html/comparison/four-targets.ts";
import { renderRunPage } from "./html/run-page.tsx";
import { comparisonMarkdown } from "./markdown/comparison.ts";
import { renderLoad } from "./terminal/render-load.ts";
import { renderComparison } from "./terminal/render-comparison.ts";
import { runMarkdown } from "./markdown/run.ts";
import { renderTerminal } from "./terminal/render-terminal.ts";
import { Screen } from "./terminal/screen-text.ts";

const base = runView();
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<style.*?<\/style>|<script.*?<\/script>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

/** A run whose figures all differ, so that none is found in the place of another. */
function distinct(): RunView {
  const { load } = base.summary;
  if (load?.pooled === undefined) throw new Error("the fixture has a load");
  const latencyUs = {
    ...load.pooled.latencyUs,
    p50: 391,
    p90: 617,
    p99: 1931,
    p999: 5230,
    max: 11_900,
  };
  const summary: Summary = {
    ...base.summary,
    seed: 1_843_320,
    stated: {
      ...base.summary.stated,
      valid: 6121,
      answered: 6113,
      text: "6,113 of 6,121 valid requests got one",
    },
    requests: { total: 918_640, catalogue: 8213, checks: 4427, load: 905_007, warmup: 993 },
    suites: base.summary.suites.map((suite, at) => ({
      ...suite,
      cases: 2011 + at,
      observations: 3021 + at,
      requests: 3021 + at,
      classes: {
        ...suite.classes,
        "2xx": 1031 + at,
        "4xx": 941 + at,
        "5xx": 71 + at,
        unstable: 51 + at,
      },
    })),
    load: { ...load, pooled: { ...load.pooled, perSecond: 24_317, latencyUs } },
  };
  return { ...base, summary };
}

const where = { report: "report.html", run: "run" };
const view = distinct();
// As a program reads `summary.json`.
const summary = Summary.parse(JSON.parse(JSON.stringify(view.summary)));
const terminal = String(renderTerminal(summary, new Screen(plain), where));
const page = wordsOf(renderRunPage(view));
const markdown = runMarkdown(summary, where);
const OUTPUTS = { terminal, page, markdown };

/** Each figure of the JSON as terminal, page and Markdown print it; the same text everywhere. */
function figures(of: Summary): [what: string, text: string][] {
  const { pooled } = of.load ?? {};
  if (pooled === undefined) throw new Error("the run has no load");
  const { catalogue, checks, load, warmup, total } = of.requests;
  const sent = { catalogue, checks, load, warmup };
  return [
    ["all requests", whole(total)],
    ...Object.entries(sent).flatMap(([name, count]): [string, string][] =>
      count === undefined ? [] : [[`requests: ${name}`, whole(count)]],
    ),
    ["valid requests", whole(of.stated.valid)],
    ["seed", String(of.seed)],
    ["responses per second", whole(pooled.perSecond)],
    ["p50", latencyText(pooled.latencyUs.p50)],
    ["p99", latencyText(pooled.latencyUs.p99)],
    ...of.suites.flatMap(({ name, cases, classes }): [string, string][] => [
      [`${name}: cases`, whole(cases)],
      [`${name}: 2xx`, whole(classes["2xx"])],
      [`${name}: 4xx`, whole(classes["4xx"])],
      [`${name}: 5xx`, whole(classes["5xx"])],
      [`${name}: unstable`, whole(classes.unstable)],
    ]),
  ];
}

const missing = (text: string, wanted: readonly (readonly [string, string])[]) =>
  wanted.filter(([, figure]) => !hasFigure(text, figure));

test("terminal, page and Markdown print the figures of the JSON, thirty different ones", () => {
  const all = figures(summary);
  expect(new Set(all.map(([, text]) => text)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(30);
  for (const [name, text] of Object.entries(OUTPUTS))
    expect([name, ...missing(text, all)]).toEqual([name]);
});

test("remarks have the same text and signature on terminal, page and Markdown", () => {
  const remarks = summary.remarks.flatMap(({ text, signature }): [string, string][] => [
    ["a remark", text],
    ["its signature", signature],
  ]);
  expect(remarks.length).toBeGreaterThan(0);
  for (const [name, text] of Object.entries(OUTPUTS))
    expect([name, ...missing(text, remarks)]).toEqual([name]);
});

test("a figure that one output has otherwise is noticed, whichever it is", () => {
  for (const [what, figure] of figures(summary))
    for (const text of Object.values(OUTPUTS)) {
      const other = figure.replace(/\d(?!.*\d)/, (digit) => String((Number(digit) + 5) % 10));
      const wrong = replaceFigure(text, figure, other);
      expect([what, missing(wrong, [[what, figure]])]).toEqual([what, [[what, figure]]]);
    }
});

test("the tables of suites on terminal and in Markdown have the rows of the JSON, figure by figure", () => {
  for (const { name, cases, observations, classes } of summary.suites) {
    const wanted = [name, ...[cases, observations, classes["2xx"], classes["4xx"]].map(whole)];
    const onTerminal = terminal.split("\n").find((line) => line.startsWith(`  ${name} `)) ?? "";
    expect(onTerminal.trim().split(/\s+/).slice(0, 5)).toEqual(wanted);
    const row = markdown.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? "";
    const cells = row.split("|").map((cell) => cell.trim());
    expect(cells.slice(1, 6)).toEqual(wanted);
  }
});

test("terminal, page and Markdown have each agent with its figures, and its doubts", () => {
  const named = { version: "1.0.0", platform: "p", labels: { zone: "a" }, atMs: 0, rounds: 3 };
  const agents = ["zed-one", "zed-two"].map((name, at) => ({
    ...named,
    name,
    cores: 61 + at,
    clockErrorMs: 0.3 + at,
    cases: 1203 + at,
    loadRequests: 40_501 + at,
    ceilingPerSecond: 9007.4 + at,
    doubts: at === 0 ? [] : ["the event loop was late by 12 ms"],
  }));
  const shared = { ...summary, agents };
  const outputs = {
    terminal: String(renderTerminal(shared, new Screen(plain, 80), where)),
    "terminal of a load": String(renderLoad(shared, view.load, new Screen(plain, 80), where)),
    page: wordsOf(renderRunPage({ ...view, summary: shared })),
    markdown: runMarkdown(shared, where),
  };
  for (const [name, text] of Object.entries(outputs)) {
    const [one, two] = [text.lastIndexOf("zed-one"), text.lastIndexOf("zed-two")];
    const [first, second] = [text.slice(one, two), text.slice(two)];
    for (const figure of ["61", "1,203", "40,501 requests", "9,007/s", "± 0.3 ms"])
      expect([name, figure, first.includes(figure)]).toEqual([name, figure, true]);
    const doubt = name.startsWith("terminal") ? "zed-two !" : "the event loop was late by 12 ms";
    for (const figure of ["62", "1,204", "9,008/s", "± 1.3 ms", doubt])
      expect([name, figure, second.includes(figure)]).toEqual([name, figure, true]);
    expect([name, /was late|!/.test(first)]).toEqual([name, false]);
  }
  // One machine has none.
  expect([terminal, page, markdown].filter((text) => /^agent |\bAgents\b/m.test(text))).toEqual([]);
});

/** Each figure of `comparison.json` as terminal, page and Markdown print it. */
function comparedFigures({ behaviour, speed, targets, axes }: Comparison): [string, string][] {
  const { accepted, class: byClass, exact } = behaviour.depths;
  return [
    ["cases differ by class", whole(byClass.differ)],
    ["cases differ in 2xx", whole(accepted.differ)],
    ["cases differ by code", whole(exact.differ)],
    ["cases", whole(behaviour.compared)],
    ["groups", `${whole(byClass.groups.length)} group`],
    ["rounds", `${speed?.rounds} paired rounds`],
    ...byClass.groups.map(({ name, size }): [string, string] => [`group ${name}`, whole(size)]),
    ...targets.map(({ name }): [string, string] => ["a target", name]),
    ...behaviour.unstable.map((each): [string, string] => ["unstable", each.case]),
    ...(speed?.ranking ?? []).map((each): [string, string] => ["a rate", rateText(each)]),
    ...(speed === undefined ? [] : rankTexts(speed)).map((each): [string, string] => [
      "a rank",
      each,
    ]),
    ...byClass.alone.map((each, at): [string, string] => [`alone ${at}`, whole(each)]),
    ...axes
      .filter(({ cells }) => new Set(cells.map(({ text }) => text)).size > 1)
      .map(({ title }): [string, string] => ["an axis", title]),
  ];
}

test("terminal, page and Markdown print the figures of a comparison, thirty of them", () => {
  const compared = fourTargets();
  const all = comparedFigures(compared.comparison);
  expect(all.length).toBeGreaterThanOrEqual(30);
  const outputs = {
    terminal: String(renderComparison(compared, new Screen(plain), where)),
    page: wordsOf(renderComparisonPage(compared)),
    markdown: comparisonMarkdown(compared, where).replaceAll("\\", ""),
  };
  for (const [name, text] of Object.entries(outputs))
    expect([name, ...all.filter(([, figure]) => !hasFigure(text, figure))]).toEqual([name]);
});

/** Whether the figure is there as a whole, not as a part of another one. */
const hasFigure = (text: string, figure: string): boolean => wholeFigure(figure).test(text);

const replaceFigure = (text: string, figure: string, other: string): string =>
  text.replaceAll(new RegExp(wholeFigure(figure), "g"), other);

function wholeFigure(figure: string): RegExp {
  const before = /^\d/.test(figure) ? String.raw`(?<![\d,.])` : "";
  const after = /\d$/.test(figure) ? String.raw`(?!\d|[,.]\d)` : "";
  const escaped = figure.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(before + escaped + after);
}
