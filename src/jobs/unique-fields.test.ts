import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { declaredRows } from "../analyse/declared/declared-rows.ts";
import { worded } from "../analyse/note-text.ts";
import { judgedSignatures } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import type { Interface, RunRecord, Suite } from "../model/index.ts";
import { defineSuite, layoutOf, requestsOf } from "../generate/index.ts";
import { baselineOf } from "../policy/index.ts";
import { defaultOptions } from "../options/index.ts";
import { findObservation } from "../record/index.ts";
import { documented, uniqueStore, type UniqueStore } from "../../test/servers/unique-store.ts";
import { compareJob, compareStored, type FinishedComparison } from "./compare.ts";
import { judgeStored } from "./gate.ts";
import { readFold } from "./read-stored.ts";
import { loadCatalogue } from "./load-suites.ts";
import type { FinishedRun } from "./conclude-run.ts";
import { resumeJob } from "./resume.ts";
import { runJob } from "./run.ts";
import { surveyJob } from "./survey.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-unique-"));
const stores: UniqueStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

async function startStore(...given: Parameters<typeof uniqueStore>): Promise<UniqueStore> {
  const store = await uniqueStore(...given);
  stores.push(store);
  return store;
}

const SUITES = ["valid", "field-name", "field-code"];

const control = { signal: new AbortController().signal, events: {} };

async function run(
  from: Interface,
  baseUrl: string,
  inline: readonly Suite[] = [],
): Promise<FinishedRun> {
  const catalogue = await loadCatalogue({ interface: from, inline });
  const options = { ...defaultOptions("run"), load: false, hazards: false, runs: 5, repeats: 2 };
  return runJob(
    { name: "store", baseUrl },
    catalogue,
    {
      ...options,
      suite: [...SUITES, ...inline.map(({ name }) => name)],
      seed: 1,
      outputDir: folder,
    },
    control,
  );
}

const uniqueNotes = ({ fold }: FinishedRun): string[] =>
  fold.notes.map((note) => worded(note).text).filter((text) => text.includes(" is unique: "));

const freshOf = ({ fold }: FinishedRun): string[] => [
  ...layoutOf(interfaceOf(fold.header ?? {})).fresh.keys(),
];

const breaches = ({ fold }: FinishedRun): string[] =>
  [...(fold.documented?.breaches.values() ?? [])].map(({ observed, first }) => {
    const { id } = first.case;
    return `${id}: ${observed}`;
  });

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
  const rows = declaredRows(done.fold) ?? [];
  expect(rows.filter(({ part, verdict }) => part !== "responses" && verdict !== "same")).toEqual(
    rows.filter(({ verdict }) => verdict === "not decided"),
  );
  // What is refused for another reason is judged all the same.
  const tooLong = done.fold.cases.get("field-name/bound-max-outside");
  expect(tooLong && judgedSignatures(tooLong)).toEqual(["400", "400"]);
});

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

async function compared(a: UniqueStore, b: UniqueStore): Promise<FinishedComparison> {
  const catalogue = await loadCatalogue({ interface: documented({ name: true }) });
  const options = { ...defaultOptions("compare"), load: false, explore: false, hazards: false };
  const targets = [a, b].map(({ url }, nth) => ({ name: "ab"[nth] ?? "", baseUrl: url }));
  const own = { suite: SUITES, runs: 10, repeats: 2, seed: 1, outputDir: folder };
  return compareJob(targets, catalogue, { ...options, ...own }, control);
}

const differing = ({ view }: FinishedComparison): string[] =>
  view.comparison.behaviour.groups.flatMap(({ cases }) => cases);

