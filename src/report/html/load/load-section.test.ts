import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { RunView } from "../../../analyse/index.ts";
import type {
  LoadCheck,
  LoadFigures,
  LoadSummary,
  LoadView,
  Summary,
} from "../../../model/index.ts";
import { renderRunPage } from "../run-page.tsx";
import { script } from "../scripts/run-page.ts?script";
import { requestCounts } from "../../../stats/index.ts";
import { emptySummary } from "../../../../test/report/empty-summary.ts";

const HOSTILE = `<img src=x onerror=alert(1)>"'&\u202e`;

const check = (name: LoadCheck["name"], held: boolean, text: string): LoadCheck => ({
  name,
  held,
  text,
});
const SPREAD = check("spread", true, "rounds from 27,900/s to 28,920/s (±2.1%)");
const CHECKS = [
  check("conservation", true, "510 sent = 500 with a response + 10 in flight at the end"),
  check("stationary", true, "second half +1.0% against the first"),
];
const latencyUs = {
  min: 900,
  p50: 1500,
  p90: 2500,
  p95: 3500,
  p99: 4500,
  p999: 8500,
  max: 9500,
  mean: 1700,
};

const figures = (change: Partial<LoadFigures> = {}): LoadFigures => ({
  offered: { model: "closed", connections: 10, pipelining: 1 },
  seconds: 1,
  sent: 510,
  answered: 500,
  unanswered: {},
  withdrawn: 0,
  inFlight: 10,
  hung: 0,
  unasked: 0,
  dropped: 0,
  perSecond: 28_410.4,
  goodput: 28_410.4,
  latencyUs,
  statuses: { "201": { count: 500, perSecond: 28_410.4, p50Us: 1500, p99Us: 4500 } },
  receivedBytes: 1000,
  connections: { opened: 10, failed: {} },
  trend: 0.01,
  ceiling: { perSecond: 56_820.8, reached: 0.5 },
  generatorUtilisation: 0.4,
  checks: CHECKS,
  ...change,
});

const load = (change: Partial<LoadSummary> = {}): LoadSummary => ({
  options: {
    offered: { model: "closed", connections: 10, pipelining: 1 },
    processes: 1,
    warmupMs: 500,
    durationMs: 1000,
    rounds: 2,
    timeoutMs: 1000,
    sweep: false,
  },
  site: { cores: 2, local: false },
  ceilings: [],
  statusesBefore: { "201": 7 },
  expectedStatuses: ["201"],
  rounds: [1, 2].map((nth) => ({ nth, ...figures() })),
  pooled: figures({ checks: [...CHECKS, SPREAD] }),
  spread: 0.021,
  warnings: [],
  ...change,
});

const points = [
  { percentile: 0, us: 900 },
  { percentile: 0.5, us: 1500 },
  { percentile: 0.9, us: 2500 },
  { percentile: 0.99, us: 4500 },
];
const drawn = (change: Partial<LoadView> = {}): LoadView => ({
  curves: [{ label: "latency", points }],
  overTime: [1, 2].map((nth) => ({
    nth,
    everyMs: 500,
    perSecond: [400, 600],
    meanUs: [1000, 0],
  })),
  histogram: [],
  ...change,
});

const summary = (change: Partial<Summary> = {}): Summary => ({
  ...emptySummary,
  stated: { clauses: [], valid: 7, answered: 7, text: "all 7 valid requests got one" },
  requests: requestCounts({ suites: [], load: change.load ?? load() }, {}),
  load: load(),
  ...change,
});

const pageOf = (change: Partial<Summary> = {}, more: Partial<RunView> = {}): string =>
  renderRunPage({
    summary: summary(change),
    cases: [],
    shell: { run: "run", curl: { before: "", after: "" } },
    loadAlone: true,
    load: drawn(),
    ...more,
  });

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** What a reader reads in the part of a page between two marks. */
function wordsOf(html: string, from = "<body>", to = "<script>"): string {
  const start = html.indexOf(from);
  expect(start).toBeGreaterThan(0);
  return textOf(html.slice(html.lastIndexOf("<", start), html.indexOf(to, start)));
}

