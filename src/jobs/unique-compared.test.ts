import { join } from "node:path";
import { expect, test } from "vitest";
import { documented, type UniqueStore } from "../../test/servers/unique-store.ts";
import {
  breaches,
  control,
  folder,
  freshOf,
  recordOf,
  run,
  startStore,
  SUITES,
  uniqueNotes,
} from "../../test/jobs/unique-runs.ts";
import { defineSuite, requestsOf } from "../generate/index.ts";
import { isStateCase, type RunRecord } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { baselineOf } from "../policy/index.ts";
import { findObservation } from "../record/index.ts";
import { compareJob } from "./compare.ts";
import { compareStored, type FinishedComparison } from "./compare-stored.ts";
import { judgeStored } from "./gate.ts";
import { loadCatalogue } from "./load-suites.ts";
import { readFold } from "./read-stored.ts";
import { surveyJob } from "./survey.ts";

async function compared(a: UniqueStore, b: UniqueStore): Promise<FinishedComparison> {
  const catalogue = await loadCatalogue({ interface: documented({ name: true }) });
  const options = { ...defaultOptions("compare"), load: false, explore: false, hazards: false };
  const targets = [a, b].map(({ url }, nth) => ({ name: "ab"[nth] ?? "", baseUrl: url }));
  const own = { suite: SUITES, runs: 10, repeats: 2, seed: 1, outputDir: folder };
  return compareJob(targets, catalogue, { ...options, ...own }, control);
}

const differing = ({ view }: FinishedComparison): string[] =>
  view.comparison.behaviour.groups.flatMap(({ cases }) => cases);

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
  // A generated case is written with its response: the order of those is that of the responses.
  const casesIn = (records: RunRecord[] = []): string[] => {
    const from = records.findIndex(({ type }) => type === "approach");
    return records
      .slice(from)
      .flatMap((each) =>
        each.type === "case" && !isStateCase(each.case.id) ? [JSON.stringify(each.case)] : [],
      )
      .toSorted();
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
  expect(ofBaseline.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ["baseline.stated", "pass"],
    ["baseline.cases", "pass"],
  ]);
  expect(notes).toContainEqual(
    expect.stringMatching(/^store: \d+ cases not compared: the value of code had been sent before/),
  );
  // A baseline of the second run does not say that these values are refused.
  const { cases } = baselineOf([second.fold]);
  const ids = Object.keys(saved.cases).filter((id) => !(id in cases));
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
