import { expect, test } from "vitest";
import {
  defineInterface,
  textField,
  userSubmission,
  uuidField,
  wholeNumberField,
} from "../contract/index.ts";
import { type ResourceTraits, stateLetters } from "./state-letters.ts";

test.each([
  ["a value that is the same in each request", { size: textField().required() }],
  ["a new value", { title: textField({ fresh: true }).required(), size: wholeNumberField() }],
])("PUT with the newest ETag changes %s", (_, fields) => {
  const parameters = { name: uuidField({ fresh: true }) };
  const from = defineInterface({ name: "put", method: "PUT", path: "/{name}", parameters, fields });
  const ids = (tagged: boolean) =>
    stateLetters({ ...from, responses: [] }, { tagged }).map(({ id }) => id);
  expect(ids(true)).toEqual(expect.arrayContaining(["put-current", "put-outdated"]));
  expect(ids(false)).not.toContain("put-current");
});

test("conditional requests of the built-in interface are only for a server that requires them", () => {
  const ids = (traits: ResourceTraits) => stateLetters(userSubmission, traits).map(({ id }) => id);
  const conditional = ["delete-stale", "delete-current", "put", "put-current", "put-outdated"];
  expect(ids({ tagged: true, guarded: true })).toEqual(expect.arrayContaining(conditional));
  expect(ids({ tagged: true }).filter((id) => conditional.includes(id))).toEqual([]);
});