const recordOf = ({ folder: path }: FinishedRun): RunRecord[] =>
  readFileSync(join(path, "run.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunRecord);

test("of two equal servers with unique fields, no case differs", async () => {
  const unique = ["name", "code"];
  const done = await compared(await startStore(unique), await startStore(unique));
  expect(differing(done)).toEqual([]);
  const { behaviour } = done.view.comparison;
  expect(behaviour.unstable).toEqual([]);
  // Hand-chosen and generated, accepted and refused.
  expect(behaviour.suites.map(({ suite }) => suite)).toEqual(SUITES);
  for (const run of done.runs) {
    expect(freshOf(run)).toEqual(expect.arrayContaining([...unique]));
    expect(new Set(run.fold.cases.get("valid/plain")?.signatures)).toEqual(new Set(["201"]));
    expect(breaches(run)).toEqual([]);
  }
});

test("of two servers with a unique field, exactly the difference between them is found", async () => {
  const done = await compared(await startStore(["code"]), await startStore(["code"], 400, 59));
  // Texts of 60 characters in one of the members: hand-chosen ones, and one that was drawn.
  const ends = ["bound-max", "bound-max-four-bytes", "bound-max-two-bytes"];
  expect(differing(done).toSorted()).toEqual([
    ...ends.map((end) => `field-code/${end}`),
    ...ends.map((end) => `field-name/${end}`),
    "field-name/text#3",
  ]);
});

test("a field that one target keeps unique is fresh for both, with the same requests", async () => {
  const done = await compared(await startStore(["code"]), await startStore([]));
  expect(differing(done)).toEqual([]);
  const [a, b] = done.runs.map(recordOf);
  const casesIn = (records: RunRecord[] = []): unknown[] => {
    const from = records.findIndex(({ type }) => type === "approach");
    return records.slice(from).flatMap((each) => (each.type === "case" ? [each.case] : []));
  };
  expect(casesIn(a)).toEqual(casesIn(b));
  const approaches = [a, b].map((records) => records?.find(({ type }) => type === "approach"));
  expect(approaches).toMatchObject([{ unique: [{ path: "code" }] }, { alsoFresh: ["code"] }]);
  expect(done.runs.map(freshOf)).toEqual([
    ["name", "code"],
    ["name", "code"],
  ]);
  for (const { folder: path } of done.runs) {
    const { integrity } = await readFold(path, () => {});
    expect(integrity?.state).toBe("intact");
  }
  expect(done.runs.map(uniqueNotes).map(({ length }) => length)).toEqual([1, 0]);
  // Values of the second target come from the record as from the first one.
  const file = join(done.runs[1]?.folder ?? "", "run.ndjson");
  const { found } = await findObservation(file, "field-code/bound-max");
  expect(found?.approach?.alsoFresh).toEqual(["code"]);
});

test("values that one of the targets had already are not compared, which is said", async () => {
  const [fresh, used] = [await startStore(["code"]), await startStore(["code"])];
  await run(documented({ name: true }), used.url);
  const done = await compared(fresh, used);
  expect(differing(done)).toEqual([]);
  const { left } = done.view.comparison.behaviour;
  expect(left).toContainEqual(
    expect.stringMatching(
      /^b: \d+ cases not compared: the value of code had been sent before, and each value is accepted once$/,
    ),
  );
  // The same of stored runs, and of a run planned without unique fields.
  const again = await compareStored(
    done.runs.map(({ folder: path }) => path),
    folder,
    "class",
    () => {},
  );
  expect(again.view.comparison.behaviour.left).toEqual(left);
});

test("a baseline is not compared where the target had a value already, which a note says", async () => {
  const { url } = await startStore(["code"]);
  const from = documented({ name: true });
  const first = await run(from, url);
  const saved = baselineOf([first.fold]);
  const second = await run(from, url);
  const { judgements, notes } = await judgeStored([second.folder], {}, { baseline: saved });
  const ofBaseline = judgements.filter(({ kind }) => kind === "baseline");
  expect(ofBaseline).toMatchObject([{ verdict: "pass", breaches: [] }]);
  expect(notes).toContainEqual(
    expect.stringMatching(/^store: \d+ cases not compared: the value of code had been sent before/),
  );
  // A baseline of the second run does not say that these values are refused.
  const ids = Object.keys(saved.cases).filter((id) => !(id in baselineOf([second.fold]).cases));
  expect(ids.length).toBeGreaterThan(5);
  expect(ids.filter((id) => !id.startsWith("field-code/"))).toEqual([]);
});

test("suites of a program stay as they are, and the others get new values", async () => {
  const { url } = await startStore(["code"]);
  const from = documented({ name: true });
  const on = requestsOf(from);
  const cases = [{ name: "stated", reason: "as the program wrote it", request: on.request() }];
  const own = { name: "own", about: "of a program", clauses: ["behaviour" as const], cases };
  const done = await run(from, url, [defineSuite(own, from)]);
  expect(done.fold.cases.get("valid/plain")?.signatures).toContain("201");
  expect(done.fold.cases.get("valid/plain")?.signatures).not.toContain("400");
  expect(done.fold.cases.get("own/stated")?.signatures).toEqual(["400", "400"]);
  expect(breaches(done)).toEqual([]);
});

test("targets of a survey with one behaviour are together, whatever their stores have", async () => {
  const [fresh, used] = [await startStore(["code"]), await startStore(["code"])];
  const targets = { fresh, used, unlike: await startStore([]) };
  await run(documented({ name: true }), used.url);
  const { survey } = await surveyJob(
    Object.entries(targets).map(([name, { url }]) => ({ name, baseUrl: url })),
    await loadCatalogue({ interface: documented({ name: true }) }),
    {
      ...defaultOptions("run"),
      load: false,
      hazards: false,
      runs: 2,
      repeats: 2,
      suite: ["valid"],
      seed: 1,
      outputDir: folder,
    },
    control,
  );
  expect(survey.clusters.map(({ targets: those }) => those.map(({ name }) => name))).toEqual([
    ["fresh", "used"],
    ["unlike"],
  ]);
});
