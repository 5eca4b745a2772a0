import { describe, expect, test } from "vitest";
import { buildRunView, type RunFold, type RunView } from "../../../analyse/index.ts";
import { exploreHeader } from "../../../../test/analyse/explore/explored.ts";
import { comparedFold, sampleFold } from "../../../../test/analyse/explore/sample.ts";
import type { ExploreSummary } from "../../../model/index.ts";
import { renderRunPage } from "../run-page.tsx";

function viewOf(fold: RunFold): RunView {
  const view = buildRunView(fold, "reports/x");
  if (view === undefined) throw new Error("the fold has a header");
  return view;
}

const page = renderRunPage(viewOf(sampleFold));
const compared = renderRunPage(viewOf(comparedFold));
/** The section of a page without what follows it. */
const sectionOf = (html: string): string =>
  /<section class="explore"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";

describe("what exploring found, on the page", () => {
  const section = sectionOf(page);

  test("has its place in the page", () => {
    expect(page).toContain(`<a href="#explore">Boundaries</a>`);
    expect(section).toContain(`<h2 id="explore">Boundaries and smallest examples</h2>`);
    expect(section).toContain("Found with 4,512 requests to this target in 12.3 s.");
    expect(page).toContain("What follows rests on the 1 case and 18 findings recorded until then.");
  });

  test("draws each axis, with its responses, its ends and the values where they change", () => {
    expect(section.match(/<svg class="along"/g)).toHaveLength(9);
    expect(section.match(/<svg class="along ticks"/g)).toHaveLength(9);
    expect(section).toMatch(/<g class="k2"><rect/);
    expect(section).toContain(">2147483647</text>");
    expect(section).toContain(">10^400</text>");
    expect(section).not.toMatch(/NaN|Infinity/);
  });

  test("says each axis in a sentence, and each boundary with its evidence and its hint", () => {
    expect(section).toContain(`<p class="told">201 up to 2147483647, 400 from 2147483648</p>`);
    expect(section).toContain(
      `<a href="#case=explore/id-upwards/2147483647" title="explore/id-upwards/2147483647">2147483647</a>`,
    );
    expect(section).toContain("coincides with the largest signed 32-bit integer");
  });

  test("has a row for each smallest example, those that are not refused first", () => {
    expect(section).toContain(`<code class="request">{"id":123456789,}</code>`);
    expect(section).toContain("this server accepts a comma before the end");
    expect(section).toContain("300,016 bytes");
    const [accepted, refused] = ["comma before the end", "cut short"].map((text) =>
      section.indexOf(
        `malformed JSON: ${text}`.replace("malformed JSON: comma", "malformed JSON: a comma"),
      ),
    );
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(accepted ?? 0);
  });

  test("leads to evidence that is on the page", () => {
    const places = new Set([...page.matchAll(/id="(case=[^"]+)"/g)].map(([, id]) => `#${id}`));
    const links = [...section.matchAll(/href="(#case=[^"]+)"/g)].map(([, href]) => href ?? "");
    expect(links).toHaveLength(2 * 8 + 8 + 1);
    for (const href of links) expect(places).toContain(decodeURIComponent(href));
    expect(page).toContain("what exploration found");
  });

  test("compares targets in a table, the most often met first", () => {
    const table = sectionOf(compared);
    expect(table).toContain("Where the targets respond differently");
    expect(table).toContain("1,034 requests went to each of 3 targets.");
    expect(table).toMatch(/>38<.*an offset instead of Z.*>9<.*id: fraction/);
    expect(table).toContain(
      `data-label="go" class="text"><span class="chips"><span class="chip kn">reset</span></span></td>`,
    );
    expect(table).toContain(`<code class="request">Host: evil</code>`);
  });

  test("stands between suites and specification in a run of suites", () => {
    const suites = [{ name: "valid", about: "the stated request" }];
    const html = renderRunPage(viewOf({ ...sampleFold, header: { ...exploreHeader, suites } }));
    const places = ["behaviour", "explore", "cases", "left-out"].map((id) =>
      html.indexOf(`id="${id}"`),
    );
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBeGreaterThan(0);
    const [table = ""] = /aria-label="Cases by suite[\s\S]*?<\/table>/.exec(html) ?? [];
    expect(table).toContain("valid");
    expect(table).not.toContain("explore");
    expect(html).toContain("id, upwards: 201 up to 2147483647, 400 from 2147483648");
  });
});

const HOSTILE = `</script></svg></title><img src=x onerror=alert(1)>"'&\u202e\u0000\ud800`;

function hostile(found: ExploreSummary): ExploreSummary {
  const [text, signature, known] = [HOSTILE, HOSTILE, HOSTILE];
  const place = { at: HOSTILE, text };
  return {
    ...found,
    cutShort: [HOSTILE],
    axes: found.axes.map((axis) => ({
      ...axis,
      axis: HOSTILE,
      title: HOSTILE,
      unit: HOSTILE,
      sentence: HOSTILE,
      stretches: axis.stretches.map(() => ({ from: place, to: place, signatures: [HOSTILE] })),
      boundaries: axis.boundaries.map(() => {
        const side = { ...place, signature, case: HOSTILE };
        return { near: side, far: side, known };
      }),
    })),
    examples: found.examples.map((group) => ({
      property: HOSTILE,
      title: HOSTILE,
      sentence: HOSTILE,
      entries: group.entries.map((each) => ({
        ...each,
        text,
        signature,
        family: HOSTILE,
        note: text,
      })),
    })),
    divergences: found.divergences.map((each) => ({
      ...each,
      family: HOSTILE,
      text,
      signatures: [{ target: HOSTILE, signature }],
    })),
    unstable: [
      { where: HOSTILE, signatures: [signature], text, bytes: 3, case: HOSTILE, count: 2 },
    ],
  };
}

test.each([
  ["boundaries and examples", sampleFold],
  ["differences", comparedFold],
])("strings from outside make no element and no attribute: %s", (_, fold) => {
  const view = viewOf(fold);
  const { exploration } = view.summary;
  if (exploration === undefined) throw new Error("something was explored");
  const html = renderRunPage({
    ...view,
    summary: { ...view.summary, exploration: hostile(exploration) },
  });
  expect(html).not.toContain("<img");
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/[\u202e\u0000\ud800]/);
  const names = [...html.matchAll(/<[a-z][\w-]*((?:\s+[\w:-]+(?:="[^"]*")?)*)/g)].flatMap(
    ([, list]) =>
      [...(list ?? "").matchAll(/([\w:-]+)(?:="[^"]*")?/g)].map(([, name]) => name ?? ""),
  );
  expect(names.filter((name) => /^on|^src$/.test(name))).toEqual([]);
});
