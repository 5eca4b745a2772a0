import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/user-submission.ts";
import type { RuleFinding } from "../model/finding.ts";
import { defaultOptions } from "../options/resolve.ts";
import { installedVersion, startLanguage } from "../servers/languages.fixture.ts";
import type { Listening } from "../servers/listening.ts";
import { inferJob } from "./infer.ts";
import type { FinishedRun } from "./open-run.ts";

type Expected = [name: string, aspect: string, rule: string][];

/** Both servers test the types of values, which converts nothing, and the media type before its first semicolon. */
const BOTH: Expected = [
  ["id", "string", "whole-number-string-refused"],
  ["id", "null", "whole-number-null-refused"],
  ["id", "array", "whole-number-array-refused"],
  ["id", "object", "whole-number-object-refused"],
  ["id", "missing", "whole-number-required"],
  ["date", "number", "date-time-number-refused"],
  ["date", "missing", "date-time-required"],
  ["further members", "further members", "further-members-accepted"],
  ["media type", "type", "media-type-loose-parameters"],
];

/**
 * From https://www.php.net/manual/en/function.json-decode.php: only UTF-8 is read, large integers become floats, and nesting
 * ends at 512. From function.is-int.php and language.types.integer.php: an int has 64 bits, and neither a float nor a bool is
 * one. From datetimeimmutable.createfromformat.php: DATE_RFC3339_EXTENDED has milliseconds and any zone; dates that are not in
 * the calendar roll over. The charset is never looked at.
 */
const PHP: Expected = [
  ...BOTH,
  ["id", "number", "whole-number-int64"],
  ["id", "boolean", "whole-number-boolean-refused"],
  ["date", "string", "date-time-php-extended-rolled"],
  ["document", "parser", "document-php"],
  ["charset", "name", "charset-ignored"],
];

/**
 * From https://docs.python.org/3/library/json.html: an integer has any size (sys.int_max_str_digits bounds its digits), and
 * bytes are read as UTF-8, UTF-16 or UTF-32, whatever the header says. From functions.html#bool: bool is a subclass of int. From
 * datetime.html: fromisoformat reads most of ISO 8601 since 3.11.
 */
const pythonOf = (minor: number): Expected => [
  ...BOTH,
  ["id", "number", "whole-number-python"],
  ["id", "boolean", "whole-number-boolean-accepted"],
  ["date", "string", minor < 11 ? "date-time-python-3.10" : "date-time-python"],
  ["document", "parser", minor < 12 ? "document-python-3.11" : "document-python"],
  ["charset", "name", "charset-detected"],
];

const versions = { php: installedVersion("php"), python3: installedVersion("python3") };
const [, minor] = (versions.python3 ?? "").split(".");

describe.each([
  ["php", PHP],
  ["python3", pythonOf(Number(minor))],
] as const)("%s", (language, expected) => {
  if (versions[language] === undefined) {
    test.skip(`${language} is not installed`);
    return;
  }
  let server: Listening;
  let run: FinishedRun;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "witness-infer-"));
    server = await startLanguage(language);
    run = await inferJob(
      { name: language, baseUrl: server.url },
      { interface: userSubmission, suites: [...suites] },
      {
        ...defaultOptions("infer"),
        suite: ["valid", "id-bounds", "malformed-json", "media-type"],
        // Rules rest on experiments, not on drawn requests.
        runs: 20,
        seed: 1,
        outputDir: folder,
      },
      { signal: new AbortController().signal, events: {} },
    );
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test.each(expected)("%s, %s: %s", (name, aspect, rule) => {
    const finding = run.fold.findings.find(
      (each): each is RuleFinding => each.kind === "rule" && each.name === name,
    );
    const checks = finding?.checks.filter((each) => each.aspect === aspect) ?? [];
    const sentence = run.summary.inferred?.parts.find((each) => each.name === name)?.sentence;
    expect(
      checks.flatMap(({ rules }) => rules.map(({ id }) => id)),
      sentence,
    ).toContain(rule);
  });

  test("the media type is checked before JSON, JSON before the fields", () => {
    expect(run.outcome.end).toBe("done");
    expect(run.summary.inferred?.order).toBe(
      "media type (415), then JSON (400), then id, date (422)",
    );
    expect(run.summary.inferred?.headline).toMatch(/^id: /);
    for (const finding of run.fold.findings) {
      if (finding.kind !== "rule") continue;
      expect(finding.checks.filter(({ state }) => state === "none")).toEqual([]);
      // A long line is measured whole, with its name.
      for (const { id, at, inside } of finding.limits)
        if (id === "headers-line")
          expect(Number(at)).toBe(parseInt(inside.by, 10) + "X-Filler: ".length);
    }
  });
});
