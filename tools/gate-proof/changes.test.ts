import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHANGES } from "./changes.ts";

const SOURCES = {
  flask: ["flask_app.py", "start.sh"],
  express: ["express-cluster.mjs"],
};

test.each(Object.entries(SOURCES))("%s can make every planted change", (_, files) => {
  const texts = files.map((file) =>
    readFileSync(join(import.meta.dirname, "servers", file), "utf8"),
  );
  // In TypeScript and Python quoted, in the shell not.
  const made = texts.flatMap((text) =>
    [...text.matchAll(/CHANGE(?: [!=]==? "([\w-]+)"|:-\}" = ([\w-]+))/g)].map(
      ([, quoted = "", bare = quoted]) => bare,
    ),
  );
  expect([...new Set(made)].toSorted()).toEqual(Object.keys(CHANGES).toSorted());
});