describe("the page of a load alone", () => {
  const page = pageOf();

  it("has the verdict and the load, and nothing empty of suites", () => {
    const words = wordsOf(page);
    expect(words).toContain("Stated by the specification");
    expect(words).toContain("28,410");
    for (const absent of ["Behaviour by suite", "Every case", "0 cases", "Worth a look", "Filter"])
      expect(words).not.toContain(absent);
    for (const id of ["behaviour", "left-out", "cases", "worth-a-look"])
      expect(page).not.toMatch(new RegExp(`(id="|href="#)${id}"`));
  });

  it("counts what was sent as load, and beside it the warm-up where that is known", () => {
    expect(wordsOf(page)).toMatch(/1,020 requests(?! load)/);
    const warm = pageOf({ load: load({ warmup: { sent: 18_243, answered: 18_240 } }) });
    expect(wordsOf(warm)).toContain("19,263 requests (load 1,020, warm-up 18,243)");
  });

  it("has the load first, the verdict after it", () => {
    const ids = ["load", "load-rounds", "load-checks", "verdict", "how-to-read"];
    for (const mark of ["id", "href"]) {
      const places = ids.map((id) => page.indexOf(`${mark}="${mark === "id" ? "" : "#"}${id}"`));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
    }
  });

  it("keeps to its own ids, and links to nothing that is not there", () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(id);
    for (const [, id] of page.matchAll(/ aria-(?:labelledby|describedby)="([^"]*)"/g))
      expect(ids).toContain(id);
  });

  it("has a script that does without the filter", () => {
    const nothing = {
      documentElement: { classList: { add: () => {} } },
      getElementById: () => null,
      querySelectorAll: () => [],
    };
    const context = { document: nothing, addEventListener: () => {}, location: { hash: "" } };
    expect(() => runInNewContext(script, context)).not.toThrow();
  });

  it("says why there is no load, where there is none", () => {
    const none = load({ rounds: [] });
    delete none.pooled;
    const html = renderRunPage({
      summary: summary({ load: none, complete: false, end: "interrupted" }),
      cases: [],
      shell: { run: "run", curl: { before: "", after: "" } },
      loadAlone: true,
    });
    expect(wordsOf(html)).toContain("Interrupted before a round was completed.");
    expect(wordsOf(html)).not.toMatch(/\b0 (rounds|cases)/);
    expect(html).not.toContain("<figure");
  });

  it("keeps the load in its place on a page with suites", () => {
    const html = pageOf({}, { loadAlone: false });
    const places = ["verdict", "load", "how-to-read"].map((id) => html.indexOf(`id="${id}"`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});

describe("figures that fail a check", () => {
  const limit = "limited by the generator (82% of this machine's ceiling): a lower bound";
  const late = "the generator's event loop was late by 7.3 ms (p99)";
  const uneven = "not stationary: responses per second, second half +21% against the first";
  const failing = [check("generator", false, limit), check("loop-delay", false, late)];
  const page = pageOf({
    load: load({
      pooled: figures({ checks: [...CHECKS, SPREAD, ...failing] }),
      rounds: [
        { nth: 1, ...figures({ checks: [check("stationary", false, uneven)] }) },
        { nth: 2, ...figures({ checks: [...CHECKS, ...failing] }) },
      ],
      warnings: [limit, late, `round 1: ${uneven}`],
    }),
  });

  it("have the reasons before them, in the same card", () => {
    const card = wordsOf(page, `class="card headline"`, `class="charts"`);
    const figure = card.indexOf("≥ 28,410");
    for (const reason of [limit, late, uneven]) {
      expect(card.indexOf(reason)).toBeGreaterThan(0);
      expect(card.indexOf(reason)).toBeLessThan(figure);
    }
    expect(card).toMatch(/≥ 28,410 rounds from 27,900\/s to 28,920\/s \(±2\.1%\) ! generator/);
    expect(card).toMatch(/mean 1\.7 ms ! generator, loop-delay/);
  });

  it("have them under the row of their round", () => {
    const table = page.slice(page.indexOf(`id="load-rounds"`), page.indexOf(`id="load-checks"`));
    const rows = table
      .split("<tr")
      .slice(2)
      .map((row) => textOf(`<tr${row}`));
    expect(rows.map((row) => row.split(" ")[0])).toEqual(["1", "!", "2", "!", "all", "!"]);
    expect(rows[5]).toContain(`generator ${limit}`);
    expect(rows[5]).toContain(`loop-delay ${late}`);
    expect(rows[0]).not.toContain("≥");
    expect(rows[1]).toContain(uneven);
    expect(rows[2]).toContain("≥ 28,410");
    expect(rows[3]).toContain(limit);
  });

  it("are named at the charts", () => {
    expect(wordsOf(page, `id="load-latency"`, "<svg")).toContain("! generator, loop-delay");
    const overTime = wordsOf(page, `id="load-over-time"`, "<svg");
    expect(overTime).toContain("! generator, not stationary");
    expect(overTime).not.toContain("loop-delay");
  });

  it("have what held beside it, folded", () => {
    const folds = wordsOf(page, `id="load-checks"`, `id="how-to-read"`);
    expect(folds).toContain("3 of 5 checks held");
    expect(folds).toContain("✓ passed conservation 510 sent = 500 with a response");
  });

  it("are told from those that hold every check", () => {
    const words = wordsOf(pageOf());
    expect(words).toContain("No doubts about these figures");
    expect(words).not.toMatch(/Before you quote|≥ \d/);
  });
});

it("no response is no figure of zero, and says what there was instead", () => {
  const none = load({ rounds: [], warnings: ["round 1 got no response at all: reset ×510"] });
  delete none.pooled;
  const words = wordsOf(pageOf({ end: "no-samples", load: none }));
  expect(words).toContain("No response came back under load: there is nothing to measure.");
  expect(words).toContain("round 1 got no response at all: reset ×510");
  expect(words).not.toMatch(/0\.00 ms|0\/s/);
});

describe("the open model", () => {
  const offered = {
    model: "open" as const,
    ratePerSecond: 300,
    arrivals: "even" as const,
    connections: 600,
  };
  const { options } = load();
  const figure = figures({ offered, serviceUs: { ...latencyUs, p50: 700 }, dropped: 3 });
  const page = pageOf(
    {
      load: load({
        options: { ...options, offered },
        rounds: [{ nth: 1, ...figure }],
        pooled: figure,
      }),
    },
    {
      load: drawn({
        curves: [
          { label: "from when due", points },
          { label: "from sending", points },
        ],
      }),
    },
  );

  it("counts from when due, has the service time beside it, and says who sent", () => {
    const words = wordsOf(page);
    expect(words).toContain("from when the request was due p50 1.5 ms");
    expect(words).toContain("Service time, from sending p50 0.70 ms");
    expect(words).toContain("undici");
    expect(words).toContain("Dropped 3, due but not sent");
  });

  it("tells its two lines apart by dash and by name", () => {
    const chart = page.slice(
      page.indexOf(`id="load-latency"`),
      page.indexOf(`id="load-over-time"`),
    );
    expect(chart.match(/class="line second"/g)).toHaveLength(3);
    const names = wordsOf(page, `<ul class="key">`, `<svg class="plot`);
    expect(names).toBe("from when due from sending");
    expect(page).toMatch(/\.line\.second \{[^}]*stroke-dasharray/);
  });
});

describe("a sweep", () => {
  const step = (nth: number, connections: number, perSecond: number, p99: number) => ({
    nth,
    ...figures({
      offered: { model: "closed", connections, pipelining: 1 },
      perSecond,
      goodput: perSecond,
      latencyUs: { ...latencyUs, p99 },
    }),
  });
  const swept = load({
    options: { ...load().options, sweep: true },
    rounds: [step(1, 1, 500, 2000), step(2, 2, 900, 3000), step(3, 4, 910, 9000)],
    sweep: { knee: 2, ended: "goodput", text: "2 connections: 900/s, p99 3.0 ms; why" },
  });
  delete swept.pooled;
  const page = pageOf(
    { load: swept },
    {
      load: drawn({
        overTime: [1, 2, 3].map((nth) => ({ nth, everyMs: 500, perSecond: [1], meanUs: [1] })),
      }),
    },
  );

  it("marks the knee in the picture, once at each size", () => {
    const [chart = ""] = page.slice(page.indexOf(`id="load-saturation"`)).split("</figure>");
    expect(chart.match(/<g class="knee">/g)).toHaveLength(3);
    expect(chart.match(/knee: 2 → 900\/s/g)).toHaveLength(3);
    expect(chart).toContain("<desc");
    expect(chart).toContain(">2 (knee)</th>");
  });

  it("draws throughput against connections, with the ceiling and the knee", () => {
    const near = swept.rounds.map((round) => ({
      ...round,
      ceiling: { perSecond: 1200, reached: round.perSecond / 1200 },
    }));
    const [chart = ""] = pageOf({ load: { ...swept, rounds: near } }, { load: drawn({}) })
      .split(`id="load-throughput"`)
      .slice(1);
    const [figure = ""] = chart.split("</figure>");
    expect(figure.match(/<g class="knee">/g)).toHaveLength(3);
    expect(figure.match(/knee: 900\/s/g)).toHaveLength(3);
    expect(figure).toContain("this machine's ceiling");
    expect(figure.match(/class="line second" d="M[^"]+L/g)).toHaveLength(3);
    expect(textOf(figure)).toContain("2 (knee) 2 900 1,200");
    const [far = ""] = page.split(`id="load-throughput"`).slice(1);
    expect(far).toContain("This machine's ceiling of 56,821/s is far above.");
  });

  it("marks it in the table of steps, and gives its figures", () => {
    expect(page).toMatch(/<th role="rowheader" scope="row">2, knee</);
    const card = wordsOf(page, `class="card headline"`, `class="charts"`);
    expect(card).toContain("Knee at 2 connections 2 connections: 900/s, p99 3.0 ms; why");
    expect(card).toContain("Responses per second 900");
  });

  it("says in the headline that the knee may lie higher", () => {
    const open = { ...swept.sweep!, ended: "rounds" as const };
    expect(wordsOf(pageOf({ load: { ...swept, sweep: open } }))).toContain(
      "Knee at 2 connections or more 2 connections:",
    );
  });

  it("says what did not hold at its head and beside its step, and marks the pictures once", () => {
    const why = "not stationary: responses per second, second half +21% against the first";
    const [first, second, third] = swept.rounds;
    const failing = { ...second!, checks: [check("stationary", false, why)] };
    const html = pageOf(
      {
        load: { ...swept, rounds: [first!, failing, third!], warnings: [`step 2: ${why}`] },
      },
      {
        load: drawn({ overTime: [{ nth: 1, everyMs: 500, perSecond: [1], meanUs: [1] }] }),
      },
    );
    const seen = html.slice(0, html.indexOf(`id="load-checks"`));
    expect(seen.split(why)).toHaveLength(3);
    expect(seen.match(/some steps are doubtful/g)).toHaveLength(1);
    expect(seen.match(/class="doubts"/g)).toHaveLength(1);
  });
});

describe("charts", () => {
  const figuresOf = pageOf().split("<figure").slice(1);

  it("have a title, a description and a table beneath", () => {
    expect(figuresOf).toHaveLength(2);
    for (const figure of figuresOf) {
      const [chart = ""] = figure.split("</figure>");
      const pictures = chart.match(/<svg[^>]*role="img"/g) ?? [];
      expect(pictures).toHaveLength(2);
      expect(chart.match(/<title id="[^"]+">[^<]+<\/title>/g)).toHaveLength(2);
      expect(chart.match(/<desc id="[^"]+">[^<]+<\/desc>/g)).toHaveLength(2);
      expect(chart.indexOf("<table")).toBeGreaterThan(chart.lastIndexOf("</svg>"));
      expect(chart).toMatch(/<details[^>]*><summary>The figures of this chart/);
    }
  });

  it("name units, and have no colour of their own", () => {
    const [latency = "", overTime = ""] = figuresOf;
    expect(latency).toContain("latency, ms</text>");
    expect(latency).toContain("percentile of the responses</text>");
    expect(overTime).toContain("responses per second</text>");
    expect(figuresOf.join("")).not.toMatch(/style=|fill="|stroke="|NaN|undefined|Infinity/);
  });

  it("have every figure that is drawn in their tables", () => {
    expect(textOf(figuresOf[0]!)).toContain("90% 2.5 ms 99% 4.5 ms 100% (slowest) 4.5 ms");
    expect(textOf(figuresOf[1]!)).toContain("1 0–0.5 s 400 1.0 ms 1 0.5–1 s 600");
  });
});

it("strings from outside make no element", () => {
  const target = {
    processes: 1,
    name: HOSTILE,
    cpuUs: 1,
    peakRssBytes: 1,
    cpuUsPerRequest: 41,
    cpuShare: 0.5,
  };
  const hostile = figures({
    target,
    statuses: { [HOSTILE]: { count: 1, perSecond: 1, p50Us: 1, p99Us: 1 } },
    checks: [check("status-mix", false, HOSTILE)],
  });
  const { target: _, ...unwatched } = hostile;
  const html = pageOf({
    load: load({
      site: { cores: 2, local: true, unwatched: HOSTILE },
      expectedStatuses: [HOSTILE],
      rounds: [{ nth: 1, ...unwatched }],
      pooled: hostile,
      warnings: [HOSTILE],
    }),
  });
  expect(html).not.toContain("<img");
  expect(html).not.toContain("\u202e");
  expect(html).toContain("41 µs of CPU per request");
  expect(html).toContain(`(&lt;img src=x onerror=alert(1)>"'&amp;<i class="u">\\u{202e}</i>)`);
});
