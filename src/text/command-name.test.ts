import { expect, test } from "vitest";
import { commandFor } from "./words.ts";

test.each([
  [undefined, "witness"],
  ['api-witness "run" ":3000"', "npx api-witness"],
  ["witness gate && npm run more", "npx api-witness"],
  ["node scripts/setup.mjs --build && node dist/src/cli/main.js demo", "npx api-witness"],
  ["node scripts/setup.mjs --build && vitest run", "witness"],
  ["eyewitness run", "witness"],
])("where npm runs %s, a user types %s", (script, typed) => {
  expect(commandFor({ npm_lifecycle_script: script })).toBe(typed);
});
