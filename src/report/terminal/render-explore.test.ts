import { type Paint, plain, terminalLines } from "../../text/index.ts";
import { describe, expect, test } from "vitest";
import { buildRunView, summarise, type RunFold } from "../../analyse/index.ts";
import { exploreHeader, foldOf } from "../../../test/analyse/explore/explored.ts";
import { comparedFold, sampleAxes, sampleFold } from "../../../test/analyse/explore/sample.ts";
import type { ExploreSummary, Summary } from "../../model/index.ts";
import { Screen } from "./screen-text.ts";
import { renderResult } from "./render-terminal.ts";
import { exploreLines, renderExplored } from "./render-explored.ts";

const renderExplore = (view: ExploreSummary, paint: Paint, width = 116): string =>
  terminalLines(exploreLines(view, new Screen(paint, width)));

const where = { report: "reports/x/report.html", run: "reports/x" };

function summaryOf(fold: RunFold): Summary {
  const summary = summarise(fold);
  if (summary === undefined) throw new Error("the fold has a header");
  return summary;
}

function viewOf(fold: RunFold): ExploreSummary {
  const { exploration } = summaryOf(fold);
  if (exploration === undefined) throw new Error("something was explored");
  return exploration;
}

const resultOf = (fold: RunFold): string => {
  const view = buildRunView(fold, where.run);
  return view === undefined ? "" : renderResult(view, new Screen(plain, 116), where);
};

describe("what exploring found, for a terminal", () => {
  test("one target", () => {
    expect(resultOf(sampleFold)).toMatchInlineSnapshot(`
      "Boundaries
        axis                                     responses along it
        id, upwards                              201 up to 2147483647, 400 from 2147483648 (the largest signed 32-bit
                                                 integer)
        id, downwards                            201 down to -2147483648, 400 from -2147483649 (the smallest signed 32-bit
                                                 integer)
        fraction digits of date                  400 up to 2 digits, 201 at 3 digits, 400 from 4 digits
        body size, by spaces after the document  201 up to 1,048,576 bytes, 413 from 1,048,577 bytes (1 MiB)
        nesting of arrays in an unknown key      201 up to the cap of 100,000 levels
        a band of ids                            201 up to 10, 400 from 11 to 99, 201 from 100 to 200, reset from 201
        extra headers                            201 up to 64 headers, responds at random (201 or 431) between 64 and 128
                                                 headers, 431 from 128 headers
        unknown keys                             responds at random (201 or 500): no boundary
        length of an unknown key                 201 up to 1,024 bytes at least, 400 from 65,536 bytes at the latest

      Smallest examples
        property        response  smallest request                                difference
        malformed-json  500       "\\ud800"                                        lone surrogate; not fully shrunk
        malformed-json  201       {"id":123456789,}                               a comma before the end
        malformed-json  400       {                                               malformed JSON: cut short; 1 more kind
        fields          201       {"id":123456789}                                date missing
        fields          201       {"id":123456789,"date"…0-09-27T16:13:38.633Z"}  as stated
        size            413       {"id":123456789}                             …  large body; 300,016 bytes
        encoding        reset     {"\\xff\\x00":1}                                  not UTF-8
        malformed-json  400       {"id":,                                         malformed JSON: no value

      Random responses
        fields/any: the same request gets 201 or 500 (3 times): {"x":1} (explore/fields/any/201-500)

      ! exploring was cut short: the requests allowed by --max-requests were used up
      ! not explored to the end (the requests allowed by --max-requests were used up): length of an unknown key
      ! not fully shrunk (the requests allowed by --max-requests were used up): 1 smallest example

      seed 7 · 4,513 requests (catalogue 1, exploration 4,512) · 12.3 s · incomplete: cut-off
      replay any request: witness replay reports/x explore/id-upwards/2147483648

      stated   – not probed
      found    5 limits · 8 boundaries · 2 axes with random responses
      report   reports/x/report.html"
    `);
  });

  test("several targets", () => {
    const go = summaryOf(comparedFold);
    const express = { ...go, target: { name: "express", baseUrl: "http://localhost:3001" } };
    const runs = [express, go].map((summary) => ({ summary, ...where }));
    expect(renderExplored(runs, new Screen(plain, 116))).toMatchInlineSnapshot(`
      "Differences
        met  express  fastify  go     difference                                  smallest request
         38  201      400      400    date: an offset instead of Z                {"id":123456789,"date"…01T00:00:00.000+00:00"}
          9  201      201      400    id: fraction                                {"id":1.0,"date":"2000-01-01T00:00:00.000Z"}
          1  201      400      reset  header host: other value, not fully shrunk  Host: evil

      ! not fully shrunk (no time was left): 1 difference

      express · seed 7 · 4,512 requests · 1,034 compared · 2.3 s · incomplete: cut-off
      replay any request: witness replay reports/x explore/differs/id-fraction/201-201-400
      go · seed 7 · 4,512 requests · 1,034 compared · 2.3 s · incomplete: cut-off
      replay any request: witness replay reports/x explore/differs/id-fraction/201-201-400

      stated   express – not probed · go – not probed
      found    express nothing · go nothing   3 differences between them
      report   reports/x/report.html
      report   reports/x/report.html"
    `);
  });

  test("in a run of suites, between what stands out and what is stated", () => {
    const suites = [{ name: "valid", about: "the stated request" }];
    const text = resultOf({ ...sampleFold, header: { ...exploreHeader, suites } });
    expect(text.indexOf("boundaries")).toBeGreaterThan(text.indexOf("suite  "));
    expect(text.indexOf("stated by")).toBeGreaterThan(text.indexOf("smallest examples"));
    expect(text).not.toMatch(/^explore/m);
    expect(text).toContain("4,513 requests");
  });

  test("is never wider than asked, whatever was sent", () => {
    for (const fold of [sampleFold, comparedFold])
      for (const line of renderExplore(viewOf(fold), plain, 100).split("\n"))
        if (!line.startsWith("!")) expect(Array.from(line).length, line).toBeLessThanOrEqual(100);
  });

  test.each([80, 100, 140])("reasons, families and responses are whole at %d columns", (width) => {
    const base = viewOf(comparedFold);
    const family =
      "no body + method DELETE + another target + a header content-type of another media type";
    const kinds = viewOf(sampleFold).examples.map((group) => ({
      ...group,
      entries: group.entries.map((entry) => ({ ...entry, family, note: family })),
    }));
    const wordy = {
      ...base,
      examples: kinds,
      divergences: base.divergences.map((each) => ({ ...each, family })),
    };
    const lines = renderExplore(wordy, plain, width).split("\n");
    expect(
      lines.filter((line) => Array.from(line).length > width && !line.startsWith("!")),
    ).toEqual([]);
    const text = lines.join(" ").replaceAll(/\s+/g, " ");
    const count = wordy.divergences.length;
    expect(count).toBeGreaterThan(0);
    expect(text.split(family).length - 1).toBeGreaterThanOrEqual(count);
    for (const { signatures } of wordy.divergences)
      for (const { signature } of signatures) expect(text).toContain(signature);
  });

  test("is not cut where the width is unlimited, as in redirected output", () => {
    const view = viewOf(sampleFold);
    const whole = view.examples
      .flatMap(({ entries }) => entries)
      .find(({ family }) => family === "as stated")?.text;
    expect(whole).toHaveLength(50);
    expect(renderExplore(view, plain, 100)).not.toContain(whole);
    expect(renderExplore(view, plain, Infinity)).toContain(whole);
  });
});

