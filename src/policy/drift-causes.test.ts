import { describe, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { messageSizes } from "../analyse/index.ts";
import { userSubmission } from "../contract/index.ts";
import { sentBytes } from "../generate/index.ts";
import type { Case, RunRecord } from "../model/index.ts";
import { suites } from "../../suites/index.ts";
import { baselineOf } from "./baseline.ts";
import { driftCauses } from "./drift-causes.ts";
import { FAMILY_WORDS } from "./common-words.ts";
import { gateRun, sentCase } from "../../test/policy/gate.ts";
import { judgeRuns } from "./judge-runs.ts";

const ids = suiteNamed("id-bounds").cases;
const dates = suiteNamed("date-precision").cases;
const fields = suiteNamed("fields").cases;

/** The JSON object that a case sends, if it sends one. */
function valuesOf({ request }: Case): { id?: unknown; date?: unknown } | undefined {
  const [bytes = Buffer.alloc(0)] = sentBytes(request, userSubmission).connections;
  try {
    const text = bytes.toString("utf8").split("\r\n\r\n")[1] ?? "";
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The response to both sendings, or to the first and the second one. */
type Status = (sent: Case) => number | [first: number, second: number];
const records = (cases: readonly Case[], status: Status): RunRecord[] =>
  cases.flatMap((sent) => {
    const each = status(sent);
    return sentCase(sent, typeof each === "number" ? [each, each] : each);
  });

function causes(cases: readonly Case[], before: Status, now: Status): string[] {
  // Several runs show whether the second response is another one each time.
  const learned = gateRun({}, records(cases, before)).gate.run;
  const value = baselineOf([learned, learned, learned]);
  const runs = [gateRun({}, records(cases, now))];
  const { judgements } = judgeRuns({ runs, baseline: { value } });
  const judged = judgements.find(({ rule }) => rule === "baseline.cases");
  const told = judged?.causes ?? [];
  // Every case that changed is in one cause, and in the list of cases.
  const all = told.flatMap((cause) => cause.cases).toSorted();
  expect(new Set(all).size).toBe(all.length);
  expect(judged?.breaches.map((breach) => breach.case ?? "").toSorted()).toEqual(all);
  expect(all.length + (judged?.unchanged?.length ?? 0)).toBe(cases.length + 1);
  return told.map(({ text }) => text);
}

const upTo =
  (limit: bigint): Status =>
  ({ rung }) =>
    rung?.axis === "id upwards" && BigInt(rung.at) > limit ? 400 : 201;

const drift = (name: string, before: string, now: string) =>
  ({ kind: "changed", name, before, now }) as const;

const causesOf = (drifts: Parameters<typeof driftCauses>[2]) =>
  driftCauses({ cases: {}, boundaries: {} }, gateRun({}, []).gate.run, drifts);

describe("causes of drift", () => {
  test("connections that are closed after a response are one cause, whatever was to follow it", () => {
    const drifts = [
      drift("connection/two", "400, 201", "400, closed"),
      drift("connection/pipelined", "201 ×10", "201, closed"),
      drift("repetition/twice", "201, 409 ×4", "201, reset"),
      drift("repetition/burst", "201 ×50", "201 ×5, closed ×5"),
      drift("repetition/none", "201, 409", "closed"),
    ];
    const textsOf = (all: typeof drifts) => causesOf(all).map(({ text }) => text);
    expect(textsOf(drifts)).toEqual([
      "connection, repetition: connection closed after 201 or 400",
      "repetition: 201, 409 became closed",
    ]);
    const back = drifts.slice(0, 4).map(({ name, before, now }) => drift(name, now, before));
    expect(textsOf(back)).toEqual(["connection, repetition: connection kept after 201 or 400"]);
  });

  test("a subject of which some responses show only a part of the change is named once", () => {
    const [removed, added] = ["$.error removed (string)", "$.errors added (list)"];
    const all = `body ${removed}, ${added}`;
    const drifts = [
      { ...drift("id-bounds/a", "400", "400"), change: all },
      { ...drift("id-bounds/b", "400", "400"), change: `body ${removed}` },
      { ...drift("fields/c", "400", "400"), change: all },
    ];
    expect(causesOf(drifts).map(({ text }) => text)).toEqual([`id, fields: ${all}`]);
  });

  test("the stated request that is refused explains every other that is refused as it is", () => {
    const drifts = [
      drift("valid/plain-on-the-wire", "201", "400"),
      drift("headers/a", "201", "400"),
      drift("repetition/twice", "201, 409", "400, 400"),
      drift("fields/a", "422", "400"),
      drift("fields/b", "400", "201"),
    ];
    expect(causesOf(drifts)).toMatchObject([
      { text: "the stated request: 201 became 400", cases: { length: 4 } },
      { text: "fields: 400 became 201", cases: ["fields/b"] },
    ]);
  });

  test("a server that refused an id that it has, and accepts it now", () => {
    const sent = ids.slice(0, 4);
    const isFirst = ({ id }: Case): boolean => id === sent[0]?.id;
    const before: Status = (each) => (isFirst(each) ? [201, 409] : 400);
    const [accepted] = causes(sent, before, (each) => (isFirst(each) ? 201 : 400));
    expect(accepted).toMatch(/: 409 became 201 when sent again \(1 case\)$/);
    const [refused] = causes(sent, before, () => 400);
    expect(refused).toMatch(/: 201 then 409 became 400 \(1 case\)$/);
    const [other] = causes(sent, before, (each) => (isFirst(each) ? [201, 422] : 400));
    expect(other).toMatch(/: 409 became 422 when sent again \(1 case\)$/);
  });

  test("a boundary of a server that refuses an id that it has", () => {
    const once =
      (limit: bigint): Status =>
      (sent) =>
        upTo(limit)(sent) === 201 ? [201, 409] : 400;
    expect(causes(ids, once(9007199254740991n), once(2147483647n))).toEqual([
      "id: 201 up to 9007199254740991 before, up to 2147483647 now (12 cases)",
    ]);
  });

  test("a limit on the other side of a ladder that moved across its beginning", () => {
    const from =
      (least: number): Status =>
      ({ id, rung }) => {
        if (BigInt(rung?.at ?? 5) < least) return 422;
        // Zero was sent before it.
        return id.endsWith("minus-zero") ? 200 : [201, 200];
      };
    const some = ids.filter(({ rung }) => rung?.axis.startsWith("id ") === true);
    expect(causes(some, from(0), from(1))).toEqual([
      expect.stringMatching(/^id: 201 down to 0 before, down to 1 now \(\d cases?\)$/),
    ]);
    expect(causes(some, from(1), from(0))).toEqual([
      expect.stringMatching(/^id: 201 down to 1 before, down to 0 now \(\d cases?\)$/),
    ]);
  });

  test("a boundary of such a server explains cases whose own ids are new each time", () => {
    const fresh = ids.find(({ id }) => id === "id-bounds/fresh-e-1");
    const escaped = ids.find(({ id }) => id === "id-bounds/key-escaped-i");
    const atMost =
      (limit: number): Status =>
      (sent) => {
        const { id } = valuesOf(sent) ?? {};
        if (typeof id !== "number" || !Number.isSafeInteger(id) || id > limit) return 400;
        return sent === fresh || sent === escaped ? 201 : [201, 409];
      };
    const few = ids.filter(
      (sent) => sent === fresh || sent === escaped || sent.rung?.axis === "id upwards",
    );
    const own = [fresh, escaped].map((sent) => Number(valuesOf(sent ?? few[0]!)?.id));
    const least = Math.min(...own) - 1;
    expect(causes(few, atMost(Number.MAX_SAFE_INTEGER), atMost(least))).toEqual([
      expect.stringMatching(
        /^id: 201 up to 9007199254740991 before, up to \d+ now, not \d+ \(\d+ cases\)$/,
      ),
    ]);
  });

  test("a boundary that moved, with the values on both sides of it", () => {
    expect(causes(ids, upTo(9007199254740991n), upTo(2147483647n))).toEqual([
      "id: 201 up to 9007199254740991 before, up to 2147483647 now (12 cases)",
    ]);
    expect(causes(ids, upTo(2147483647n), upTo(9007199254740991n))).toEqual([
      "id: 201 up to 2147483647 before, up to 9007199254740991 now (12 cases)",
    ]);
  });

  test("a boundary that moved below another one, beyond which values get another response", () => {
    const within =
      (limit: bigint): Status =>
      (sent) => {
        if (upTo(9007199254740991n)(sent) === 400) return 400;
        return upTo(limit)(sent) === 201 ? [201, 409] : 422;
      };
    const [wide, narrow] = [within(9007199254740991n), within(2147483647n)];
    expect(causes(ids, wide, narrow)).toEqual([
      "id: 201 up to 9007199254740991 before, up to 2147483647 now (12 cases)",
    ]);
    expect(causes(ids, narrow, wide)).toEqual([
      "id: 201 up to 2147483647 before, up to 9007199254740991 now (12 cases)",
    ]);
  });

  test("what the cases of one change have in common, in the words of their suite", () => {
    const isOtherCase = ({ id }: Case): boolean => /\/key-(camel|capital|upper)$/.test(id);
    const strict: Status = (sent) => (isOtherCase(sent) ? 400 : 201);
    expect(causes([...ids, ...dates], strict, () => 201).toSorted()).toEqual([
      "date (key spelling): 400 became 201 (3 cases)",
      "id (key spelling): 400 became 201 (3 cases)",
    ]);
  });

  test("how the values of a field are written, if it is not as stated", () => {
    const isOffset = (sent: Case): boolean =>
      /\dT.*[+-]\d\d(:?\d\d)?$/.test(String(valuesOf(sent)?.date));
    const refused: Status = (sent) => (isOffset(sent) ? 422 : 201);
    expect(causes(dates, () => 201, refused)[0]).toMatch(
      /^date \(with an offset\): 201 became 422 \(\d+ cases\)$/,
    );
    const isString = (sent: Case): boolean =>
      /^\d+$/.test(String(valuesOf(sent)?.id)) && typeof valuesOf(sent)?.id === "string";
    const strict: Status = (sent) => (isString(sent) ? 422 : 201);
    expect(causes(ids, strict, () => 201)).toEqual([
      expect.stringMatching(/^id \(a number in a string\): 422 became 201 \(\d+ cases\)$/),
    ]);
  });

  test("the method, if all of a cause have the same", () => {
    const isHead: Status = ({ id }) => (/^methods\/head\b/.test(id) ? 200 : 405);
    const [told, ...others] = causes(suiteNamed("methods").cases, () => 405, isHead);
    expect(told).toMatch(/^methods \(HEAD\): 405 became 200 \(/);
    expect(others).toEqual([]);
  });

  test("a family whose name says little is in words", () => {
    const after = suiteNamed("connection").cases.filter(({ family }) => family === "after-other");
    const [told = ""] = causes(
      after,
      () => 201,
      () => 400,
    );
    expect(told).toMatch(/^connection \(after another kind of request\): 201 became 400 \(/);
    const families = new Set(suites.flatMap(({ cases }) => cases.map(({ family }) => family)));
    // Only an interface with headers of the user has the one that is left.
    const left = Object.keys(FAMILY_WORDS).filter((each) => !families.has(each));
    expect(left).toEqual(["given"]);
  });

  test("a value that is made from a fresh one belongs to the boundary that moved across it", () => {
    const of =
      (limit: bigint): Status =>
      (sent) =>
        sent.id === "id-bounds/fresh-e-1" && limit < 5_000_000_000n ? 400 : upTo(limit)(sent);
    expect(causes(ids, of(9007199254740991n), of(2147483647n))).toEqual([
      "id: 201 up to 9007199254740991 before, up to 2147483647 now (13 cases)",
    ]);
  });

  test("a limit that is new, and one that is gone", () => {
    const open: Status = () => 201;
    expect(causes(ids, open, upTo(2147483647n))).toEqual([
      "id: 201 for every value before, up to 2147483647 now (43 cases)",
    ]);
    expect(causes(ids, upTo(2147483647n), open)).toEqual([
      "id: 201 up to 2147483647 before, for every value now (43 cases)",
    ]);
  });

  test("a limit in bytes has separators and its unit", () => {
    const spaces = suiteNamed("size").cases.filter(({ rung }) =>
      rung?.axis.includes("space after"),
    );
    const upToBytes =
      (limit: number): Status =>
      ({ rung }) =>
        Number(rung?.at) > limit ? 413 : 201;
    const [only = ""] = causes(spaces, upToBytes(16_384), upToBytes(8192));
    expect(only).toMatch(
      /: 201 up to 16,384 bytes before, up to 8,192 bytes now, not 10,240 bytes \(\d+ cases?\)$/,
    );
  });

  test("all bodies over a limit that moved are one cause, whatever they got before", () => {
    const all = [...suiteNamed("size").cases, ...suiteNamed("malformed-json").cases];
    const sizes = gateRun(
      {},
      records([...all, ...fields], () => 201),
    ).gate.run;
    const upToBytes =
      (limit: number): Status =>
      (sent) =>
        messageSizes(sizes, sent.id).body > limit ? 413 : sent.valid === true ? 201 : 400;
    for (const [before, now] of [
      [65_536, 32_768],
      [32_768, 65_536],
    ] as const) {
      const [only = "", ...others] = causes([...all, ...fields], upToBytes(before), upToBytes(now));
      expect(others).toEqual([]);
      expect(only).toMatch(/^body bytes, by .* \(and \d+ more with this limit\): /);
    }
  });

  test("one change of all cases about a field is one finding, of whichever suite they are", () => {
    const about = [...dates, ...fields.filter(({ id }) => id.includes("date"))];
    const refused: Status = ({ id }) => (id.startsWith("date-") ? 400 : 201);
    const [only, ...others] = causes([...about, ...ids], refused, (sent) =>
      refused(sent) === 400 ? 422 : 201,
    );
    expect(others).toEqual([]);
    expect(only).toMatch(/^date: 400 became 422 \(\d{3} cases\)$/);
  });

  test("changes that differ are findings of their own, the largest first", () => {
    const [one = "", other = ""] = dates.slice(0, 2).map(({ id }) => id);
    const now: Status = ({ id }) => (id === one ? 500 : id === other ? 400 : 201);
    const told = causes(
      [...dates, ...fields],
      () => 201,
      (sent) => (sent.id.startsWith("fields/") ? 400 : now(sent)),
    );
    // Its value is made from a fresh one, and is another one in each run.
    expect(told).toContain("date: 201 became 500 · empty body (1 case)");
    const counts = told.map((text) => Number(/\((\d+) case/.exec(text)?.[1]));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  test("one value of a field is named, however it is written, also where it is valid", () => {
    const zero: Status = (sent) => (valuesOf(sent)?.id === 0 ? 422 : 201);
    const [told = "", ...others] = causes(ids, () => 201, zero);
    expect(told).toMatch(/^id 0: 201 became 422 \(\d+ cases\)$/);
    expect(others).toEqual([]);
    // Only the first request with this id was accepted before.
    const [isFirst = ""] = ids.filter((sent) => valuesOf(sent)?.id === 0).map(({ id }) => id);
    const once: Status = (sent) => (valuesOf(sent)?.id === 0 && sent.id !== isFirst ? 409 : 201);
    const joined = causes(ids, once, zero);
    expect(joined).toEqual([expect.stringMatching(/^id 0: 409 or 201 became 422 \(\d+ cases\)$/)]);
    const isEpoch = (sent: Case): boolean =>
      String(valuesOf(sent)?.date).startsWith("1970-01-01T00:00:00.00");
    const [epoch = ""] = causes(
      [...suiteNamed("valid").cases, ...dates].filter(isEpoch),
      () => 201,
      (sent) => (isEpoch(sent) ? 422 : 201),
    );
    expect(epoch).toBe(
      'date "1970-01-01T00:00:00.000Z" and "1970-01-01T00:00:00.001Z": 201 became 422 (4 cases)',
    );
  });

  test("fields that are checked in another order", () => {
    const checked =
      (first: "id" | "date"): Status =>
      (sent) => {
        const values = valuesOf(sent);
        if (values === undefined) return 400;
        const id = Number.isInteger(values.id) ? [] : [400];
        const date = typeof values.date === "string" ? [] : [422];
        return (first === "id" ? [...id, ...date] : [...date, ...id])[0] ?? 201;
      };
    const cases = ["fields", "malformed-json"].flatMap((name) => suiteNamed(name).cases);
    const told = causes(cases, checked("id"), checked("date"));
    expect(told).toEqual([
      expect.stringMatching(
        /^order of checks: date is checked before id now: 400 became 422 \(\d+ cases\)$/,
      ),
    ]);
  });

  test("the same change in many suites is told in one line", () => {
    const cases = ["fields", "encoding", "headers", "methods", "media-type"].flatMap(
      (name) => suiteNamed(name).cases,
    );
    const told = causes(
      cases,
      () => 201,
      () => 503,
    );
    expect(told.length).toBeLessThan(3);
    expect(told[0]).toMatch(/ and \d more: 201 became 503 · empty body \([\d,]+ cases\)$/);
  });

  test("what is no longer sent is told by suite", () => {
    const value = baselineOf([
      gateRun(
        {},
        records(fields, () => 201),
      ).gate.run,
    ]);
    const runs = [
      gateRun(
        {},
        records(fields.slice(3), () => 201),
      ),
    ];
    const { judgements } = judgeRuns({ runs, baseline: { value } });
    expect(judgements.at(-1)?.causes?.map(({ text }) => text)).toEqual([
      "fields: no longer sent (3 cases)",
    ]);
  });
});
