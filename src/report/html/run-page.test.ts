import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Answer, KeptBytes } from "../../model/observation.ts";
import type { Remark, Summary } from "../../model/summary.ts";
import type { CaseView, Evidence, RunView } from "../../analyse/run-view.ts";
import { remarkKinds } from "./remark-kinds.ts";
import { renderRunPage } from "./run-page.tsx";
import { script, scriptHash } from "./script.ts";

const HOSTILE = `</script></pre></style><img src=x onerror=alert(1)>"'&\u202e\u200b\u0000\ud800`;
const HOSTILE_ID = `evil/"><img/src=x/onerror=alert(1)>#1%41`;

const kept = (text: string, bytes = new TextEncoder().encode(text).length): KeptBytes => ({
  bytes,
  sha256: "0".repeat(64),
  text,
});

const answered: Answer = {
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

const unanswered: Answer = {
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
  request: { text: HOSTILE, bytes: 70, cut: false },
  answers: [answered, unanswered],
  end: "closed",
  leftover: kept(HOSTILE),
  replay: `witness replay run '${HOSTILE}'`,
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
  outcomes: { "201": 12, "400": 8, closed: 4 },
  classes,
});

const remarks = (Object.keys(remarkKinds) as Remark["kind"][]).flatMap((kind): Remark[] => [
  { kind, case: HOSTILE_ID, signature: "201 → 400", text: HOSTILE, count: 3 },
  { kind, case: "evil/not-on-the-page", signature: HOSTILE, text: HOSTILE, count: 1 },
  { kind, signature: "429", text: HOSTILE, count: 1 },
]);

const summary = (change: Partial<Summary> = {}): Summary => ({
  $schema: "urn:api-witness:summary:1",
  schemaVersion: 1,
  tool: { name: "witness", version: "0.1.0" },
  runId: HOSTILE,
  target: { name: HOSTILE, baseUrl: `http://localhost:8080/${HOSTILE}` },
  seed: 7,
  firstId: 100,
  startedAt: "2026-11-20T16:22:05.123Z",
  durationMs: 42_000,
  complete: true,
  end: "done",
  accepts: "held",
  stated: { clauses: ["accepts"], valid: 2, answered: 2, text: "all 2 valid requests got one" },
  suites: [suite("valid"), suite("evil")],
  cases: [],
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

const ids = ["valid/plain", HOSTILE_ID, "evil/any#17", "extra/suite-that-the-summary-lacks"];
const generated = { property: "evil/any", seed: 7, path: "17:2" };
const view: RunView = {
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

  it("are cut with their length said", () => {
    const long = evidence({
      request: { text: "a".repeat(3000), bytes: 90_000, cut: true },
      answers: [
        { ...answered, response: { ...answered.response, body: kept("é".repeat(2000), 50_000) } },
      ],
      curl: "c".repeat(5000),
    });
    const html = renderRunPage({ ...view, cases: [caseView("valid/long", { evidence: [long] })] });
    expect(html).toContain("… first 1,024 characters of 90,000 bytes");
    expect(html).toContain("… 2,048 of 50,000 bytes");
    expect(html).toContain("too long to show (5,000 characters)");
    expect(html).not.toContain("é".repeat(1025));
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
    for (const id of ids) expect(all).toContain(`case=${id}`);
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
      renderRunPage({ cases: [], summary: summary({ accepts }) });
    expect(word("held")).toContain("</span> Held");
    expect(word("not-held")).toContain("</span> Not held");
    expect(word("unreachable")).toContain("</span> Unreachable");
    expect(page).toContain("All 2 valid requests got one.");
    expect(page).not.toMatch(/\b(passed|failed|should|invalid)\b/i);
  });

  it("tells when a run is incomplete, and how it ended", () => {
    expect(page).not.toContain("This run is incomplete");
    const cut = renderRunPage({ ...view, summary: summary({ complete: false, end: "cut-off" }) });
    expect(cut).toContain("This run is incomplete");
    expect(cut).toContain("The record breaks off");
  });

  it("puts generated cases under their property", () => {
    const property = page.indexOf("Generated by evil/any");
    expect(property).toBeGreaterThan(page.indexOf(`id="suite=evil"`));
    expect(page.indexOf(`id="case=evil/any#17"`)).toBeGreaterThan(property);
    expect(page).toContain("generated with seed 7, path 17:2");
  });
});
