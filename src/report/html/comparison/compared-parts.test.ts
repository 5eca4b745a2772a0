import { describe, expect, it, test } from "vitest";
import { axisCells } from "../../../analyse/comparison/join-findings.ts";
import type { Comparison } from "../../../model/index.ts";
import { renderComparisonPage } from "./comparison-page.tsx";
import { fourTargets } from "../../../../test/report/html/comparison/four-targets.ts";
import { manyTargets } from "../../../../test/report/html/comparison/many-targets.ts";
import { rateScale } from "./axis-scales.tsx";

const NAMES = ["strict", "lenient", "express", "fastify"];
const view = fourTargets();
const { comparison } = view;
const page = renderComparisonPage(view);

/** The section of the heading with this id. */
const sectionOf = (html: string, id: string): string =>
  new RegExp(`<section[^>]* aria-labelledby="${id}">[\\s\\S]*?</section>`).exec(html)?.[0] ?? "";

/** What a section shows where equal means the same class. */
const byClass = (section: string): string =>
  section.split('class="by-depth"').find((part) => part.startsWith(' data-depth="class"')) ?? "";

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const pageWith = (change: Partial<Comparison>): string =>
  renderComparisonPage({ ...view, comparison: { ...comparison, ...change } });

describe("the heat map", () => {
  const table = byClass(sectionOf(page, "suites"));
  const { order } = comparison.behaviour.depths.class.likeness;
  const rowOf = (suite: string): string =>
    [...table.matchAll(/<tr>[\s\S]*?<\/tr>/g)]
      .map(([row]) => row)
      .find((row) => row.includes(`>${suite}<`)) ?? "";

  it("has targets in the order of likeness, and the share of 2xx in each cell", () => {
    expect(order).toEqual([0, 3, 1, 2]);
    const head = [...table.matchAll(/<th scope="col" data-t="\d"><span>(\w+)<\/span>/g)];
    expect(head.map(([, name]) => name)).toEqual(order.map((at) => NAMES[at]));
    const cells = [...rowOf("fields").matchAll(/style="--s:([\d.]+)"[^>]*>([^<]*)</g)];
    expect(cells.map(([, shade, text]) => [shade, text])).toEqual([
      ["0", "0%"],
      ["0", "0%"],
      ["1", "100%"],
      ["1", "100%"],
    ]);
  });

  it("has the other classes on hover, and in the table beneath", () => {
    const express = "4xx 31 · 2xx 23 · 5xx 2";
    expect(rowOf("malformed-json")).toContain(`title="express: ${express}"`);
    expect(table).toMatch(new RegExp(`<td[^>]*>${express}</td>`));
  });
});

describe("agreement", () => {
  const table = byClass(sectionOf(page, "agreement"));

  it("is in percent, ordered by likeness, with the tree beside it", () => {
    const rows = [...table.matchAll(/<th scope="row">(\w+)<\/th>/g)].map(([, name]) => name);
    expect(rows).toEqual(["strict", "fastify", "lenient", "express"]);
    expect(textOf(table)).toContain("strict · 95% 84% 90%");
    expect(table).toMatch(/<td class="tree[^>]*><svg[^>]*><path d="M/);
  });

  it("uses the whole ramp: the least likely pair is the lightest, the likest the darkest", () => {
    const shades = [...table.matchAll(/--s:([\d.]+)/g)].map(([, shade]) => Number(shade));
    expect([Math.min(...shades), Math.max(...shades)]).toEqual([0, 1]);
  });

  it("of more than 15 targets begins with clusters of those that never differ", () => {
    const many = byClass(sectionOf(renderComparisonPage(manyTargets(20, 30, 3)), "agreement"));
    expect(textOf(many)).toMatch(/^.*\d clusters? of targets with the same class in every case: /);
    expect(many.indexOf('class="clusters"')).toBeLessThan(many.indexOf("<table"));
    expect(many).toMatch(/<summary>server-\d+ \+\d+<\/summary>/);
  });
});

