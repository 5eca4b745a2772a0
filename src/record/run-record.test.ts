import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import {
  RUN_FORMAT,
  type Case,
  type Observation,
  type RunHeader,
  type RunRecord,
} from "../model/index.ts";
import { findObservation } from "./find-in-record.ts";
import {
  createPart,
  createRunFolder,
  findRunFile,
  replaceComparison,
  writeReport,
} from "./run-folder.ts";
import type { Damage } from "./integrity-check.ts";
import { MAX_LINE_BYTES } from "./run-lines.ts";
import { readRun, type RecordRead } from "./run-reader.ts";
import { RunWriter } from "./run-writer.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-"));
  file = join(folder, "run.ndjson");
});
afterEach(() => rmSync(folder, { recursive: true }));

const header: RunHeader = {
  type: "header",
  format: RUN_FORMAT,
  tool: { name: "api-witness", version: "0.0.0" },
  runId: "a-run",
  target: { name: "t", baseUrl: "http://127.0.0.1:1" },
  seed: 1,
  firstId: 100_000_000,
  catalogue: "0",
  options: { runsPerProperty: 0, repeats: 1, concurrency: 1, timeoutMs: 1 },
  suites: [],
  startedAt: "2024-01-01T00:00:00.000Z",
  platform: "none",
};
const sent = (id: string, over: Partial<Case> = {}): Case => ({
  id,
  reason: "a \u2028 line\nand 😀",
  clauses: ["body"],
  request: post(),
  ...over,
});
const observation = (seq: number, id: string): Observation => ({
  type: "observation",
  seq,
  case: id,
  attempt: 1,
  fresh: seq,
  atMs: seq + 0.5,
  answers: [
    {
      outcome: "refused",
      phase: "connect",
      detail: "x".repeat(100),
      totalUs: 1,
    },
  ],
  end: "none",
  timeoutMs: 10,
});
const records: RunRecord[] = [
  header,
  { type: "case", case: sent("a/one") },
  observation(0, "a/one"),
  { type: "case", case: sent("a/two") },
  observation(1, "a/two"),
  { type: "note", kind: "target-lost", code: "no-connections", cases: ["a/one"] },
  {
    type: "footer",
    end: "done",
    observations: 2,
    endedAt: "2024-01-01T00:00:01.000Z",
    durationMs: 1000,
  },
];

function write(list: readonly RunRecord[] = records): void {
  const writer = RunWriter.create(file);
  for (const record of list) writer.write(record);
  writer.close();
}

async function read(): Promise<{ found: RunRecord[]; damage: Damage[]; whole: RecordRead }> {
  const found: RunRecord[] = [];
  const whole = await readRun(file, (record) => {
    found.push(record);
  });
  return { found, damage: whole.damage, whole };
}

/** As the writer completes the footer: counts by type, and a checksum. */
const sealed = (list: readonly RunRecord[]): RunRecord[] =>
  list.map((record) =>
    record.type === "footer"
      ? {
          ...record,
          counts: { header: 1, case: 2, observation: 2, note: 1 },
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown as string,
        }
      : record,
  );

