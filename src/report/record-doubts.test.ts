import { expect, test } from "vitest";
import { recordDoubts } from "./run-words.ts";

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

test("several records that were cut off are one sentence, with the range of their figures", () => {
  const cutAfter = (count: string, at: number) => ({
    name: `server-${at + 1}`,
    record: {
      state: "incomplete",
      text: `the record is incomplete: it has no footer after ${count} observations`,
    } as const,
  });
  const many = ["120", "1,480", "96", "96", "310", "2,012", "7"].map(cutAfter);
  expect(recordDoubts(many)).toEqual([
    {
      of: "7 targets",
      record: {
        state: "incomplete",
        text: "the record is incomplete: it has no footer after 7 to 2,012 observations",
      },
    },
  ]);
  expect(recordDoubts(many.slice(0, 2)).map(({ of }) => of)).toEqual(["server-1", "server-2"]);
});
