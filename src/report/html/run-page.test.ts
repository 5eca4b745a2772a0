import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type KeptBytes, Remark, type RequestResult, type Summary } from "../../model/index.ts";
import type { CaseView, Evidence, RunView } from "../../analyse/index.ts";
import { renderRunPage } from "./run-page.tsx";
import { hash as scriptHash, script } from "./scripts/run-page.ts?script";
import { escapeUnseen } from "../../text/index.ts";
import { emptySummary } from "../../../test/report/empty-summary.ts";

const HOSTILE = `</script></pre></style><img src=x onerror=alert(1)>"'&\u202e\u200b\u0000\ud800`;
const HOSTILE_ID = `evil/"><img/src=x/onerror=alert(1)>#1%41`;
const UNSEEN_ID =
  "evil/\u202ea\u2066\u200f\u061cb\u0000\u001b[2Jc\u007f\u009bd\u200b\u{e0041}\ud800";

const kept = (text: string, bytes = new TextEncoder().encode(text).length): KeptBytes => ({
  bytes,
  sha256: "0".repeat(64),
  text,
});

const complete: RequestResult = {
  outcome: "answered",
  status: 201,
  response: {
    version: "1.1",
    status: 201,
    reason: HOSTILE,
    headers: [[HOSTILE, `${HOSTILE}\r\nX: y`]],
    interim: [100],
    framing: "chunked",
    body: kept(HOSTILE),
    decodeError: HOSTILE,
  },
  firstByteUs: 640,
  totalUs: 1200,
};

const failed: RequestResult = {
  outcome: "malformed",
  phase: "head",
  detail: HOSTILE,
  received: { bytes: 6, sha256: "0".repeat(64), base64: "/////w==" },
  totalUs: 2_000_000,
};

const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  seq: 1,
  attempt: 1,
  signature: "201, malformed",
  request: { head: [HOSTILE], bytes: 70, cut: false, connections: 1 },
  results: [complete, failed],
  end: "closed",
  leftover: kept(HOSTILE),
  replay: `'${HOSTILE}'`,
  curl: `curl '${HOSTILE}'`,
  ...change,
});

const caseView = (id: string, change: Partial<CaseView> = {}): CaseView => ({
  id,
  suite: id.split("/", 1)[0]!,
  reason: HOSTILE,
  clauses: ["accepts"],
  outcomes: { "201, malformed": 2, [HOSTILE]: 1 },
  stability: "unstable",
  evidence: [evidence(), evidence({ curl: null, curlReason: HOSTILE })],
  ...change,
});

const classes = {
  "1xx": 1,
  "2xx": 2,
  "3xx": 1,
  refusal: 0,
  "4xx": 4,
  "5xx": 1,
  other: 1,
  noAnswer: 1,
  unstable: 1,
};

const suite = (name: string) => ({
  name,
  about: HOSTILE,
  cases: 12,
  observations: 24,
  requests: 24,
  outcomes: { "201": 12, "400": 8, closed: 4 },
  classes,
});

const remarks = Remark.shape.kind.options.flatMap((kind): Remark[] => [
  { kind, case: HOSTILE_ID, signature: "201 → 400", text: HOSTILE, count: 3 },
  { kind, case: "evil/not-on-the-page", signature: HOSTILE, text: HOSTILE, count: 1 },
  { kind, signature: "429", text: HOSTILE, count: 1 },
]);

const summary = (change: Partial<Summary> = {}): Summary => ({
  ...emptySummary,
  runId: HOSTILE,
  target: { name: HOSTILE, baseUrl: `http://localhost:8080/${HOSTILE}` },
  durationMs: 42_000,
  requests: { total: 48, catalogue: 48 },
  suites: [suite("valid"), suite("evil")],
  properties: [{ id: "evil/any", runs: 5, outcomes: { "201": 5 }, examples: {} }],
  remarks,
  notes: [{ type: "note", kind: "culprit", text: HOSTILE, cases: [HOSTILE_ID, "evil/gone"] }],
  ledger: [
    {
      id: "accepts",
      kind: "stated",
      text: "It accepts the stated request.",
      cases: 2,
      outcomes: { "201": 4 },
      observed: [HOSTILE],
    },
    {
      id: "events",
      kind: "not shown",
      text: "Events.",
      reason: HOSTILE,
      cases: 0,
      outcomes: {},
      observed: [],
    },
  ],
  ...change,
});

