import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documented } from "../../test/servers/unique-store.ts";
import {
  breaches,
  control,
  folder,
  freshOf,
  recordOf,
  run,
  startStore,
  uniqueNotes,
} from "../../test/jobs/unique-runs.ts";
import { choiceField, defineInterface, interfaceOf, textField } from "../contract/index.ts";
import { layoutOf } from "../generate/index.ts";
import { declaredRows } from "../analyse/declared/declared-rows.ts";
import { judgedSignatures } from "../analyse/index.ts";
import type { RunRecord } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { renderLoad } from "../report/terminal/render-load.ts";
import { plain } from "../text/index.ts";
import { findObservation } from "../record/index.ts";
import { loadCatalogue } from "./load-suites.ts";
import { loadJob } from "./load.ts";
import { resumeJob } from "./resume.ts";
import { runJob } from "./run.ts";
import { Screen } from "../report/index.ts";

test.each([
  ["constant in the stated request", ["code"], documented({ name: true }), 400],
  ["fresh in the stated request", ["name"], documented({ name: true }), 400],
  ["two of them", ["name", "code"], documented(), 409],
] as const)("a unique field is found: %s", async (_, unique, from, status) => {
  const { url } = await startStore(unique, status);
  const done = await run(from, url);
  expect(uniqueNotes(done)).toEqual(
    unique.map(
      (name) =>
        `${name} is unique: ${status} for the second request with the same value; every other request has a new value, except in cases about this field`,
    ),
  );
  expect(freshOf(done)).toEqual(expect.arrayContaining([...unique]));
  expect(breaches(done)).toEqual([]);
  const records = recordOf(done);
  // The first fresh value, or else what is unique, says whether a request is the same again.
  expect(layoutOf(interfaceOf(done.fold.header ?? {})).identity).toBe(unique[0]);
  const observations = records.filter(({ type }) => type === "observation").length;
  const controls = records.flatMap((each) => (each.type === "controls" ? [each] : []));
  const sent = observations + controls.reduce((sum, { asked }) => sum + asked, 0);
  const { total, catalogue, checks } = done.summary.requests ?? {};
  expect([total, (catalogue ?? 0) + (checks ?? 0)]).toEqual([sent, sent]);
  const rows = declaredRows(done.fold) ?? [];
  const shown = rows.flatMap(({ evidence }) => evidence.map((each) => each.case));
  expect(shown.filter((id) => id.startsWith("explore/unique/"))).toEqual([]);
  expect(rows.filter(({ part, verdict }) => part !== "responses" && verdict !== "same")).toEqual(
    rows.filter(({ verdict }) => verdict === "not decided"),
  );
  // What is refused for another reason is judged all the same.
  const tooLong = done.fold.cases.get("field-name/bound-max-outside");
  expect(tooLong && judgedSignatures(tooLong)).toEqual(["400", "400"]);
});

test("a field may be unique only with the resource that all requests name", async () => {
  const { url } = await startStore(["name"]);
  const { body, ...from } = documented({ name: true });
  if (body?.kind !== "object") throw new Error("no object");
  const fields = body.fields.map((each) =>
    each.name === "code" ? { ...each, example: "c", resource: true as const } : each,
  );
  const done = await run({ ...from, body: { ...body, fields } }, url);
  expect(uniqueNotes(done)).toEqual([
    expect.stringMatching(/^name is unique, at least with the same code: 400 for the second/),
  ]);
});

test("what is unique for one operation is so for the one that changes a resource: its own value is not refused", async () => {
  const { url } = await startStore(["name"], 400);
  const created = await run(documented({ name: true }), url);
  const changes = { ...documented({ name: true }), method: "PUT" };
  expect(uniqueNotes(await run(changes, url))).toEqual([]);
  const changed = await run(changes, url, [], created.fold.unique);
  expect(uniqueNotes(changed)).toHaveLength(1);
  expect(freshOf(changed)).toContain("name");
  expect(breaches(changed)).toEqual([]);
}, 60_000);

test("a store that has the constant values of an earlier run already is not refused", async () => {
  const { url } = await startStore(["code"]);
  const first = await run(documented({ name: true }), url);
  const second = await run(documented({ name: true }), url);
  for (const each of [first, second]) {
    expect(uniqueNotes(each)).toHaveLength(1);
    expect(each.fold.cases.get("valid/plain")?.signatures).toContain("201");
    expect(breaches(each)).toEqual([]);
  }
});

