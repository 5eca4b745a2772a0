import { expect, test } from "vitest";
import { recordDoubts } from "./record-doubts.ts";

test("says of records what is wrong with them once, with the targets of which it is true", () => {
  const old = { state: "unchecked", text: "the record has format 3" } as const;
  const cut = { state: "incomplete", text: "the record is incomplete" } as const;
  expect(
    recordDoubts([
      { name: "go", record: old },
      { name: "php" },
      { name: "java", record: cut },
      { name: "ruby", record: old },
    ]),
  ).toEqual([
    { of: "go, ruby", record: old },
    { of: "java", record: cut },
  ]);
  const many = Array.from({ length: 10 }, (_, at) => ({ name: `app-${at}`, record: old }));
  expect(recordDoubts(many)).toEqual([{ of: "10 targets", record: old }]);
});
