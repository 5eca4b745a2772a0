import { RUN_FORMAT } from "../model/run.ts";
import { userSubmission } from "../contract/index.ts";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { startStrict } from "../servers/references.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { runVerb, type Ended } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";

let folder: string;
let intact: string;
/** The lines of a real record, without their line feeds. */
let lines: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-damage-"));
  writeFileSync(join(folder, "witness.config.json"), "{}");
  const server = await startStrict();
  const flags = {
    load: false,
    suite: ["valid"],
    runs: 5,
    repeats: 2,
    concurrency: 5,
    timeoutMs: 5000,
  };
  const send = { seed: 7, outputDir: join(folder, "made"), waitForMs: 0 };
  const control = { signal: new AbortController().signal, events: {} };
  const target = { name: "strict", baseUrl: server.url };
  const run = await runJob(
    target,
    { interface: userSubmission, suites: [...suites] },
    { ...defaultOptions("run"), ...flags, ...send },
    control,
  );
  await server.close();
  intact = run.folder;
  lines = readFileSync(join(intact, "run.ndjson"), "utf8").trimEnd().split("\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const verb = (...args: string[]): Promise<Ended> => runVerb(verbCommands(), ...args);
const gate = (run: string, ...more: string[]): Promise<Ended> =>
  verb(
    "gate",
    run,
    "--config",
    join(folder, "witness.config.json"),
    "--output-dir",
    folder,
    ...more,
  );

/** Puts these lines into a run folder of their own; `end` comes behind the last one. */
function store(name: string, changed: readonly string[], end = "\n"): string {
  const path = join(folder, "stored", name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "run.ndjson"), changed.join("\n") + end);
  return path;
}

const at = (type: string, nth: number): number =>
  lines.flatMap((line, index) => (line.startsWith(`{"type":"${type}"`) ? [index] : []))[nth] ?? -1;

