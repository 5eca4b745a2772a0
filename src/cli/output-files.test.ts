import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requireReplaceable } from "./output-files.ts";

test("a file in a folder that does not exist is refused before anything is sent", () => {
  const file = join(tmpdir(), "witness-no-such-folder", "written.yaml");
  expect(() => requireReplaceable("--write-openapi", file)).toThrow(/there is no folder/);
  expect(() => requireReplaceable("--write-openapi", join(tmpdir(), "new.yaml"))).not.toThrow();
});