describe("colours", () => {
  const marked: Paint = (format, text) => `<${String(format)}>${text}</>`;

  test("go by status class, and are never red", () => {
    const text = renderExplore(viewOf(sampleFold), marked);
    expect(text).toMatch(/<magenta>500 *<\/>/);
    expect(text).not.toContain("<red>");
  });
});

test("no difference, and nothing at all", () => {
  const none = foldOf(
    exploreHeader,
    ...(comparedFold.exploration === undefined ? [] : [comparedFold.exploration]),
  );
  expect(renderExplore(viewOf(none), plain)).toBe("no difference in 1,034 requests compared\n");
  const runs = [none, none].map((fold) => ({ summary: summaryOf(fold), ...where }));
  expect(renderExplored(runs, new Screen(plain, 116))).toMatch(
    /^no difference in 1,034 requests compared\n\ngo · seed 7/,
  );
  const silent = foldOf(exploreHeader, {
    type: "footer",
    end: "not-answering",
    observations: 0,
    endedAt: "2026-11-20T16:22:05.123Z",
    durationMs: 1,
  });
  expect(resultOf(silent)).toMatch(/^nothing was explored: a valid request gets no response\n/);
});

test("what a terminal would obey is shown, not sent", () => {
  const hostile = "\u001b[31m\u202e\nx";
  const view = viewOf(sampleFold);
  const text = renderExplore(
    {
      ...view,
      axes: view.axes.map((axis) => ({ ...axis, title: hostile, sentence: hostile })),
      examples: view.examples.map((group) => ({
        ...group,
        title: hostile,
        entries: group.entries.map((each) => ({ ...each, text: hostile, signature: hostile })),
      })),
      unstable: view.unstable.map((each) => ({ ...each, where: hostile, text: hostile })),
      cutShort: [hostile],
    },
    plain,
  );
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text).toContain("\\u{1b}[31m\\u{202e} ⏎ x");
});

test("an axis with more boundaries than can be drawn is told of in words", () => {
  const stretches = Array.from({ length: 20 }, (_, n) => ({
    from: String(n),
    to: String(n),
    signature: n % 2 === 0 ? "201" : "400",
  }));
  const [axis] = sampleAxes;
  if (axis === undefined) throw new Error("there is one");
  const text = renderExplore(viewOf(foldOf(exploreHeader, { ...axis, stretches })), plain);
  expect(text).toContain("  id, upwards  201 up to 0, 400 at 1, 201 at 2");
  expect(text).not.toContain("├");
});