const ids = [
  "valid/plain",
  HOSTILE_ID,
  UNSEEN_ID,
  "evil/any#17",
  "extra/suite-that-the-summary-lacks",
];
const generated = { property: "evil/any", seed: 7, path: "17:2" };
const shell = { run: `'${HOSTILE}'`, curl: { before: "curl -X 'POST' ", after: " 'http://x/'" } };
const view: RunView = {
  shell,
  loadAlone: false,
  summary: summary(),
  cases: ids.map((id) => caseView(id, id.startsWith("evil/any") ? { generated } : {})),
};
const page = renderRunPage(view);

type Tag = { name: string; close: boolean; empty: boolean; attributes: Map<string, string> };

const unescape = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** The tags of a page as a browser meets them; what stands in style and script is not read. */
function tagsOf(html: string): Tag[] {
  const bare = html.replace(/(<(style|script)>)[\s\S]*?(<\/\2>)/g, "$1$3");
  return [...bare.matchAll(/<(\/?)([a-zA-Z][^\s/>]*)((?:"[^"]*"|[^">])*)>/g)].map((match) => ({
    name: match[2]!,
    close: match[1] === "/",
    empty: match[3]!.endsWith("/") || ["meta", "link", "input"].includes(match[2]!),
    attributes: new Map(
      [...match[3]!.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
        name!,
        unescape(value ?? ""),
      ]),
    ),
  }));
}

const tags = tagsOf(page);
const opening = tags.filter(({ close }) => !close);
const values = (name: string) => opening.flatMap(({ attributes }) => attributes.get(name) ?? []);

it("shows what was observed of a clause whole", () => {
  const [entry] = summary().ledger;
  const observed = [
    "2 cases: 422 ×45 · 400 ×8",
    "responses of 4xx: content-type, etag (9 of 12), 2 more",
  ];
  const told = observed.map((text) => text.replace(" · ", "  "));
  const ledger = [{ ...entry!, observed: told }];
  const html = renderRunPage({ ...view, summary: summary({ ledger }) });
  const row = /<h2 id="left-out">.*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(html)?.[1] ?? "";
  for (const text of observed) expect(row).toContain(`<p>${text}</p>`);
});

describe("strings from outside", () => {
  it("make no element and no attribute", () => {
    expect(page).not.toContain("<img");
    expect(page.match(/<script/g)).toHaveLength(1);
    const names = new Set(opening.flatMap(({ attributes }) => [...attributes.keys()]));
    expect([...names].filter((name) => /^on|^src|^srcdoc|^action/.test(name))).toEqual([]);
    expect(new Set(opening.map(({ name }) => name))).not.toContain("img");
  });

  it("show what cannot be seen", () => {
    expect(page).toContain(`<i class="u">\\u{202e}</i>`);
    expect(page).toContain(`<i class="u">\\u{d}</i>`);
    for (const char of "\u202e\u200b\u0000\ud800\r") expect(page).not.toContain(char);
  });

  it("hold no unseen character anywhere in the page, attributes included", () => {
    const unseen = /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;
    expect(page.match(unseen) ?? []).toEqual([]);
    const written = opening.flatMap(({ attributes }) =>
      [...attributes].flatMap(([name, value]) => (value.includes("\\u{202e}") ? [name] : [])),
    );
    expect(written).toContain("id");
  });

  it("are cut with their length said", () => {
    const long = evidence({
      request: { head: ["a".repeat(3000)], bytes: 90_000, cut: true, connections: 1 },
      results: [
        { ...complete, response: { ...complete.response, body: kept("é".repeat(2000), 50_000) } },
      ],
      curl: "c".repeat(5000),
    });
    const html = renderRunPage({ ...view, cases: [caseView("valid/long", { evidence: [long] })] });
    expect(html).toContain("… first 512 characters of 90,000 bytes");
    expect(html).toContain("… 1,280 of 50,000 bytes");
    const folded = "<summary>the whole command, 5,000 characters</summary>";
    expect(html).toContain(`${folded}<code>${"c".repeat(5000)}</code>`);
    expect(html).not.toContain("é".repeat(641));
  });
});

