import { expect, test } from "vitest";
import { Diagnosis } from "../model/doctor.ts";
import { plain } from "../text/index.ts";
import { renderDoctor, Screen } from "../report/index.ts";
import { diagnose } from "./diagnose.ts";

/** One row of each sender. `closed-slot.test.ts` has every conduct, `witness doctor` every row. */
const SOME = [
  "closed constant 5 ms",
  "closed closes after every fifth",
  "closed drops every tenth",
  "open drops every tenth",
  "client constant 5 ms",
  "wire HTTP/1.0",
];

test("counts, statuses and matching are exact", async () => {
  const nameOf = ({ by, name }: { by: string; name: string }): string => `${by} ${name}`;
  const diagnosis = await diagnose({
    countsOnly: true,
    noiseMs: 50,
    signal: new AbortController().signal,
    only: (row) => SOME.includes(nameOf(row)),
  });
  expect(Diagnosis.parse(JSON.parse(JSON.stringify(diagnosis)))).toEqual(diagnosis);
  expect(diagnosis.rows.map(nameOf).toSorted()).toEqual(SOME.toSorted());
  const missed = diagnosis.rows.flatMap((row) =>
    (row.attempts.at(-1)?.checks ?? [])
      .filter(({ held, kind }) => kind === "count" && !held)
      .map(({ text }) => `${nameOf(row)}: ${text}`),
  );
  expect(missed).toEqual([]);
  expect(diagnosis.noise?.perSecond.length).toBe(5);
});

test("a signal: what was measured is there, and it is not called held", async () => {
  const abort = new AbortController();
  const diagnosis = await diagnose({
    countsOnly: true,
    noiseMs: 50,
    signal: abort.signal,
    only: ({ name }) => name === "constant 5 ms",
    say: (text) => text.includes("2 of") && abort.abort(),
  });
  expect(diagnosis).toMatchObject({ held: false, complete: false });
  expect(diagnosis.rows.length).toBe(1);
  expect(renderDoctor(diagnosis, new Screen(plain))).toMatch(/\ninterrupted: (all|marked) /);
});
