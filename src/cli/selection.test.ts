import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateResult } from "../model/index.ts";
import type { Judgement } from "../model/gate.ts";
import type { Listening } from "../servers/json-server.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

let folder: string;
let server: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-selection-"));
  server = await startRuled({ missingId: "accept" });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const witness = (...args: string[]) => callWitness(folder, args);

async function listed(...args: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await witness("run", ":3000", "--list", "--json", ...args);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
}

const suitesOf = (ids: string[]): Set<string> => new Set(ids.map((id) => id.split("/")[0] ?? ""));

async function gate(policy: object, ...args: string[]): Promise<GateResult> {
  writeFileSync(join(folder, "rules.json"), JSON.stringify({ policy }));
  const common = ["--config", "rules.json", "--output-dir", "out", "--quiet", "--json"];
  const { stdout, stderr } = await witness("gate", `app=${server.url}`, ...common, ...args);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as GateResult;
}

const judgedBy = ({ judgements }: GateResult): Record<string, Judgement["verdict"]> =>
  Object.fromEntries(judgements.map(({ rule, verdict }) => [rule, verdict]));

describe("what is sent", () => {
  test("the number of requests at the start of a run is that of the catalogue at its end", async () => {
    const few = ["--suite", "valid,fields", "--runs", "0", "--no-load", "--output-dir", "counts"];
    const { stdout, stderr } = await witness("run", `app=${server.url}`, ...few);
    const [, planned = "none"] = /^ *([\d,]+) requests, /m.exec(stderr) ?? [];
    expect(stdout).toMatch(
      new RegExp(` [\\d,]+ requests \\(catalogue ${planned}, checks \\d+\\) · `),
    );
  });

  test("--profile safe leaves hazards, framing, size and connection out", async () => {
    const [safe, all] = [await listed("--profile", "safe"), await listed()];
    const left = [...suitesOf(all)].filter((suite) => !suitesOf(safe).has(suite));
    expect(left.toSorted()).toEqual(["connection", "framing", "size"]);
    const none = await witness("run", ":3000", "--list", "--profile", "safe", "--suite", "size");
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/no case is selected/) });
  });

  test("--profile sets the defaults of other options, and says so", async () => {
    const shown = async (...args: string[]): Promise<string> =>
      (await witness("print-config", "gate", ...args)).stdout;
    const full = await shown("--profile", "full", "--repeats", "7");
    expect(full).toMatch(/runs +1000 +default/);
    expect(full).toMatch(/repeats +7 +flag/);
    expect(await shown("--profile", "safe")).toMatch(/hazards +false/);
    expect(await shown()).toMatch(/runs +200 +default/);
  });

  test("--exclude takes suites and globs of cases", async () => {
    const ids = await listed("--exclude", "fields,size", "--exclude", "headers/browser-*");
    expect(suitesOf(ids)).not.toContain("fields");
    expect(ids.filter((id) => id.startsWith("headers/"))).not.toEqual([]);
    expect(ids.filter((id) => id.startsWith("headers/browser-"))).toEqual([]);
    const wrong = await witness("run", ":3000", "--list", "--exclude", "feilds");
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/did you mean "?fields/),
    });
  });
});

