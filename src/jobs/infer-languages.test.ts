import { describe, expect, test } from "vitest";
import { installedVersion, startLanguage } from "../../test/servers/languages.ts";
import { testInferred, type ExpectedRule } from "../../test/jobs/inferred.ts";

/** Both servers test the types of values, which converts nothing, and the media type before its first semicolon. */
const BOTH: ExpectedRule[] = [
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
const PHP: ExpectedRule[] = [
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
const pythonOf = (minor: number): ExpectedRule[] => [
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
  const suite = ["valid", "id-bounds", "malformed-json", "media-type"];
  const inferred = testInferred(language, () => startLanguage(language), { suite }, expected);

  test("the media type is checked before JSON, JSON before the fields", () => {
    const { run } = inferred();
    expect(run.outcome.end).toBe("done");
    expect(run.summary.inferred?.order).toBe(
      "media type (415), then JSON (400), then id, date (422)",
    );
    expect(run.summary.inferred?.headline).toMatch(/^id: /);
    const rules = run.fold.findings.filter((finding) => finding.kind === "rule");
    expect(rules.flatMap(({ checks }) => checks.filter(({ state }) => state === "none"))).toEqual(
      [],
    );
    // A long line is measured whole, with its name.
    const lines = rules.flatMap(({ limits }) => limits.filter(({ id }) => id === "headers-line"));
    expect(lines.map(({ at, inside }) => Number(at) - parseInt(inside.by, 10))).toEqual([
      "X-Filler: ".length,
    ]);
  });
});