describe("speed", () => {
  it("is on a logarithmic axis", () => {
    const { share } = rateScale([{ perSecond: 100 }, { perSecond: 10_000 }]);
    expect(share(1000) - share(100)).toBeCloseTo(share(10_000) - share(1000), 6);
  });

  it("has a dot for each target; a lower bound has an arrow and no interval", () => {
    const rows = sectionOf(page, "speed")
      .split(/<li data-t="\d"><b><span class="rank/)
      .slice(1, 5)
      .map((row) => row.slice(0, row.indexOf("compare with")));
    expect(rows.map((row) => /> (\w+)<\/b>/.exec(row)?.[1])).toEqual([
      "lenient",
      "strict",
      "fastify",
      "express",
    ]);
    expect(rows.every((row) => row.includes('class="point"'))).toBe(true);
    expect(rows.map((row) => row.includes('class="arrow"'))).toEqual([true, false, false, false]);
    expect(textOf(rows[0] ?? "")).toContain("≥ 28,410/s strict is slower");
    expect(textOf(rows[1] ?? "")).toMatch(/24,310\/s \[[\d,]+, [\d,]+\]/);
  });

  it("has pairs behind a fold, and targets that are not comparable apart, with the reason", () => {
    const { speed } = comparison;
    if (speed === undefined) throw new Error("the fixture has no speed");
    const ranking = speed.ranking.filter(({ target }) => target !== 3);
    const apart = [{ target: 3, reasons: ["responded with other statuses"] }];
    const section = sectionOf(pageWith({ speed: { ...speed, ranking, apart } }), "speed");
    expect(section.match(/<summary>compare with …<\/summary>/g)).toHaveLength(3);
    expect(textOf(section)).toContain("Not comparable fastify : responded with other statuses");
  });
});

describe("boundaries", () => {
  it("leave no target out: one that did not walk an axis has a cell with the reason", () => {
    const [axis] = comparison.axes;
    if (axis === undefined) throw new Error("the fixture has no axis");
    const targets = axis.targets.filter(({ target }) => target !== 2);
    const cells = axisCells({ targets }, ["", "", "time", ""]);
    const section = sectionOf(pageWith({ axes: [{ ...axis, targets, cells }] }), "boundaries");
    const shown = [...section.matchAll(/<b class="(\w+)"><i>(\w+) <\/i>(.*?)<\/b>/g)];
    expect(shown.map(([, mark, name, text = ""]) => [mark, name, textOf(text).trim()])).toEqual([
      ["k4", "strict", "2147483647 → 400"],
      ["k4", "lenient", "9007199254740991 → 400"],
      ["none", "express", "not walked (time)"],
      ["k2", "fastify", "none: 201"],
    ]);
  });

  it("keep each boundary together, and the name of its response: breaks come between boundaries", () => {
    const [axis] = comparison.axes;
    if (axis === undefined) throw new Error("the fixture has no axis");
    const text = "1,048,416 → too-large, 1,048,576 → 413, closed";
    const cells = axis.cells.map((cell) => ({ ...cell, text }));
    const section = sectionOf(pageWith({ axes: [{ ...axis, cells }] }), "boundaries");
    expect(section).toContain(
      '<span class="whole">1,048,416 → <span class="whole">too-large,</span></span> <span class="whole">1,048,576 → <span class="whole">413, closed</span></span>',
    );
  });

  it("name logarithmic axes, and have the bars behind each row", () => {
    const section = sectionOf(page, "boundaries");
    const rows = section.split('<details class="row walked"').slice(1);
    expect(rows).toHaveLength(comparison.axes.length);
    for (const row of rows) expect(row).toMatch(/<svg class="along"[^>]*>.*<rect /s);
    const named = rows.map((row) => textOf(row).includes("logarithmic axis"));
    const title = rows.map((row) => /class="what">([^<]*)</.exec(row)?.[1]);
    const isLog = title.map(
      (text) => comparison.axes.find((axis) => axis.title === text)?.scale === "log",
    );
    expect(named).toEqual(isLog);
    expect(new Set(isLog)).toEqual(new Set([true, false]));
  });
});

it("has one line for each target of which something was not compared", () => {
  const section = sectionOf(renderComparisonPage(manyTargets(15, 30, 3)), "not-compared");
  const lines = [...section.matchAll(/<li[^>]*>[\s\S]*?<\/li>/g)].map(([line]) => textOf(line));
  expect(lines).toEqual([
    "server-4: 2 axes not walked (time)",
    "server-11: 2 axes not walked (time)",
    "13 targets: nothing left out",
  ]);
});

it("of more than 15 targets, what was not compared is said once where it is true of several or of all", () => {
  const many = manyTargets(20, 30, 3);
  const { behaviour } = many.comparison;
  const notCompared = behaviour.notCompared.map((_, at) =>
    at % 2 === 0 ? "its run is incomplete; 1 unstable case" : "its run is incomplete",
  );
  const unstable = [
    { ...comparison.behaviour.unstable[0]!, signatures: notCompared.map(() => ["201", "400"]) },
  ];
  const section = sectionOf(
    renderComparisonPage({
      ...many,
      comparison: { ...many.comparison, behaviour: { ...behaviour, notCompared, unstable } },
    }),
    "not-compared",
  );
  const text = textOf(section);
  expect(text).toContain("all 20: its run is incomplete server-1, server-3, server-5,");
  expect(text.split("its run is incomplete")).toHaveLength(2);
  expect(text.split("1 unstable case")).toHaveLength(2);
  expect(text).toContain("all 20: 201 or 400");
});

it("names of suites below a group stay with their number, and no line break cuts them", () => {
  const rows = sectionOf(page, "behaviour").split('<details class="row"').slice(1);
  const below = rows.map((row) => /<small>(.*?)<\/small>/s.exec(row)?.[1] ?? "");
  const whole = below.map((each) => each.replaceAll(/<span class="whole">[^<]*<\/span>/g, ""));
  expect(
    below.some((each) => /<span class="whole">malformed-json \d+(?: ·)?<\/span>/.test(each)),
  ).toBe(true);
  for (const rest of whole) expect(rest.trim()).toBe("");
});

describe("the specification clause by clause", () => {
  const rowOf = (id: string): string =>
    [...sectionOf(page, "left-out").matchAll(/<tr[\s\S]*?<\/tr>/g)]
      .map(([row]) => textOf(row))
      .find((row) => row.includes(` ${id} `)) ?? "";

  it("names the axes of a clause once, whose boundaries are in their own section", () => {
    expect(rowOf("id-values")).toMatch(/Boundaries: id, upwards$/);
    expect(rowOf("date-values")).not.toContain("Boundaries");
  });

  it("shows a clause that only axes probed", () => {
    const [first, ...others] = comparison.ledger;
    if (first === undefined) throw new Error("no ledger");
    const none = comparison.targets.map(() => []);
    const alone = { ...first, observed: none, parts: none, axes: ["digits of id"] };
    const section = sectionOf(pageWith({ ledger: [alone, ...others] }), "left-out");
    expect(textOf(section)).toContain(`${first.text} ${first.id} Boundaries: digits of id`);
    expect(textOf(section)).not.toContain("not probed");
  });
});

describe("what is common to all targets is said once", () => {
  const speed = comparison.speed;
  if (speed === undefined) throw new Error("the fixture has no speed");
  const shared = "the target is on this machine: it shares 2 cores with the generator";
  const own = "the rounds disagree: rounds from 1,000/s to 2,000/s";
  const targets = speed.targets.map((each, at) => ({
    ...each,
    doubts: at === 0 ? [own, shared] : [shared],
  }));

  it("a doubt about the figures of every target is above their table", () => {
    const section = sectionOf(pageWith({ speed: { ...speed, targets } }), "speed");
    const text = textOf(section.slice(section.indexOf("Figures of each target")));
    expect(text.split(shared)).toHaveLength(2);
    expect(text.indexOf(`all 4: ${shared}`)).toBeLessThan(text.indexOf("responses/s"));
    expect(text.indexOf(own)).toBeGreaterThan(text.indexOf("responses/s"));
  });

  it("counts the targets that have figures", () => {
    const two = { ...speed, targets: targets.slice(0, 2), pairs: [], ranking: [] };
    const section = textOf(sectionOf(pageWith({ speed: two }), "speed"));
    expect(section).toContain(`both: ${shared}`);
  });

  it("a doubt about the figures of some stays with each of them", () => {
    const some = targets.map((each, at) => ({ ...each, doubts: at === 3 ? [] : each.doubts }));
    const section = sectionOf(pageWith({ speed: { ...speed, targets: some } }), "speed");
    expect(textOf(section).split(shared)).toHaveLength(4);
  });
});

describe("names above the columns of likeness", () => {
  it.each([
    [6, false],
    [7, true],
  ])("of %i targets: upright %s", (count, upright) => {
    const html = renderComparisonPage(manyTargets(count, 30, 3));
    for (const id of ["agreement", "suites"])
      expect(sectionOf(html, id).includes("upright-heads")).toBe(upright);
  });
});

test("every table with upright names is narrow on paper, also the ones without a head", () => {
  const classes = (count: number): string[] =>
    [
      ...renderComparisonPage(manyTargets(count, 30, 3)).matchAll(
        /class="(?:apart )?(matrix[^"]*)"/g,
      ),
    ]
      .map(([, found = ""]) => found)
      .filter((each, at, all) => all.indexOf(each) === at);
  expect([classes(5), classes(10), classes(20)]).toEqual([
    ["matrix"],
    ["matrix narrow"],
    ["matrix"],
  ]);
});

