import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { affordable, kindsOf, togetherBy, targetNames } from "./page-facts.ts";

import { axesOfFour } from "../../../../test/report/html/comparison/axes.ts";
import { renderToString } from "preact-render-to-string";
import { textWidth } from "../load/labels.ts";
import { AxisTicks, bandsOf } from "../axis-bands.tsx";
import { renderComparisonPage } from "./comparison-page.tsx";
import { hash as scriptHash, script } from "../scripts/comparison-page.ts?script";
import { boundaryWidth, fittingText } from "./boundaries.tsx";
import { depthsOf } from "../../../../test/report/html/comparison/depths.ts";
import { fourTargets } from "../../../../test/report/html/comparison/four-targets.ts";
import { hostileTargets } from "../../../../test/report/html/comparison/hostile-targets.ts";
import { manyTargets } from "../../../../test/report/html/comparison/many-targets.ts";
import { NARROWEST_AXIS, placed, ratioScale, spanOf, sharedScale } from "./axis-scales.tsx";
import { likenessTree } from "./agreement.tsx";

import { runPageHref } from "../../standings-section.ts";

const page = renderComparisonPage(fourTargets());
const hostile = renderComparisonPage(hostileTargets());

const bare = (html: string): string => html.replace(/(<(style|script)>)[\s\S]*?(<\/\2>)/g, "$1$3");
const openTags = (html: string): string[] =>
  [...bare(html).matchAll(/<[a-zA-Z](?:"[^"]*"|[^">])*>/g)].map(([tag]) => tag);
const plain = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
const values = (html: string, name: string): string[] =>
  openTags(html).flatMap((tag) => {
    const match = new RegExp(` ${name}="([^"]*)"`).exec(tag);
    return match?.[1] === undefined ? [] : [plain(match[1])];
  });