describe("the record", () => {
  test("is read as it was written, one line each", async () => {
    write();
    expect(readFileSync(file, "utf8").split("\n").length).toBe(records.length + 1);
    const { found, damage, whole } = await read();
    expect(found).toEqual(sealed(records));
    expect(damage).toEqual([]);
    expect(whole).toMatchObject({
      state: "intact",
      text: "the record is intact: 7 lines as its footer counts them, and their checksum",
    });
  });

  test("of many observations is whole, whatever is buffered", async () => {
    const many = Array.from({ length: 5000 }, (_, nth) => observation(nth, "a/one"));
    write([header, { type: "case", case: sent("a/one") }, ...many]);
    const { found, damage } = await read();
    expect(found.length).toBe(5002);
    expect(found.at(-1)).toEqual(many.at(-1));
    expect(damage).toEqual([]);
  });

  test("is on disk where it matters before it is closed", async () => {
    const writer = RunWriter.create(file);
    writer.write(header);
    writer.flush();
    expect((await read()).found).toEqual([header]);
    writer.close();
  });

  test("is never written over", () => {
    write();
    expect(() => RunWriter.create(file)).toThrow("EEXIST");
  });

  test("whose last line was cut off is read up to there", async () => {
    write();
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.slice(0, -30));
    const { found, damage } = await read();
    expect(found).toEqual(records.slice(0, -1));
    expect(damage).toEqual([{ line: 7, what: "not JSON" }]);
  });

  test("without a footer is read to its end", async () => {
    write(records.slice(0, -1));
    const { found, damage, whole } = await read();
    expect(found).toEqual(records.slice(0, -1));
    expect(damage).toEqual([]);
    expect(whole).toMatchObject({
      state: "incomplete",
      text: "the record is incomplete: it has no footer after 2 observations; the run was cut off",
    });
  });

  test.each([
    ["no JSON", "\u0000\u0001", /^not JSON$/],
    ["another document", "[1]", /^not a record: /],
    ["an unknown type", '{"type":"later"}', /^not a record: /],
    ["a record with a field missing", '{"type":"note","kind":"check"}', /^not a record: .*text/],
  ])("with a damaged line in the middle names it and passes it over: %s", async (_, line, what) => {
    write();
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, lines.toSpliced(2, 1, line, "").join("\n"));
    const { found, damage } = await read();
    expect(found).toEqual(sealed(records).toSpliced(2, 1));
    expect(damage).toEqual([{ line: 3, what: expect.stringMatching(what) }]);
  });

  test("of a later format is called that, and not damaged", async () => {
    writeFileSync(file, `${JSON.stringify({ ...header, format: RUN_FORMAT + 1, later: 1 })}\n`);
    const newer = `was written by a newer witness (format ${RUN_FORMAT + 1}; this version reads up to ${RUN_FORMAT})`;
    await expect(read()).rejects.toThrow(newer);
    await expect(read()).rejects.toMatchObject({ name: "WitnessError", exitCode: 2 });
  });

  test.each([1, 2, 3] as const)("of format %i is read, and cannot be checked", async (format) => {
    const old = [{ ...header, format }, ...records.slice(1)];
    writeFileSync(file, old.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const { found, whole } = await read();
    expect(found).toEqual(old);
    expect(whole).toMatchObject({
      state: "unchecked",
      text: `the record has format ${format}, without a checksum: a line that was changed or removed goes unnoticed`,
    });
  });

  test.each(["twice", "other-date"])("of version 0.5 marks same-id-%s", async (name) => {
    const id = `repetition/same-id-${name}`;
    const sent = { id, reason: "a", clauses: ["states"], request: { sender: "client", body: [] } };
    const lines = [header, { type: "case", case: sent }];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { found } = await read();
    expect(found[1]).toEqual({ type: "case", case: { ...sent, sameIdentity: true } });
  });

  test("of an old format still shows what its numbers do", async () => {
    const old: RunRecord[] = [{ ...header, format: 3 }, ...records.slice(1)];
    const stated = async (list: RunRecord[]): Promise<string> => {
      writeFileSync(file, list.map((record) => `${JSON.stringify(record)}\n`).join(""));
      return (await read()).whole.text.replace("the record is damaged: ", "");
    };
    expect(await stated(old.toSpliced(4, 1))).toBe(
      "its footer counts 2 observations, 1 could be read",
    );
    expect(await stated(old.toSpliced(2, 0, observation(0, "a/one")))).toBe(
      "1 observation recorded twice; its footer counts 2 observations, 3 could be read",
    );
    const [one, two] = [observation(0, "a/one"), observation(1, "a/two")];
    expect(await stated(old.toSpliced(2, 1, two).toSpliced(4, 1, one))).toBe("1 line out of place");
    expect(await stated(old.toSpliced(2, 1, { ...two, case: "a/one" }).slice(0, -1))).toMatch(
      "1 observation recorded twice; it has no footer after 2 observations; the run was cut off",
    );
  });

  test("with a line of 50 MB is read past it, and little of it is held", async () => {
    write();
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, lines.slice(0, 3).join("\n"));
    const part = Buffer.alloc(1024 * 1024, "x");
    appendFileSync(file, '\n{"type":"note","kind":"check","text":"');
    for (let nth = 0; nth < 50; nth += 1) appendFileSync(file, part);
    appendFileSync(file, `"}\n${lines.slice(3).join("\n")}`);
    const { found, damage, whole } = await read();
    expect(damage).toEqual([{ line: 4, what: "longer than 32 MiB" }]);
    expect(found).toEqual(sealed(records));
    expect(whole.state).toBe("damaged");
    expect(MAX_LINE_BYTES).toBeLessThan(50_000_000);
  });

  test("of nothing has nothing", async () => {
    appendFileSync(file, "");
    expect(await read()).toMatchObject({ found: [], damage: [], whole: { state: "incomplete" } });
  });
});