test("a value of an earlier run is no reason to say that every valid request is refused", async () => {
  const { url } = await startStore(["code"]);
  const said: string[] = [];
  const heard = { ...control, events: { phase: (text: string) => void said.push(text) } };
  const options = { ...defaultOptions("run"), load: false, suite: ["valid"], expect: ["201"] };
  for (const seed of [1, 2]) {
    const catalogue = await loadCatalogue({ interface: documented({ name: true }) });
    const done = await runJob(
      { name: "store", baseUrl: url },
      catalogue,
      { ...options, seed, outputDir: folder },
      heard,
    );
    expect(done.summary.end).toBe("done");
  }
  expect(said.filter((text) => text.includes("every valid request"))).toEqual([]);
});

test("without a unique field, constant values are not tried, and fresh ones twice", async () => {
  const { url } = await startStore([]);
  const done = await run(documented({ name: true }), url);
  expect(uniqueNotes(done)).toEqual([]);
  const tried = [...done.fold.cases.keys()].filter((id) => id.startsWith("explore/unique/"));
  expect(tried).toEqual(["explore/unique/name-1", "explore/unique/name-2"]);
});

test("the built-in interface is not tried", async () => {
  const { url, bodies } = await startStore([]);
  const catalogue = await loadCatalogue({});
  const done = await runJob(
    { name: "store", baseUrl: url },
    catalogue,
    { ...defaultOptions("run"), load: false, suite: ["valid"], seed: 1, outputDir: folder },
    control,
  );
  expect([...done.fold.cases.keys()].filter((id) => id.startsWith("explore/"))).toEqual([]);
  expect(bodies.length).toBeGreaterThan(0);
});

test("a resumed run keeps what is unique, and sends no value again", async () => {
  const { url, bodies } = await startStore(["code"]);
  const done = await run(documented({ name: true }), url);
  const file = join(done.folder, "run.ndjson");
  const { found } = await findObservation(file, "valid/plain");
  expect(found?.approach).toBeUndefined();
  // Cut off after the approach: the rest is planned and sent again.
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const cut = lines.findIndex((line) => (JSON.parse(line) as RunRecord).type === "approach");
  writeFileSync(file, `${lines.slice(0, cut + 1).join("\n")}\n`);
  const before = new Set(bodies);
  bodies.length = 0;
  const resumed = await resumeJob(done.folder, {}, control);
  expect(resumed.outcome.end).toBe("done");
  expect(freshOf(resumed)).toEqual(["name", "code"]);
  expect(breaches(resumed)).toEqual([]);
  expect(resumed.fold.cases.get("valid/plain")?.signatures).toEqual(
    resumed.fold.cases.get("valid/plain")?.signatures.map(() => "201") ?? [],
  );
  expect(bodies.filter((each) => before.has(each) && each.includes("text-"))).toEqual([]);
});

test.each([
  ["closed", undefined],
  ["open", 50],
])("load renews every unique value, in the %s model too, and says so", async (_, rate) => {
  const { url } = await startStore(["name", "code"], 409);
  const options = { ...defaultOptions("load"), connections: 2, rounds: 2, durationMs: 300 };
  const done = await loadJob(
    { name: "store", baseUrl: url },
    await loadCatalogue({ interface: documented({ name: true }) }),
    { ...options, warmupMs: 100, ratePerSecond: rate, seed: 1, outputDir: folder },
    control,
  );
  expect(done.outcome.end).toBe("done");
  expect(uniqueNotes(done)).toHaveLength(2);
  expect(freshOf(done)).toEqual(["name", "code"]);
  const { statusesBefore, rounds = [] } = done.summary.load ?? {};
  expect(statusesBefore).toEqual({ "201": 5 });
  expect(rounds).toHaveLength(2);
  for (const { statuses } of rounds) expect(Object.keys(statuses)).toEqual(["201"]);
  const shown = renderLoad(done.summary, undefined, new Screen(plain), { report: "" });
  expect(shown).toContain("note  code is unique: 409 for the second request");
});

test("load says so where a value that must be unique cannot be renewed", async () => {
  const { url } = await startStore(["code"], 409);
  const code = choiceField("red", "blue").required();
  const fields = { name: textField({ fresh: true }).required(), code };
  const done = await loadJob(
    { name: "store", baseUrl: url },
    await loadCatalogue({ interface: defineInterface({ path: "/labels", fields }) }),
    {
      ...defaultOptions("load"),
      rounds: 1,
      durationMs: 100,
      warmupMs: 0,
      seed: 1,
      outputDir: folder,
    },
    control,
  );
  expect(String(renderLoad(done.summary, undefined, new Screen(plain), { report: "" }))).toContain(
    'note  the stated request got 201, and 409 when it was sent again ("exists already"): a value may have to be unique',
  );
});
