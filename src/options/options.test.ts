import { readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { addOptions } from "../cli/verbs.ts";
import { type Verb, VERBS, defaults, option } from "./option-row.ts";
import { optionsPage } from "../../tools/options-page.ts";
import { apiShape, configShape, recordedOptions, recordedShape } from "./schemas.ts";
import { type Origins, assemble, resolveOptions } from "./resolve.ts";
import { readConfig } from "../policy/policy-problems.ts";
import { OPTIONS, type OptionTable, headingOf, keyOf, rowsOf, variableOf } from "./table.ts";
import { duration, integer } from "./amounts.ts";

const TABLE = OPTIONS as unknown as OptionTable;
const SENDING: readonly Verb[] = ["run", "load", "explore", "compare", "gate"];

const origins = (given: Partial<Origins> = {}): Origins => ({
  flags: {},
  env: {},
  file: {},
  place: () => "witness.config.ts:3",
  ...given,
});

describe("a value", () => {
  test.each([
    ["500ms", 500],
    ["5s", 5000],
    ["1.5s", 1500],
    ["2m", 120_000],
    ["750ms", 750],
    ["0", 0],
  ])("%s is a duration of %i ms", (text, ms) => {
    expect(duration().parse(text)).toBe(ms);
  });

  test("of every duration has a unit: on the command line, in the environment and in the configuration", () => {
    const durations = Object.values(TABLE).filter(({ kind }) => kind.placeholder === "<time>");
    const known = [
      "cap-idle",
      "duration",
      "load-duration",
      "max-time",
      "timeout",
      "wait-for",
      "warmup",
    ];
    expect(durations.map(({ flag }) => flag)).toEqual(expect.arrayContaining(known));
    const problem = "has no unit: write 20s for 20 seconds, or 20ms for 20 milliseconds";
    for (const row of durations) {
      const { kind, flag } = row;
      expect(kind.parse("20s")).toBe(20_000);
      expect(() => kind.parse("20")).toThrow(problem);
      const [verb = "run"] = Object.keys(row.defaults) as Verb[];
      const env = { [variableOf(row)]: "20" };
      const file = (value: unknown) => ({ file: { [keyOf(row)]: value } });
      expect(() => resolveOptions(verb, origins({ env }))).toThrow(`${variableOf(row)} ${problem}`);
      for (const written of ["20", 20])
        expect(() => resolveOptions(verb, origins(file(written)))).toThrow(
          `witness.config.ts:3: options.${keyOf(row)} ${problem}`,
        );
      const read = readConfig({ options: { [keyOf(row)]: 20 } });
      expect("problems" in read && read.problems[0]?.message).toBe(problem);
      const command = addOptions(new Command(verb).exitOverride(), verb).configureOutput({
        writeErr: () => {},
      });
      expect(() => command.parse([`--${flag}`, "20"], { from: "user" })).toThrow(`It ${problem}.`);
    }
  });

  test("of one second is in the singular", () => {
    expect(() => duration().parse("1")).toThrow(
      "has no unit: write 1s for 1 second, or 1ms for 1 millisecond",
    );
  });

  test("is never a share without a percent sign", () => {
    const kind = TABLE["untilUnseen"]?.kind;
    expect(() => kind?.parse("0.1")).toThrow("has no unit: write 0.1% for 0.1 of 100");
    const read = readConfig({ options: { untilUnseen: 0.1 } });
    expect("problems" in read && read.problems[0]?.message).toBe(
      "has no unit: write 0.1% for 0.1 of 100",
    );
  });

  test("of every default is read back from how it is shown", () => {
    const shown = SENDING.flatMap((verb) =>
      rowsOf(verb).map(({ flag, kind, defaults }) => ({ verb, flag, kind, usual: defaults[verb] })),
    ).filter(({ usual }) => usual !== undefined && !(Array.isArray(usual) && usual.length === 0));
    const other = shown.filter(
      ({ kind, usual }) => JSON.stringify(kind.parse(kind.format(usual))) !== JSON.stringify(usual),
    );
    expect(other).toEqual([]);
    const found = shown.find(({ verb, flag }) => verb === "run" && flag === "timeout");
    expect(found?.kind.format(found.usual)).toBe("5s");
  });

  test.each([
    ["--timeout", "timeoutMs", "0", "must be a duration from 1ms to 10m"],
    ["--repeats", "repeats", "many", 'must be an integer from 1 to 1000, got "many"'],
    ["--repeats", "repeats", "1.5", "must be an integer from 1 to 1000"],
    ["--rate", "ratePerSecond", "-1", 'must be a number > 0, got "-1"'],
    ["--cap-body", "caps.body", "65MiB", "must be a size from 1 to 64MiB"],
    ["--compare", "compare", "status,mood", 'got "mood"'],
    ["--grep", "grep", "(", "must be a regular expression"],
    ["--load-duration", "loadDurationMs", "5ms", "a duration >= 100ms"],
    ["--suite", "suite", "a,,b", "must be names, separated by commas"],
    ["--load", "load", "perhaps", "must be true or false"],
  ])("that %s does not accept is refused: %s %s", (_, name, text, message) => {
    expect(() => TABLE[name]?.kind.parse(text)).toThrow(message);
  });
});

describe("precedence", () => {
  test("is flag, environment, configuration, default", () => {
    const resolved = resolveOptions(
      "run",
      origins({
        flags: { seed: 1 },
        env: { WITNESS_SEED: "2", WITNESS_TIMEOUT: "2s", WITNESS_LOAD: "0", WITNESS_RUNS: "" },
        file: { seed: 3, timeout: "3s", loadDuration: "500ms", suite: ["valid", "fields"] },
      }),
    );
    expect(resolved).toMatchObject({
      seed: { value: 1, origin: "flag", where: "--seed" },
      timeoutMs: { value: 2000, origin: "environment", where: "WITNESS_TIMEOUT" },
      load: { value: false, origin: "environment" },
      runs: { value: 200, origin: "default", where: "default" },
      loadDurationMs: { value: 500, origin: "file", where: "witness.config.ts:3" },
      suite: { value: ["valid", "fields"], origin: "file" },
      repeats: { value: 2, origin: "default" },
    });
    expect(resolved["grep"]).toBeUndefined();
  });

  test("names the place of a value that is not accepted", () => {
    expect(() => resolveOptions("run", origins({ env: { WITNESS_REPEATS: "many" } }))).toThrow(
      'WITNESS_REPEATS must be an integer from 1 to 1000, got "many"',
    );
    expect(() => resolveOptions("run", origins({ file: { concurrency: 0 } }))).toThrow(
      'witness.config.ts:3: options.concurrency must be an integer from 1 to 1000, got "0"',
    );
  });

  test("gives each verb its own default", () => {
    const timeouts = SENDING.map((verb) => [
      verb,
      resolveOptions(verb, origins())["timeoutMs"]?.value,
    ]);
    expect(Object.fromEntries(timeouts)).toEqual({
      run: 5000,
      load: 10_000,
      explore: 1000,
      compare: 5000,
      gate: 5000,
    });
  });

  test("groups what belongs together", () => {
    const flat = { "caps.body": 1, "caps.idle": 2, runs: 3 };
    expect(assemble("explore", flat)).toEqual({ caps: { body: 1, idle: 2 }, runs: 3 });
  });
});

test("the record has what decides the requests and their outcomes", () => {
  const options = { grep: /a.b/, suite: [], insecure: false, timeoutMs: 7, json: true };
  const recorded = recordedOptions("run", { ...options, readLimitBytes: 2048, repeats: 2 });
  expect(recorded).toEqual({ grep: "a.b", timeoutMs: 7, readLimitBytes: 2048, repeats: 2 });
  expect(z.strictObject(recordedShape()).parse(recorded)).toEqual(recorded);
});

test("docs/options.md is what the table says", () => {
  const page = new URL("../../docs/options.md", import.meta.url);
  expect(readFileSync(page, "utf8")).toBe(optionsPage());
});

/** The table with one more row, as somebody adds an option. */
const WITH_PATIENCE: OptionTable = {
  ...TABLE,
  patienceMs: option("patience", duration(1), defaults(["run"], 3000, { explore: 1000 }), {
    help: "wait this long before giving up on a slow target",
    recordedAs: "patienceMs",
  }) as unknown as OptionTable[string],
};

test("every option has a heading in the help", () => {
  expect(Object.keys(TABLE).filter((name) => headingOf({ name }) === undefined)).toEqual([]);
});

describe("a row that is added to the table is", () => {
  const command = (verb: Verb): Command =>
    addOptions(new Command(verb).exitOverride(), verb, WITH_PATIENCE);

  test("in the help of its verbs, with its default and variable", () => {
    const help = command("run").helpInformation().replace(/\s+/g, " ");
    expect(help).toContain(
      "--patience <time> wait this long before giving up on a slow target (default: 3s, env: WITNESS_PATIENCE)",
    );
    expect(command("explore").helpInformation()).toContain("(default: 1s");
    expect(command("load").helpInformation()).not.toContain("patience");
  });

  test("read from the command line, the environment and the configuration", () => {
    const read = command("run").parse(["--patience", "2m"], { from: "user" }).opts();
    expect(read["patience"]).toBe(120_000);
    const resolve = (given: Partial<Origins>) =>
      resolveOptions("run", origins(given), WITH_PATIENCE)["patienceMs"]?.value;
    expect(resolve({ env: { WITNESS_PATIENCE: "4s" } })).toBe(4000);
    expect(resolve({ file: { patience: "5s" } })).toBe(5000);
    expect(resolve({})).toBe(3000);
    const file = z.strictObject(configShape(WITH_PATIENCE));
    expect(file.parse({ patience: "5s" })).toEqual({ patience: "5s" });
    expect(z.toJSONSchema(file).properties).toHaveProperty("patience");
  });

  test("in the API, with its name there in an error", () => {
    const api = z.strictObject(apiShape("explore", WITH_PATIENCE));
    expect(api.parse({})).toMatchObject({ patienceMs: 1000 });
    const refused = api.safeParse({ patienceMs: "soon" });
    expect(refused.error?.issues[0]?.path).toEqual(["patienceMs"]);
  });

  test("in the record and in the documentation", () => {
    expect(recordedOptions("run", { patienceMs: 5 }, WITH_PATIENCE)).toEqual({ patienceMs: 5 });
    expect(optionsPage(WITH_PATIENCE)).toContain(
      "| `--patience` | `WITNESS_PATIENCE` | `options.patience` | `patienceMs` |",
    );
  });
});

test("a recorded name is used once, and a flag once for each verb", () => {
  const rows = Object.values(TABLE);
  for (const names of [
    ...VERBS.map((verb) => rowsOf(verb).map(({ flag }) => flag)),
    rows.flatMap(({ recordedAs }) => recordedAs ?? []),
  ])
    expect(names).toEqual([...new Set(names)]);
  expect(integer(1).accepts).toBe("an integer >= 1");
});