const textOf = (html: string): string =>
  plain(bare(html).replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");

describe("the document", () => {
  it("lets only its own script run, which the page carries once", () => {
    const hash = createHash("sha256").update(script).digest("base64");
    expect(scriptHash).toBe(`sha256-${hash}`);
    expect(page).toContain(`script-src 'sha256-${hash}';`);
    expect(page.split(script)).toHaveLength(2);
  });

  it.each([
    ["plain strings", page],
    ["hostile strings", hostile],
  ])("with %s has each id once, and no link without its place", (_, html) => {
    const ids = values(html, "id");
    expect(new Set(ids).size).toBe(ids.length);
    const places = new Set(ids.map((id) => `#${id}`));
    const links = values(html, "href").filter((href) => href.startsWith("#"));
    expect(links.length).toBeGreaterThan(20);
    for (const href of links) expect(places).toContain(decodeURIComponent(href));
    for (const id of values(html, "aria-labelledby")) expect(ids).toContain(id);
  });

  it("says what was held, the documented responses only where a document states them", () => {
    const words = "Every valid request gets a complete HTTP response";
    expect(textOf(page)).toContain(`${words}. Not held by express.`);
    const four = fourTargets();
    const [server] = four.comparison.ledger;
    if (server === undefined) throw new Error("no ledger");
    four.comparison.ledger.push({ ...server, id: "documented-status" });
    expect(textOf(renderComparisonPage(four))).toContain(
      `${words}, and responses are as documented.`,
    );
  });

  it("links to nothing but itself and the pages of its runs", () => {
    const others = values(page, "href").filter((href) => !href.startsWith("#"));
    expect(others).toEqual([
      "data:,",
      "runs/strict/report.html",
      "runs/lenient/report.html",
      "runs/express/report.html",
      "runs/fastify/report.html",
    ]);
    expect(page).not.toMatch(/url\(|@import/);
  });

  it("makes neither element nor attribute of a string from outside", () => {
    const names = new Set(openTags(hostile).map((tag) => /^<(\w+)/.exec(tag)?.[1]));
    for (const name of ["img", "iframe", "object", "base"]) expect(names).not.toContain(name);
    expect(hostile.match(/<script/g)).toHaveLength(1);
    expect(
      openTags(hostile)
        .join("")
        .replace(/"[^"]*"/g, ""),
    ).not.toMatch(/ on\w+=/);
    expect(values(hostile, "href").filter((href) => /^\w+:(?!,$)/.test(href))).toEqual([]);
    // An id has to be what it is for links to find it; nobody reads it.
    const read = hostile.replace(/ id="[^"]*"/g, "");
    for (const char of "\u202e\u200b\u0000") expect(read).not.toContain(char);
  });

  it("has its headings in order", () => {
    const levels = openTags(page)
      .flatMap((tag) => /^<h([1-6])/.exec(tag)?.[1] ?? [])
      .map(Number);
    for (const [index, level] of levels.slice(1).entries())
      expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1);
  });
});

describe("what it says", () => {
  const said = textOf(page);

  it("names who was compared, and what is held by whom", () => {
    expect(said).toContain("strict · lenient · express · fastify");
    expect(said).toContain("Held by 3 of 4");
    expect(said).toContain("219 of 221 valid requests got a complete HTTP response; 2 were reset");
  });

  it("ranks nobody, and calls no response right", () => {
    expect(said).not.toMatch(
      /\b(winner|wins|best|worst|majority|consensus|correct|wrong|failed|passed)\b/i,
    );
  });

  it("tells the groups, and one line for what all do alike", () => {
    expect(said).toContain("All 4 respond to 863 of 1,034 cases with the same class.");
    expect(said).toContain(
      "id left out fields 38 · malformed-json 23 61 cases strict 4xx lenient 2xx express 2xx fastify 4xx",
    );
    expect(said).toContain("60 other cases with these responses");
    expect(said).toContain("48 more");
  });

  it("says why two are not comparable, and what is only a bound", () => {
    expect(said).toContain("not comparable: lenient responded with 201 ×240,110, 503 ×12");
    expect(said).toMatch(/lenient \/ express ≥ 2.71 × \[2.58, –\]/);
    expect(said).toMatch(/strict \/ lenient ≤ 0.86 × \[–, 0.88\]/);
  });

  it("leaves out what there is none of", () => {
    const { comparison, evidence } = fourTargets();
    const { speed: _, ...rest } = comparison;
    const bare = { ...rest, axes: [], examples: [], divergences: [] };
    const html = renderComparisonPage({ comparison: bare, evidence });
    for (const id of ["speed", "boundaries", "divergences", "examples"])
      expect(values(html, "id")).not.toContain(id);
  });
});

describe("evidence", () => {
  it("is shown for as many groups as there is room for; the others say how to see theirs", () => {
    const view = manyTargets(12, 1500, 1);
    const html = renderComparisonPage(view);
    const without = html.match(/This page has no room for/g)?.length ?? 0;
    const shown = html.match(/class="evidence"/g)?.length ?? 0;
    const { groups } = view.comparison.behaviour.depths.exact;
    expect(shown + without).toBe(groups.flatMap(({ parts }) => parts).length);
    expect(shown).toBeGreaterThan(50);
    const room = affordable(view.comparison, [...view.evidence.values()]).size;
    expect(Math.abs(shown - room)).toBeLessThan(5);
  });

  it("stands once for targets whose responses differ only in the time", () => {
    const { comparison, evidence } = fourTargets();
    const [group] = comparison.behaviour.groups;
    const one = evidence.get(group?.case ?? "");
    if (group === undefined || one === undefined) throw new Error("the fixture has no group");
    const responseAt = (second: number) => {
      const date = `Fri, 20 Nov 2026 16:22:0${second} GMT`;
      return { text: `HTTP/1.1 400 Bad Request\nDate: ${date}\n\n`, bytes: 70, date };
    };
    const targets = [1, 2, 2, 3].map((second, nth) => ({
      signature: "400",
      response: responseAt(second),
      replay: `witness replay runs/${nth} a/b`,
    }));
    const html = renderComparisonPage({
      comparison: {
        ...comparison,
        behaviour: { ...comparison.behaviour, groups: [group], ...depthsOf([group], 100, 4) },
        divergences: [],
      },
      evidence: new Map([[group.case, { ...one, targets }]]),
    });
    expect(html.match(/HTTP\/1.1 400 Bad Request/g)).toHaveLength(1);
    expect(textOf(html)).toContain("strict, lenient, express, fastify 400");
    expect(textOf(html)).toContain("only the Date line differs");
  });
});

describe("an axis for all targets", () => {
  const [id, digits] = axesOfFour();

  it("reaches as far as the walk that went furthest, 400 digits away", () => {
    if (id === undefined) throw new Error("the fixture has no axis");
    const scale = sharedScale(id);
    expect(scale("0")).toBe(0);
    expect(scale(`1${"0".repeat(400)}`)).toBe(1);
    expect(scale("2147483647")).toBeGreaterThan(0.1);
    expect(scale("2147483647")).toBeLessThan(scale("9007199254740991"));
  });

  it("has bands that meet: of 40 digits, the first that is refused is 4", () => {
    const line = digits?.targets[0];
    if (digits === undefined || line === undefined) throw new Error("the fixture has no line");
    const [first, second] = bandsOf(line, sharedScale(digits));
    expect(first?.start).toBe(0);
    expect(first?.width).toBeCloseTo(0.1, 9);
    expect(second?.start).toBeCloseTo(0.1, 9);
    expect(second?.width).toBeCloseTo(0.9, 9);
  });
});

describe("the axis of ratios", () => {
  it("is logarithmic: 1/2 is as far from 1 as 2", () => {
    const { share, ticks } = ratioScale([
      { ratio: 2, low: 1.9, high: 2.1 },
      { ratio: 0.5, low: 1 / 2.1, high: 0.53 },
    ]);
    expect(share(1)).toBeCloseTo(0.5, 6);
    expect(share(2) - share(1)).toBeCloseTo(share(1) - share(0.5), 6);
    expect(ticks.map(({ label }) => label)).toContain("1 ×");
  });

  it("goes on where only a bound is known", () => {
    const scale = ratioScale([{ ratio: 2, low: 1.8 }]);
    expect(spanOf({ ratio: 2, low: 1.8 }, scale)).toMatchObject({
      openLeft: false,
      openRight: true,
      to: 1,
    });
    expect(spanOf({ ratio: 0.5, low: 0, high: 0.6 }, scale)).toMatchObject({
      openLeft: true,
      from: 0,
    });
    expect(spanOf({ ratio: 2, low: 1.8, high: 2.2, bound: "at-most" }, scale)).toMatchObject({
      openLeft: true,
      openRight: false,
    });
  });
});

it("prints a long curl line whole, in a fold", () => {
  const view = fourTargets();
  const line = `curl --data-binary '${"a".repeat(9000)}' http://127.0.0.1:3001/api/user`;
  for (const each of view.evidence.values()) each.curl = line;
  const text = textOf(renderComparisonPage(view));
  expect(text).toContain(`the whole command, 9,052 characters ${line}`);
});

it("targets of the same name are told apart, and long names are cut with their length", () => {
  const names = ["go", "go", "x".repeat(40)].map((name) => ({ name }));
  expect(targetNames(names)).toEqual(["go #1", "go #2", `${"x".repeat(32)}… (40 characters)`]);
});

it("equal texts are one kind", () => {
  expect(kindsOf(["400", "201", "400"])).toEqual([0, 1, 0]);
  expect(togetherBy(["400", "201", "400"])).toEqual([
    ["400", [0, 2]],
    ["201", [1]],
  ]);
});

it.each([
  ["runs/strict", "runs/strict/report.html"],
  ["../2026-11-20-go-1", "../2026-11-20-go-1/report.html"],
  ["javascript:alert(1)", undefined],
  ["//elsewhere/run", undefined],
  ["/etc", undefined],
  ["", undefined],
])("the run %s is linked to or not", (run, href) => expect(runPageHref(run)).toBe(href));

it.each([
  [0.2, 5],
  [0.01, 900],
  [0.9, 1.1],
  [1, 300],
])("labels of the ratios from %d to %d do not overlap on the narrowest axis", (low, high) => {
  const { ticks } = ratioScale([{ ratio: low, low, high }]);
  const edges = ticks.map(({ share, label }) => {
    const middle = placed(share, label);
    return [middle - textWidth(label) / 2, middle + textWidth(label) / 2] as const;
  });
  expect(ticks.map(({ label }) => label)).toContain("1 ×");
  for (const [at, [from]] of edges.slice(1).entries())
    expect(from).toBeGreaterThan(edges[at]?.[1] ?? 0);
  expect(Math.min(...edges.map(([from]) => from))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...edges.map(([, to]) => to))).toBeLessThanOrEqual(NARROWEST_AXIS);
});

