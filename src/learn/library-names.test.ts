import { expect, test } from "vitest";
import { isForeign, languageOf } from "./rule-finding.ts";

const response = (...headers: [string, string][]) =>
  ({ status: 201, reason: "", headers, framing: "none", body: { bytes: 0, sha256: "" } }) as const;

test.each<[string, [string, string][], string | undefined]>([
  ["uvicorn", [["server", "uvicorn"]], "Python"],
  ["gunicorn", [["Server", "gunicorn/20.1.0"]], "Python"],
  ["PHP", [["X-Powered-By", "PHP/8.2.7"]], "PHP"],
  ["Express", [["X-Powered-By", "Express"]], "JavaScript"],
  [
    "a proxy in front of two",
    [
      ["Server", "nginx"],
      ["X-Powered-By", "PHP/8.2, Express"],
    ],
    undefined,
  ],
  ["a proxy alone", [["Server", "nginx/1.25"]], undefined],
  ["no header", [], undefined],
])("the language behind %s", (_name, headers, language) => {
  expect(languageOf({ ...response(...headers), headers })).toBe(language);
});

test.each<[string[], string | undefined, boolean]>([
  [["strings by PHP's is_numeric", "strings by Ruby's Float()"], undefined, true],
  [["strings by PHP's is_numeric", "strings by PHP's FILTER_VALIDATE_FLOAT"], undefined, false],
  [["strings by PHP's FILTER_VALIDATE_FLOAT"], "Python", true],
  [["strings by Python's float()"], "Python", false],
  [["any number", "strings by Ruby's Float()"], "Python", false],
  [[], "Python", false],
])("%j of a server in %s names another library: %s", (names, language, isOther) => {
  expect(isForeign(names, language)).toBe(isOther);
});
