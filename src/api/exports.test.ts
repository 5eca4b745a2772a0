import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documented, exportsOf, namedIn } from "../../test/api/declarations.ts";
import { ROOT } from "../../test/api/user-folder.ts";

/** Names that the signatures use and the package does not export, each with why a user does not need it. */
const NOT_EXPORTED: Record<string, string> = {
  ApiOptionsOf:
    "computes the options of a verb from the option table: RunOptions and its like are the result",
};

const PAGE = readFileSync(join(ROOT, "docs/api.md"), "utf8");
const exported = ["index.d.ts", "vitest/describe-target.d.ts"].flatMap((entry) =>
  exportsOf(join(ROOT, "dist/src", entry)),
);

describe("the package exports", () => {
  test("every type that a signature or an exported type names", () => {
    expect(exported.length).toBeGreaterThan(60);
    const known = new Set(exported.map(({ file, name }) => `${file} ${name}`));
    const missing = exported.flatMap(({ as, file, text }) =>
      namedIn(file, text)
        .filter((place) => !(place.name in NOT_EXPORTED))
        .filter((place) => !known.has(`${place.file} ${place.name}`))
        .map(({ name }) => `${as} names ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("nothing without a docstring", () => {
    const bare = exported.filter((each) => !documented(each)).map(({ as }) => as);
    expect(bare).toEqual([]);
  });

  test("nothing that docs/api.md does not name", () => {
    const unnamed = exported.filter(({ as }) => !new RegExp(`\\b${as}\\b`).test(PAGE));
    expect(unnamed.map(({ as }) => as)).toEqual([]);
  });
});