it("every place of an axis has its label, in a second row if need be", () => {
  const places = ["0", "16,777,215", "16,777,216", "20,000,000"];
  const html = renderToString(
    AxisTicks({
      places: places.map((text) => ({ at: text.replaceAll(",", ""), text })),
      scale: (at) => Number(at) / 20_000_000,
    }),
  );
  for (const text of places) expect(html).toContain(`>${text}<`);
});

it("latency has a drawing for each target, so that no two look alike", () => {
  const html = renderComparisonPage(manyTargets(12, 40, 2));
  const titles = [...html.matchAll(/<figcaption>(server-\d+)<\/figcaption>/g)].map(
    ([, name]) => name,
  );
  expect(titles).toEqual(Array.from({ length: 12 }, (_, at) => `server-${at + 1}`));
  // All lines stand once, in grey; each drawing has one in colour.
  expect(html.match(/<g id="all-latencies">/g)).toHaveLength(1);
  expect(html.match(/<use class="others" href="#all-latencies">/g)).toHaveLength(12);
  expect(html.match(/<path class="line" d="M/g)).toHaveLength(12);
});

it("the tree of likeness has a leaf for each row: targets that never differ are one", () => {
  const tree = likenessTree(
    {
      order: [0, 2, 1],
      merges: [
        { left: 0, right: 2, distance: 0 },
        { left: 3, right: 1, distance: 0.4 },
      ],
      clusters: [[0, 2], [1]],
    },
    [[0, 2], [1]],
  );
  expect(tree).toEqual({ distance: 0.4, children: [{ distance: 0 }, { distance: 0 }] });
});

it("writes an id that is too long for its cell as the power of two next to it", () => {
  const texts = [
    "2147483647 → 422",
    "-2147483648 → 422",
    "-9007199254740991 → 422",
    "-4294967297 → 422",
    "1234567890 → 400",
    "10^400 → 400",
    "102,400 → 413",
  ];
  expect(texts.map((text) => fittingText(text, 10))).toEqual([
    "2^31−1 → 422",
    "−2^31 → 422",
    "1−2^53 → 422",
    "−2^32−1 → 422",
    "1234567890 → 400",
    "10^400 → 400",
    "102,400 → 413",
  ]);
  expect(fittingText("9007199254740991 → 422", 4)).toBe("9007199254740991 → 422");
  // Five targets leave no room for 16 digits on paper.
  expect(fittingText("9007199254740991 → 422", 5)).toBe("2^53−1 → 422");
});

it("a negative id of 16 digits with its response fits into a line of a cell of two targets", () => {
  const digitRem = 0.47;
  const columns = "-9007199254740991 → 422".length;
  expect(Number.parseFloat(boundaryWidth(2))).toBeGreaterThan(columns * digitRem);
});