describe("an observation is found", () => {
  const generated = { property: "a/any", seed: 1, path: "0" };
  test("by its number, by its case, with the case as it was sent", async () => {
    const drawn = [0, 1].map((nth) => sent(`a/any#${nth}`, { generated }));
    write([
      ...records.slice(0, -1),
      ...drawn.flatMap((each, nth): RunRecord[] => [
        { type: "case", case: each },
        observation(2 + nth, each.id),
      ]),
      observation(4, "a/one"),
    ]);
    const found = async (wanted: string) => {
      const { found: one } = await findObservation(file, wanted);
      return one && [one.case.id, one.observation.seq, one.header.runId];
    };
    expect(await found("1")).toEqual(["a/two", 1, "a-run"]);
    expect(await found("4")).toEqual(["a/one", 4, "a-run"]);
    expect(await found("a/one")).toEqual(["a/one", 0, "a-run"]);
    expect(await found("3")).toEqual(["a/any#1", 3, "a-run"]);
    expect(await found("a/any#0")).toEqual(["a/any#0", 2, "a-run"]);
    expect(await found("5")).toBeUndefined();
    expect(await found("a/three")).toBeUndefined();
  });
});

describe("a run folder", () => {
  const name = { startedAt: new Date("2024-02-29T23:59:59.000Z"), target: "go", seed: 7 };

  test("is named by date, target and seed, with a number where that exists", () => {
    const made = [1, 2, 3].map(() => createRunFolder(join(folder, "new", "reports"), name));
    expect(made.map(({ runId }) => runId)).toEqual([
      "2024-02-29-go-7",
      "2024-02-29-go-7-2",
      "2024-02-29-go-7-3",
    ]);
  });

  test("that cannot be made is said", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => createRunFolder(join(folder, "file"), name)).toThrow(/^cannot write to /);
  });

  test("is found by its own path, and by that of the record", () => {
    write();
    expect(findRunFile(folder)).toBe(file);
    expect(findRunFile(file)).toBe(file);
    expect(() => findRunFile(join(folder, "none"))).toThrow(/the file or folder does not exist$/);
    rmSync(file);
    expect(() => findRunFile(folder)).toThrow(/is not a run folder: it has no run\.ndjson$/);
  });

  test("is named where the folder of a comparison is given", () => {
    write();
    const part = join(folder, "go");
    mkdirSync(part);
    renameSync(file, join(part, "run.ndjson"));
    expect(() => findRunFile(folder)).toThrow(
      expect.objectContaining({ hint: `name a run in it, such as ${part}` }),
    );
  });
});

describe("the folder of a comparison", () => {
  const here = (): string => join(folder, "mine");

  /** What a comparison leaves, with this version's manifest, or as 0.6.0 left it. */
  function compared(hasManifest: boolean): void {
    const { path } = replaceComparison(here());
    for (const name of ["comparison.json", "comparison.md", "report.html"])
      writeReport(path, name, '{ "tool": { "name": "api-witness" } }');
    const part = createPart(path, "app").path;
    const writer = RunWriter.create(join(part, "run.ndjson"));
    writer.write(header);
    writer.close();
    writeReport(part, "report.html", "witness");
    if (!hasManifest) for (const each of [path, part]) rmSync(join(each, ".witness-files"));
  }

  test.each([
    ["of this version", true],
    ["of 0.6.0", false],
  ])("%s is replaced", (_, hasManifest) => {
    compared(hasManifest);
    replaceComparison(here());
    expect(readdirSync(here())).toEqual([".witness-files"]);
  });

  test.each([
    ["of this version", true],
    ["of 0.6.0", false],
  ])("%s is left whole if a file of somebody else is in it, however deep", (_, hasManifest) => {
    for (const place of ["thesis.txt", "app/thesis.txt"]) {
      compared(hasManifest);
      writeFileSync(join(here(), place), "mine");
      const before = readdirSync(here(), { recursive: true });
      expect(() => replaceComparison(here())).toThrow(
        `witness did not write ${join(here(), place)}`,
      );
      expect(readdirSync(here(), { recursive: true })).toEqual(before);
      rmSync(here(), { recursive: true });
    }
  });

  test("is not one that only has a file of that name", () => {
    mkdirSync(here());
    for (const [name, text] of [
      ["comparison.json", "{}"],
      ["thesis.txt", "mine"],
    ] as const)
      writeFileSync(join(here(), name), text);
    expect(() => replaceComparison(here())).toThrow("witness did not write");
    expect(readdirSync(here())).toEqual(["comparison.json", "thesis.txt"]);
    expect(() => replaceComparison(join(here(), "thesis.txt"))).toThrow("is not a folder");
  });

  test("may be empty, or not there yet", () => {
    mkdirSync(here());
    expect(replaceComparison(here()).runId).toBe("mine");
    expect(replaceComparison(join(folder, "a", "b")).runId).toBe("b");
  });
});