/** Every kind of damage, and what is said of it. */
const damages: Record<string, [damaged: () => string[], said: RegExp]> = {
  "an observation removed": [
    () => lines.toSpliced(at("observation", 20), 1),
    /its footer counts \d+ observations, \d+ could be read; its lines do not match the checksum/,
  ],
  "a hand-chosen case removed": [
    () => lines.toSpliced(at("case", 20), 1),
    /its footer counts \d+ other records where \d+ could be read; its lines do not match/,
  ],
  "one character changed": [
    () =>
      lines.with(
        at("observation", 5),
        (lines[at("observation", 5)] ?? "").replace('"atMs":', '"atMs":1'),
      ),
    /^the record is damaged: its lines do not match the checksum in its footer$/,
  ],
  "the checksum in the footer changed": [
    () => lines.with(lines.length - 1, (lines.at(-1) ?? "").replace(/"sha256":"./, '"sha256":"x')),
    /^the record is damaged: its lines do not match the checksum in its footer$/,
  ],
  "the seed in the header changed": [
    () => lines.with(0, (lines[0] ?? "").replace('"seed":7', '"seed":8')),
    /its lines do not match the checksum/,
  ],
  "two observations swapped": [
    () => {
      const [one, two] = [at("observation", 3), at("observation", 4)];
      return lines.with(one, lines[two] ?? "").with(two, lines[one] ?? "");
    },
    /1 line out of place; its lines do not match the checksum/,
  ],
  "an observation twice": [
    () => lines.toSpliced(at("observation", 9), 0, lines[at("observation", 9)] ?? ""),
    /1 observation recorded twice; its footer counts \d+ observations, \d+ could be read/,
  ],
  "another sending of a case under the same number": [
    () => {
      const place = at("observation", 9);
      return lines.toSpliced(place, 0, (lines[place] ?? "").replace(/"seq":\d+/, '"seq":99999'));
    },
    /1 observation recorded twice/,
  ],
  "a blank line added": [() => lines.toSpliced(9, 0, ""), /its lines do not match the checksum/],
  "a line added behind the footer": [
    () => [...lines, lines[at("observation", 0)] ?? ""],
    /out of place/,
  ],
  "62 lines damaged": [
    () => lines.map((line, nth) => (nth > 10 && nth <= 72 ? line.replace("{", "") : line)),
    /^the record is damaged: 62 of [\d,]+ lines cannot be read \(first: line 12\); its footer counts/,
  ],
};

const cuts: Record<string, [cut: () => string[], said: RegExp]> = {
  "the footer removed": [
    () => lines.slice(0, -1),
    /^the record is incomplete: it has no footer after \d+ observations; the run was cut off$/,
  ],
  "cut in the middle of a line": [
    () => [...lines.slice(0, 40), (lines[40] ?? "").slice(0, 50)],
    /^the record is damaged: 1 of 41 lines cannot be read \(first: line 41\); it has no footer after/,
  ],
};

describe("a record", () => {
  test("that is intact passes, and nothing is said of it", async () => {
    const run = store("intact", lines);
    const judged = await gate(run);
    expect(judged.code).toBe(0);
    expect(judged.stdout).not.toContain("record");
    expect((await verb("report", run)).code).toBe(0);
    expect(readFileSync(join(run, "report.html"), "utf8")).not.toContain('class="banner"');
  });

  test.each(Object.entries({ ...damages, ...cuts }))(
    "with %s does not pass",
    async (name, [changed, said]) => {
      const run = store(name.replaceAll(" ", "-"), changed());
      const judged = await gate(run, "--reporter", "junit,ctrf,markdown");
      expect(judged.code).toBe(4);
      const result = JSON.parse(readFileSync(join(folder, "gate.json"), "utf8"));
      expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 4 });
      const [record, ...others] = result.judgements as {
        rule: string;
        verdict: string;
        found: string;
      }[];
      expect(record).toMatchObject({ rule: "record", verdict: "inconclusive" });
      expect(record?.found).toMatch(said);
      expect(others.map(({ verdict }) => verdict)).not.toContain("pass");
      const sentence = record?.found.slice(0, 60) ?? "";
      expect(judged.stdout).toContain(sentence);
      for (const file of ["junit.xml", "ctrf.json", "gate.md"])
        expect(readFileSync(join(folder, file), "utf8"), file).toContain(sentence);
      // To take too little evidence for a pass is no leave to take a damaged record for one.
      expect((await gate(run, "--inconclusive", "pass")).code).toBe(4);
      const reported = await verb("report", run);
      expect(reported.code).toBe(4);
      expect(reported.stdout).toContain(sentence);
      const page = readFileSync(join(run, "report.html"), "utf8");
      expect(page).toContain(`In full: ${sentence.replaceAll(`"`, "&quot;")}`);
      const baseline = join(folder, "base.json");
      const kept = await verb("baseline", "save", run, "--file", baseline);
      expect(kept).toMatchObject({
        code: 2,
        error: { message: expect.stringContaining(sentence) },
      });
      expect(existsSync(baseline)).toBe(false);
      const compared = await verb("compare", intact, run, "--output-dir", join(folder, "compared"));
      expect(compared.code).toBe(4);
      expect(compared.stdout).toContain(sentence);
    },
  );

  test("that is damaged still fails where a rule does", async () => {
    const failing = join(folder, "failing.config.json");
    writeFileSync(failing, JSON.stringify({ policy: { behaviour: { valid: { only: 418 } } } }));
    const run = store("failing", (damages["one character changed"]?.[0] ?? (() => []))());
    const judged = await verb("gate", run, "--config", failing, "--output-dir", folder);
    expect(judged.code).toBe(1);
    expect(judged.stdout).toContain("the record is damaged");
  });

  test("that was interrupted is inconclusive, with the figure", async () => {
    const run = join(folder, "interrupted");
    const server = await startStrict();
    const controller = new AbortController();
    const flags = {
      load: false,
      suite: ["valid"],
      runs: 5,
      repeats: 2,
      concurrency: 5,
      timeoutMs: 5000,
    };
    const send = { seed: 7, outputDir: run, waitForMs: 0 };
    const events = { progress: ({ done }: { done: number }) => done === 20 && controller.abort() };
    const control = { signal: controller.signal, events };
    const target = { name: "strict", baseUrl: server.url };
    const made = await runJob(
      target,
      { interface: userSubmission, suites: [...suites] },
      { ...defaultOptions("run"), ...flags, ...send },
      control,
    );
    await server.close();
    const judged = await gate(made.folder);
    expect(judged.code).toBe(4);
    expect(judged.stdout).toMatch(/the run was interrupted after \d\d observations/);
    expect((await verb("report", made.folder)).code).toBe(4);
  });

  test("of an old format passes, and it is said that it cannot be checked", async () => {
    const old = lines.map((line, nth) =>
      nth === 0
        ? line.replace(`"format":${RUN_FORMAT}`, '"format":3')
        : line.replace(/,"counts":.*$/, "}"),
    );
    const run = store("old", old);
    const judged = await gate(run);
    expect(judged.code).toBe(0);
    expect(judged.stdout).toContain("note  strict: the record has format 3, without a checksum");
  });

  test("of a newer witness is refused by every verb that reads it", async () => {
    const run = store(
      "newer",
      lines.with(
        0,
        (lines[0] ?? "").replace(`"format":${RUN_FORMAT}`, `"format":${RUN_FORMAT + 1}`),
      ),
    );
    const says = new RegExp(
      `was written by a newer witness \\(format ${RUN_FORMAT + 1}; this version reads up to ${RUN_FORMAT}\\)$`,
    );
    for (const args of [
      ["report", run],
      ["gate", run],
      ["baseline", "save", run],
      ["compare", intact, run],
    ])
      expect(await verb(...args), args[0]).toMatchObject({
        code: 2,
        error: { message: expect.stringMatching(says) },
      });
  });

  test("that was changed after its summary was written is told of by history", async () => {
    const outputDir = join(folder, "history");
    mkdirSync(join(outputDir, "one"), { recursive: true });
    const file = join(outputDir, "one", "run.ndjson");
    writeFileSync(file, `${lines.join("\n")}\n`);
    await verb("report", join(outputDir, "one"));
    const before = await verb("history", "--output-dir", outputDir);
    expect(before.stdout).toMatch(/ held /);
    expect(before.stdout).not.toContain("damaged");
    writeFileSync(file, `${lines.toSpliced(at("observation", 3), 1).join("\n")}\n`);
    const after = await verb("history", "--output-dir", outputDir);
    expect(after.stdout).toContain("held, damaged");
    expect(readFileSync(join(outputDir, "history.html"), "utf8")).toContain(", damaged");
  });
});