describe("the table of targets", () => {
  it("does not count unstable cases, which are not compared", () =>
    expect(textOf(sectionOf(page, "targets"))).not.toContain("unstable"));

  it("folds the reasons of more than 15 targets", () => {
    const reasons = (count: number) => {
      const many = manyTargets(count, 30, 3);
      const targets = many.comparison.targets.map((target) => ({
        ...target,
        accepts: "not-held" as const,
        stated: "2 of 80 valid requests got no complete HTTP response",
      }));
      const html = renderComparisonPage({ ...many, comparison: { ...many.comparison, targets } });
      return sectionOf(html, "targets").includes("1 more sentence");
    };
    expect([reasons(15), reasons(16)]).toEqual([false, true]);
  });
});

it("has a finding as the title of each group, and what it is about", () => {
  const text = textOf(sectionOf(page, "behaviour"));
  expect(text).toContain("strict, fastify refuse what the others accept: id left out");
  expect(text).toContain(
    "lenient accepts what the others refuse: for example the document is followed by other bytes",
  );
});

it("draws no tree of two targets, and says nothing of one", () => {
  const agreementOf = (count: number) =>
    sectionOf(renderComparisonPage(manyTargets(count, 30, 3)), "agreement");
  expect(agreementOf(2)).not.toMatch(/class="tree|the tree joins/);
  for (const words of ['class="tree', "the tree joins"]) expect(agreementOf(3)).toContain(words);
});

it("no line break parts a count of many targets from its response", () => {
  const section = sectionOf(renderComparisonPage(manyTargets(20, 30, 3)), "behaviour");
  const counts = [...section.matchAll(/<span class="counts">(.*?<\/span> ?)<\/span><\/span>/gs)];
  expect(counts.length).toBeGreaterThan(5);
  for (const [, inside = ""] of counts)
    expect(inside.replaceAll(/<span class="whole">[^<]* ×\d+(?: ·)?<\/span>/g, "").trim()).toBe("");
});
