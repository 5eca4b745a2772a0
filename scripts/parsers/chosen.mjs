// Values chosen by hand: one a line, with the escapes of JSON.
import { readFileSync } from "node:fs";

export const chosen = (name) =>
  readFileSync(new URL(`chosen/${name}.txt`, import.meta.url), "utf8")
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(`"${line}"`));