describe("the gate", () => {
  const few = ["--suite", "valid,fields", "--runs", "0", "--repeats", "1"];

  test("--no-load skips rules on load, and onlyIn skips rules outside of full runs", async () => {
    const result = await gate(
      {
        behaviour: { valid: { only: 201 }, fields: { only: 400, onlyIn: "full" } },
        boundaries: { "id-upwards": { atLeast: 1, onlyIn: "full" } },
        load: ["p(95)<20", { rule: "goodput>1", onlyIn: "full" }],
      },
      ...few,
      "--no-load",
    );
    expect(judgedBy(result)).toMatchObject({
      "policy.behaviour.valid.only": "pass",
      "policy.behaviour.fields.only": "skipped",
      "policy.boundaries.id-upwards.atLeast": "skipped",
      "policy.load[0]": "skipped",
      "policy.load[1]": "skipped",
    });
    expect(result.exitCode).toBe(0);
    const found = result.judgements.map((each) => each.found);
    expect(found).toContain("this run has no load (--no-load)");
    expect(found).toContain("only in runs with --profile full");
  });

  test("a rule that is only in full runs is judged there", async () => {
    const rules = { behaviour: { fields: { only: 418, onlyIn: "full" } } };
    const result = await gate(rules, ...few, "--no-load", "--profile", "full");
    expect(judgedBy(result)["policy.behaviour.fields.only"]).toBe("fail");
  });

  test("--only-failed sends the cases that the gate of a run named", async () => {
    const rules = { behaviour: { "fields/extra-key-*": { only: 418 } } };
    const { targets, judgements } = await gate(rules, ...few, "--no-load");
    const named = judgements.flatMap(({ breaches }) => breaches.flatMap((each) => each.case ?? []));
    expect(named.length).toBeGreaterThan(0);
    const run = targets[0]?.run ?? "";
    expect((await listed("--only-failed", run)).toSorted()).toEqual([...new Set(named)].toSorted());
    const none = await witness("run", ":3000", "--list", "--only-failed", "nowhere");
    expect(none.code).toBe(2);
  });

  test("a run of a part is held against that part of a baseline", async () => {
    const all = ["--suite", "valid,fields,methods", "--runs", "0", "--repeats", "1", "--no-load"];
    const [saved] = (await gate({}, ...all)).targets;
    await witness("baseline", "save", saved?.run ?? "", "--file", "b.json");
    expect(readFileSync(join(folder, "b.json"), "utf8")).toContain('"methods/');
    const part = await gate(
      {},
      ...few,
      "--no-load",
      "--exclude",
      "methods",
      "--baseline",
      "b.json",
    );
    expect(judgedBy(part)["baseline.cases"]).toBe("pass");
    const unsent = part.notes.filter((note) => note.includes("not sent"));
    expect(unsent).toEqual([expect.stringMatching(/\d+ cases not sent \(--suite .*\)/)]);
  });

  test("rules on what was not asked for are skipped, and a typo is an error", async () => {
    const never = { never: 418 };
    const rules = {
      behaviour: {
        "*": never,
        valid: { ...never, stable: true },
        methods: never,
        "headers/browser-*": never,
        "tag:other-methods": never,
      },
    };
    const quick = ["--runs", "0", "--no-load"];
    const parts = [
      { given: ["--suite", "valid"], skips: ["methods", '"headers/browser-*"'] },
      {
        given: ["--suite", "valid,methods,headers", "--exclude", "methods,headers/browser-*"],
        skips: ["methods", '"headers/browser-*"'],
      },
    ];
    for (const { given, skips } of parts) {
      const result = await gate(rules, ...quick, ...given);
      expect(result.exitCode).toBe(0);
      const skipped = result.judgements.filter(({ verdict }) => verdict === "skipped");
      for (const name of skips) {
        const own = skipped.find(({ text }) => text.startsWith(`${name}.never`));
        expect(own?.found).toMatch(/^not asked \(--suite valid/);
      }
      expect(result.notes.join("\n")).toMatch(
        /app: [\d,]+ of [\d,]+ cases not sent \(--suite valid/,
      );
    }
    // Nothing in the whole catalogue matches.
    const typo = { behaviour: { ...rules.behaviour, "headers/brouser-*": never } };
    const wrong = await gate(typo, ...quick, "--suite", "valid");
    expect(wrong.exitCode).toBe(2);
    expect(judgedBy(wrong)['policy.behaviour["headers/brouser-*"].never']).toBe("error");
  });

  test("--only-failed and --profile safe skip rules on the rest", async () => {
    const rules = {
      behaviour: {
        "fields/missing-*": { only: 422 },
        methods: { never: 418 },
        framing: { never: 418 },
      },
    };
    const first = await gate(rules, "--suite", "fields", "--runs", "0", "--no-load");
    expect(first.exitCode).toBe(1);
    const again = await gate(rules, "--only-failed", first.targets[0]?.run ?? "", "--no-load");
    expect(judgedBy(again)).toMatchObject({
      'policy.behaviour["fields/missing-*"].only': "fail",
      "policy.behaviour.methods.never": "skipped",
    });
    const safe = ["--profile", "safe", "--suite", "fields,framing", "--runs", "0", "--no-load"];
    const { judgements } = await gate(rules, ...safe);
    expect(judgements.find(({ rule }) => rule === "policy.behaviour.framing.never")).toMatchObject({
      verdict: "skipped",
      found: "not asked (--suite fields,framing, --profile safe)",
    });
  });

  test("--max-time ends the run, says what was not sent, and takes rules their evidence", async () => {
    const rules = { behaviour: { valid: { only: 201 }, "*": { never: 418 } } };
    const result = await gate(rules, "--max-time", "3s", "--no-load", "--repeats", "1");
    expect(result.exitCode).toBe(4);
    const notes = result.notes.join("\n");
    // The first suite is over by then, unless the machine is very busy.
    const ofValid = / \(valid \d/.test(notes) ? "inconclusive" : "pass";
    expect(judgedBy(result)).toMatchObject({
      stated: ofValid,
      "policy.behaviour.valid.only": ofValid,
      'policy.behaviour["*"].never': "inconclusive",
    });
    expect(notes).toMatch(
      /app: --max-time was over: [\d,]+ of [\d,]+ requests were not sent \(.*versioning \d+\)/,
    );
  });
});