describe("the document", () => {
  it("is balanced", () => {
    const open: string[] = [];
    for (const { name, close, empty } of tags) {
      if (close) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it("asks for nothing from anywhere", () => {
    for (const href of values("href")) expect(href).toMatch(/^#|^data:,$/);
    expect(page).not.toMatch(/url\(|@import/);
  });

  it("lets only its own script run", () => {
    const hash = createHash("sha256").update(script).digest("base64");
    expect(scriptHash).toBe(`sha256-${hash}`);
    const [policy] = opening.filter(({ attributes }) => attributes.has("http-equiv"));
    expect(policy?.attributes.get("content")).toContain("default-src 'none'");
    expect(policy?.attributes.get("content")).toContain(`script-src 'sha256-${hash}';`);
  });

  it("has each id once, one for each case, and no link without its place", () => {
    const all = values("id");
    expect(new Set(all).size).toBe(all.length);
    for (const id of ids) expect(all).toContain(`case=${escapeUnseen(id)}`);
    const places = new Set(all.map((id) => `#${id}`));
    for (const href of values("href").filter((each) => each.startsWith("#")))
      expect(places).toContain(decodeURIComponent(href));
    for (const id of values("aria-labelledby")) expect(all).toContain(id);
  });

  it("has its headings in order", () => {
    const levels = opening.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? Number(name[1]) : []));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.slice(1).entries())
      expect(level - levels[index]!).toBeLessThanOrEqual(1);
  });

  it("names every bar and heads every column", () => {
    const bars = opening.filter(({ attributes }) => attributes.get("role") === "img");
    expect(bars.length).toBeGreaterThan(2);
    for (const bar of bars) expect(bar.attributes.get("aria-label")).toMatch(/: (nothing|\d)/);
    for (const th of opening.filter(({ name }) => name === "th"))
      expect(th.attributes.get("scope")).toMatch(/^(row|col)$/);
  });
});

describe("what it says", () => {
  it("gives each verdict its word, and nothing else a verdict", () => {
    const word = (accepts: Summary["accepts"]) =>
      renderRunPage({ ...view, cases: [], summary: summary({ accepts }) });
    expect(word("held")).toContain("</span> Held:");
    expect(word("not-held")).toContain("</span> Not held:");
    expect(word("unreachable")).toContain("</span> Target not reached:");
    expect(page).toContain("All 2 valid requests got one.");
    expect(page).not.toMatch(/\b(passed|failed|should|invalid)\b/i);
  });

  it("tells when a run is incomplete, and how it ended", () => {
    expect(page).not.toContain("This run is incomplete");
    const cut = renderRunPage({ ...view, summary: summary({ complete: false, end: "cut-off" }) });
    expect(cut).toContain("This run is incomplete");
    expect(cut).toContain("The record ends without");
  });

  it("puts generated cases under their property", () => {
    const property = page.indexOf("Generated by evil/any");
    expect(property).toBeGreaterThan(page.indexOf(`id="suite=evil"`));
    expect(page.indexOf(`id="case=evil/any#17"`)).toBeGreaterThan(property);
    expect(page).toContain("generated with seed 7, path 17:2");
  });

  it("counts cases, not sendings, by their responses", () => {
    const cases: Summary["cases"] = [
      { id: "valid/a", outcomes: { "201": 2 }, stability: "stable" },
      { id: "valid/b", outcomes: { "201": 1, "409": 1 }, stability: "unstable" },
    ];
    const html = renderRunPage({ ...view, summary: summary({ cases }) });
    expect(html).toContain("201 ×1  201 / 409 ×1");
  });

  it("says what the run comes to first, each sentence a link, and folds what is beyond five", () => {
    const conclusions = Array.from({ length: 7 }, (_, n) => ({
      kind: "odd" as const,
      text: `Sentence ${n}.`,
      case: "valid/plain",
    }));
    const html = renderRunPage({ ...view, summary: summary({ conclusions }) });
    const [list = ""] = /<ul class="leads">[\s\S]*?<\/ul>/.exec(html) ?? [];
    expect(html.indexOf(list)).toBeLessThan(html.indexOf('id="verdict"'));
    const links = [...list.matchAll(/<a href="#case=valid\/plain">([^<]*)</g)];
    expect(links.map(([, text]) => text)).toEqual(conclusions.slice(0, 5).map(({ text }) => text));
    expect(html).toContain("<summary>2 more sentences</summary>");
  });

  it("shows ten remarks, and folds the rest; limits have a table of their own", () => {
    const many = Array.from({ length: 14 }, (_, n): Remark => {
      return { kind: "server-error", case: `evil/${n}`, signature: "500", text: "x", count: 2 };
    });
    const signatures = ["201", "413"];
    const step: Remark = { ...many[0]!, kind: "step", text: "a step", signatures };
    const limit = { of: ["body"], last: "9 bytes", next: "10 bytes", outcome: "413" };
    const limits = [{ ...limit, case: "valid/plain" }];
    const html = renderRunPage({ ...view, summary: summary({ remarks: [...many, step], limits }) });
    const [, open = "", fold = ""] = html.split(/id="worth-a-look"|4 more observations/);
    expect(open.match(/and 1 more case/g)).toHaveLength(10);
    expect(fold).not.toContain("a step");
    expect(html).toMatch(/up to 9 bytes<.*?10 bytes<.*?413/s);
  });
});

const head = (length: number, host = "host: x") => [
  "POST /api/user HTTP/1.1",
  host,
  "Content-Type: application/json",
  `content-length: ${length}`,
];
const request = (body: string, length = body.length, host = "host: x") => ({
  head: head(length, host),
  body: { text: body, bytes: body.length },
  bytes: head(length, host).join("\r\n").length + 4 + body.length,
  cut: false,
  connections: 1,
});
const resultOf = (body: string, headers: [string, string][]): RequestResult => ({
  outcome: "answered",
  status: 400,
  response: { status: 400, reason: "No", headers, framing: "length", body: kept(body) },
  totalUs: 900,
});
const usualHeaders = (length: number): [string, string][] => [
  ["Content-Type", "application/json"],
  ["Content-Length", String(length)],
  ["Date", "Fri, 20 Nov 2026 16:22:09 GMT"],
];

/** A page of twenty plain cases and those given, with the evidence of the last one. */
function lastOf(change: Partial<Evidence>, context: Partial<RunView> = {}): [string, string] {
  const plain: Partial<Evidence> = {
    request: request("{}"),
    results: [resultOf("{}", usualHeaders(2))],
    end: "kept",
    curl: "curl -X 'POST' --data-binary '{}' 'http://x/'",
    replay: "valid/n",
  };
  const of = (id: string, more: Partial<Evidence>) => {
    const { leftover: _, ...one } = evidence({ ...plain, ...more });
    return caseView(id, { evidence: [one], outcomes: { "400": 1 }, stability: "once" });
  };
  const cases = Array.from({ length: 20 }, (_, n) => of(`valid/${n}`, {}));
  const html = renderRunPage({ ...view, ...context, cases: [...cases, of("valid/last", change)] });
  return [html, html.slice(html.indexOf(`<div id="case=valid/last">`))];
}

describe("what is written once", () => {
  it("is marked by its numbers, and listed under them", () => {
    const [html, last] = lastOf({});
    expect(html).toContain(`<ol start="1"><li>POST /api/user HTTP/1.1</li><li>host: x</li>`);
    expect(html).toContain(`<ol start="5"><li>Content-Type: application/json</li>`);
    expect(last).toContain(`</b>\n<i>⋮1–4</i>\n\n{}</pre>`);
    expect(last).toContain(`HTTP 400 No\n<i>⋮5–7</i>\n\n{}</pre>`);
  });

  it("leaves what differs: a line, a length that is not the body's, a time outside of the run", () => {
    const [, other] = lastOf({ request: request("{}", 2, "host: evil") });
    expect(other).toContain(`POST /api/user HTTP/1.1\nhost: evil\n<i>⋮3–4</i>\n\n{}`);
    const [, lying] = lastOf({ request: request("{}", 3) });
    expect(lying).toContain(`<i>⋮1–3</i>\ncontent-length: 3\n\n{}`);
    const headers = usualHeaders(2).with(2, ["Date", "Fri, 20 Nov 1998 16:22:09 GMT"]);
    const [, late] = lastOf({ results: [resultOf("{}", headers)] });
    expect(late).toContain(`<i>⋮5–6</i>\nDate: Fri, 20 Nov 1998 16:22:09 GMT`);
  });

  it("knows the body's length where the head is not plain", () => {
    const [, lying] = lastOf({ request: request("{}", 5, "host: \\x00") });
    expect(lying).toContain("content-length: 5");
    const [, right] = lastOf({ request: request("{}", 2, "host: \\x00") });
    expect(right).toContain(`host: \\x00\n<i>⋮3–4</i>\n\n{}`);
  });

  it("shows the short form of a command by what it defines, where there is one", () => {
    const [html, last] = lastOf({ shortCurl: "post --data-binary '{}'" });
    expect(last).toContain("<code>witness replay $RUN valid/n</code>");
    expect(last).toContain("<code>post --data-binary '{}'</code>");
    expect(html).toContain(`post() { <span id="before">curl -X 'POST'</span> "$@"`);
    const sly = `curl -X 'PUT' --data-binary 'curl -X 'POST' ' 'http://x/'`;
    expect(lastOf({ curl: sly })[1]).toContain(`<code>${sly}</code>`);
  });

  it("shows a long body once and names the case that has it", () => {
    const body = "<p>no</p>".repeat(40);
    const long = { results: [resultOf(body, usualHeaders(body.length))] };
    const cases = ["valid/a", "valid/b"].map((id) => caseView(id, { evidence: [evidence(long)] }));
    const html = renderRunPage({ ...view, cases });
    expect(html.split("&lt;p>no&lt;/p>&lt;p>")).toHaveLength(21);
    expect(html).toContain(`360 bytes, the same as in <a class="id" href="#case=valid/a">`);
  });

  it("counts the middle of a long row of the same response", () => {
    const row = Array.from({ length: 9 }, () => resultOf("{}", usualHeaders(2)));
    const [, last] = lastOf({ results: row });
    expect(last).toContain("responses 4 to 8: 400 each, not shown here");
    expect(last).toContain("<b>Response 3 in");
    expect(last).not.toContain("<b>Response 4 in");
    expect(last).toContain("<b>Response 9 in");
  });

  it("tells what a case asks about where it differs from its suite", () => {
    const usual = ["a", "b", "c"].map((name) => caseView(`valid/${name}`));
    const odd = caseView("valid/d", { clauses: ["host"] });
    const html = renderRunPage({ ...view, cases: [...usual, odd] });
    expect(html).toContain("these cases ask about accepts.");
    expect(html.match(/asks also about host; not about accepts/g)).toHaveLength(1);
  });
});
