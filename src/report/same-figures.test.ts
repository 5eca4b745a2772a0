import { expect, test } from "vitest";
import { requestCounts } from "../stats/request-counts.ts";
import { whole } from "../text/numbers.ts";
import { latencyText } from "../text/times.ts";
import { runView } from "./html/browser/run-view.fixture.ts";
import { renderRunPage } from "./html/run-page.tsx";
import { plain } from "./terminal/paint.ts";
import { renderTerminal } from "./terminal/render-terminal.ts";

const view = runView();
const { summary } = view;
const terminal = String(renderTerminal(summary, plain, { report: "report.html", run: "run" }));
const page = renderRunPage(view)
  .replaceAll(/<style.*?<\/style>|<script.*?<\/script>/gs, " ")
  .replaceAll(/<[^>]*>/g, " ")
  .replaceAll(/\s+/g, " ");

/** Each figure of the JSON as terminal and page print it; the same text everywhere. */
function figures(): [what: string, text: string][] {
  const { pooled } = summary.load ?? {};
  if (pooled === undefined) throw new Error("the fixture has a load");
  const { catalogue, load, warmup, total } = requestCounts(summary);
  const sent = { catalogue, load, warmup };
  return [
    ["all requests", whole(total)],
    ...Object.entries(sent).flatMap(([name, count]): [string, string][] =>
      count === undefined ? [] : [[`requests: ${name}`, whole(count)]],
    ),
    ["valid requests", whole(summary.stated.valid)],
    ["seed", String(summary.seed)],
    ["responses per second", whole(pooled.perSecond)],
    ["p50", latencyText(pooled.latencyUs.p50)],
    ["p99", latencyText(pooled.latencyUs.p99)],
    ...summary.suites.flatMap(({ name, cases, classes }): [string, string][] => [
      [`${name}: cases`, whole(cases)],
      [`${name}: 2xx`, whole(classes["2xx"])],
      [`${name}: 4xx`, whole(classes["4xx"])],
      [`${name}: unstable`, whole(classes.unstable)],
    ]),
    ...summary.remarks.flatMap(({ text, signature }): [string, string][] => [
      ["a remark", text],
      ["its signature", signature],
    ]),
  ];
}

test("terminal and page print the figures of the JSON, thirty of them", () => {
  const all = figures();
  expect(all.length).toBeGreaterThanOrEqual(30);
  expect(all.filter(([, text]) => !terminal.includes(text))).toEqual([]);
  expect(all.filter(([, text]) => !page.includes(text))).toEqual([]);
});

test("the table of suites on the terminal has the rows of the JSON, figure by figure", () => {
  for (const { name, cases, observations, classes } of summary.suites) {
    const row = terminal.split("\n").find((line) => line.startsWith(`${name} `)) ?? "";
    const numbers = row.slice(name.length).trim().split(/\s+/).slice(0, 4);
    expect([name, ...numbers]).toEqual([
      name,
      ...[cases, observations, classes["2xx"], classes["4xx"]].map(whole),
    ]);
  }
});
