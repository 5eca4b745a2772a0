import { worded } from "./note-text.ts";
import { describe, expect, test } from "vitest";
import { bytes } from "../template/index.ts";
import { DATE, post, user, wirePost } from "../generate/index.ts";
import type { Case, RawRequest, RawStep, RequestResult } from "../model/index.ts";
import type { RunRecord } from "../model/run.ts";
import { findSteps, outliers, stepText } from "./outliers.ts";
import { type RunFold, emptyFold } from "./run-fold.ts";
import { foldRecord } from "./fold-record.ts";
import { repeatedIdResponses, stabilityOf } from "./stability.ts";

type Word = number | "reset" | "closed" | "timed-out";
/** A case and the response each time it was sent: one response, or several. */
type Told = [sent: Partial<Case> & { id: string }, ...sendings: (Word | Word[])[]];

const resultOf = (word: Word): RequestResult =>
  typeof word === "number"
    ? {
        outcome: "answered",
        status: word,
        totalUs: 1,
        response: {
          version: "1.1",
          status: word,
          reason: "",
          headers: [],
          framing: "none",
          body: {
            bytes: 0,
            sha256: "",
          },
        },
      }
    : { outcome: word, phase: "head", detail: "nothing", totalUs: 1 };

/** Records as a run writes them, folded: each case, then its observations. */
function fold(...told: Told[]): RunFold {
  const run = emptyFold();
  let seq = 0;
  for (const [sent, ...sendings] of told) {
    const whole = { reason: "a reason", clauses: ["body"], request: post(), ...sent };
    const records: RunRecord[] = [
      { type: "case", case: whole },
      ...sendings.map((words, index): RunRecord => ({
        type: "observation",
        seq: (seq += 1),
        case: sent.id,
        attempt: index + 1,
        fresh: seq,
        atMs: seq,
        end: "kept",
        timeoutMs: 1,
        answers: [words].flat().map(resultOf),
      })),
    ];
    for (const record of records) foldRecord(run, record);
  }
  return run;
}

const withFixedId = post(user({ id: "1", date: bytes`"${DATE}"` }));

/** Sends and reads, in turn, on these connections. */
const onTwo = (...turns: number[][]): RawRequest => ({
  ...wirePost(),
  steps: turns.flatMap((connections, nth) =>
    connections.map((on): RawStep => ({ do: nth % 2 === 0 ? "send" : "read", on })),
  ),
});

test("where the target has a race, requests of one id without an order depend on its state", () => {
  const id = "repetition/same-id-unread";
  const run = fold([{ id, request: onTwo([0, 1], [1, 0]) }, [409, 201], 500, [500, 201]]);
  const found = run.cases.get(id);
  if (found === undefined) throw new Error("no such case");
  const repeated = repeatedIdResponses(run);
  expect(stabilityOf(found, repeated)).toBe("unstable");
  expect(stabilityOf(found, { ...repeated, races: true })).toBe("depends-on-state");
});

describe("stability", () => {
  const stability = (run: RunFold, id: string) => {
    const found = run.cases.get(id);
    return found && stabilityOf(found, repeatedIdResponses(run));
  };
  const refusing: Told[] = [
    [{ id: "repetition/same-id-twice", sameIdentity: true }, [201, 409], [201, 409]],
    [{ id: "repetition/same-id-other-date", sameIdentity: true }, [201, 422], [201, 422]],
  ];

  test.each<[string, Told[], Told, string]>([
    ["sent once", [], [{ id: "a/b" }, 201], "once"],
    ["the same each time", [], [{ id: "a/b" }, 201, 201, 201], "stable"],
    ["the same sequence", [], [{ id: "a/b" }, [201, 400], [201, 400]], "stable"],
    ["another status", [], [{ id: "a/b" }, 201, 400], "unstable"],
    ["no response once", [], [{ id: "a/b" }, 201, 201, "reset"], "unstable"],
    ["a close that was a reset", [], [{ id: "a/b" }, "closed", "reset", "closed"], "stable"],
    ["the same after a response", [], [{ id: "a/b" }, [201, "reset"], [201, "closed"]], "stable"],
    [
      "the other order, sent before a response is read",
      [],
      [{ id: "a/b", request: onTwo([0, 1], [1, 0]) }, [201, 409], [409, 201]],
      "stable",
    ],
    [
      "the other order, one after the other",
      [],
      [{ id: "a/b", request: onTwo([0], [0], [1], [1]) }, [201, 409], [409, 201]],
      "unstable",
    ],
    [
      "a fixed id, no repetition known",
      [],
      [{ id: "a/b", request: withFixedId }, 201, 409],
      "unstable",
    ],
    [
      "a fixed id, refused",
      refusing,
      [{ id: "a/b", request: withFixedId }, 201, 409, 409],
      "changes-on-repeat",
    ],
    [
      "a fixed id, refused as another date is",
      refusing,
      [{ id: "a/b", request: withFixedId }, 201, 422],
      "changes-on-repeat",
    ],
    [
      "no id at all, refused",
      refusing,
      [{ id: "a/b", request: post(["{}"]) }, 201, 409],
      "changes-on-repeat",
    ],
    [
      "a fixed id, something else",
      refusing,
      [{ id: "a/b", request: withFixedId }, 201, 503],
      "unstable",
    ],
    [
      "a fixed id, refused now and then",
      refusing,
      [{ id: "a/b", request: withFixedId }, 201, 409, 201],
      "unstable",
    ],
    [
      "a fixed id, where each connection has one response",
      [
        [{ id: "repetition/same-id-twice", sameIdentity: true }, [201, "closed"], [201, "closed"]],
        [{ id: "repetition/same-id-two-connections" }, [201, 409], [201, 409]],
      ],
      [{ id: "a/b", request: withFixedId }, 201, 409],
      "changes-on-repeat",
    ],
    [
      "a fixed id, closed, where each connection has one response",
      [[{ id: "repetition/same-id-twice", sameIdentity: true }, [201, "closed"], [201, "closed"]]],
      [{ id: "a/b", request: withFixedId }, 201, "closed"],
      "unstable",
    ],
    ["a fresh id, refused", refusing, [{ id: "a/b" }, 201, 409], "unstable"],
  ])("%s", (_, before, told, wanted) => {
    expect(stability(fold(...before, told), "a/b")).toBe(wanted);
  });

  test("without the suite of repetitions, fixed ids that are refused after a 2xx show what a repeated id gets", () => {
    const fixed = ["a/b", "a/c", "a/d"].map((id): Told => [{ id, request: withFixedId }, 201, 409]);
    const fresh = ["a/e", "a/f", "a/g"].map((id): Told => [{ id }, 201, 201]);
    expect(stability(fold(...fixed, ...fresh), "a/b")).toBe("changes-on-repeat");
    // Two are too few, a fresh one that changes alike shows another cause, and so does no steady one.
    expect(stability(fold(...fixed.slice(1), ...fresh), "a/c")).toBe("unstable");
    expect(stability(fold(...fixed, ...fresh, [{ id: "a/h" }, 201, 409]), "a/b")).toBe("unstable");
    expect(stability(fold(...fixed), "a/b")).toBe("unstable");
  });

  test("a target that responds to repeated ids at random refuses none", () => {
    const chance: Told = [
      { id: "repetition/same-id-twice", sameIdentity: true },
      [201, 503],
      [503, 201],
    ];
    expect([...repeatedIdResponses(fold(chance)).responses]).toEqual([]);
    expect([...repeatedIdResponses(fold(...refusing)).responses]).toEqual(["409", "422"]);
  });
});

test("a note that exploration and experiments both make counts once", () => {
  const run = emptyFold();
  const note = {
    type: "note",
    kind: "explore",
    text: "the same request again gets 409 instead of 201",
  } as const;
  for (const record of [note, { ...note, text: "another" }, note]) foldRecord(run, record);
  expect(run.notes.map((each) => worded(each).text)).toEqual([note.text, "another"]);
});

test("a pause in which every request was turned away is told once, and another one is told too", () => {
  const run = emptyFold();
  const before = { requests: 0, refused: 0, ms: 0 };
  const away = { got: "timed-out", fromMs: 6043, request: 3496, before, forMs: 7210 };
  const facts = { asked: 0, cycleMs: 6043, accepted: 3608, closedMs: 7210, times: 1, isBack: true };
  const pause = { request: 3564, times: 1, longestMs: 4964, forMs: 4964 };
  const note = { type: "note", kind: "surroundings" } as const;
  foldRecord(run, { ...note, code: "turned-away", ...away, ...facts });
  foldRecord(run, { ...note, code: "pauses", ...pause, fromMs: 8082 });
  expect(run.notes.map(({ code }) => code)).toEqual(["turned-away"]);
  foldRecord(run, { ...note, code: "pauses", ...pause, fromMs: 20_000 });
  expect(run.notes.map(({ code }) => code)).toEqual(["turned-away", "pauses"]);
});

test.each([
  ["a change that came several times", 3, "timed-out", 0],
  ["a change that came once", 1, "timed-out", 1],
  ["a ban that closes some connections and resets others", 3, "reset", 0],
] as const)("what was lost in %s and got a response when sent again", (_, times, got, unstable) => {
  const run = emptyFold();
  const lost = [resultOf(got === "reset" ? "closed" : got)];
  const id = "a/one";
  const sent = { id, reason: "a reason", clauses: [], request: post() };
  foldRecord(run, { type: "case", case: sent });
  for (const seq of [1, 2, 3]) {
    const found = { answers: [resultOf(201)], ...(seq > 1 && { lost }), end: "kept" as const };
    const place = { seq, case: id, fresh: seq, attempt: seq, atMs: 1, timeoutMs: 1 };
    foldRecord(run, { type: "observation", ...place, ...found });
  }
  const before = { requests: 50, refused: 20, ms: 40 };
  const away = { got, fromMs: 1, request: 1, before, forMs: 9, times, asked: 9 };
  const note = { type: "note", kind: "surroundings", code: "turned-away", isBack: true } as const;
  foldRecord(run, { ...note, ...away });
  const end = { end: "done", observations: 3, endedAt: "2026-01-01T00:00:00.000Z" } as const;
  foldRecord(run, { type: "footer", ...end, durationMs: 9 });
  const varied = [...run.cases.values()].filter((each) => new Set(each.signatures).size > 1);
  expect(varied).toHaveLength(unstable);
});

describe("steps", () => {
  const place = (at: string, ...sendings: (Word | Word[])[]): Told => [
    { id: `a/at-${at}`, rung: { axis: "size", at, unit: "bytes" } },
    ...sendings,
  ];
  const texts = (...told: Told[]) => findSteps(fold(...told)).map(stepText);

  test("are where neighbours differ, in the order of their numbers", () => {
    expect(texts(place("10", 201), place("9", 201), place("100", 413), place("11", 413))).toEqual([
      "size: 201 at 10 bytes, 413 at 11 bytes",
    ]);
  });

  test("there may be several on one axis, and there may be none", () => {
    expect(texts(place("1", 400), place("2", 201), place("3", 201), place("4", 413))).toEqual([
      "size: 400 at 1 byte, 201 at 2 bytes",
      "size: 201 at 3 bytes, 413 at 4 bytes",
    ]);
    expect(texts(place("1", 201), place("2", 201))).toEqual([]);
  });

  test("are exact for numbers of any length, and for fractions and signs", () => {
    const big = "9007199254740993";
    expect(texts(place(big, 422), place("9007199254740992", 201), place("-1", 201))).toEqual([
      `size: 201 at 9,007,199,254,740,992 bytes, 422 at 9,007,199,254,740,993 bytes`,
    ]);
    expect(texts(place("0.5", 400), place("-0.5", 201), place("0", 201))).toEqual([
      "size: 201 at 0 bytes, 400 at 0.5 bytes",
    ]);
  });

  test("leave out what is unstable, or was not sent", () => {
    expect(texts(place("1", 201), place("2", 201, 503), place("3"), place("4", 201))).toEqual([]);
  });

  test("count what changes on repeat with its first response", () => {
    const once = (at: string, first: number, second: number): Told => [
      { id: `a/at-${at}`, request: withFixedId, rung: { axis: "id upwards", at } },
      first,
      second,
    ];
    const known: Told = [{ id: "repetition/same-id-twice", sameIdentity: true }, [201, 409]];
    expect(texts(known, once("1", 201, 409), once("2", 201, 409), once("3", 422, 422))).toEqual([
      "id upwards: 201 at 2, 422 at 3",
    ]);
  });

  test.each([
    ["9007199254740993", "9007199254740993"],
    [`1${"0".repeat(400)}`, "10^400"],
    [`-1${"0".repeat(30)}`, "-10^30"],
    ["7".repeat(1000), "777777… (1,000 digits)"],
  ])("long numbers are shown short: %#", (at, shown) => {
    const ends = { axis: "id", unit: undefined, below: { at, signature: "201", case: "a/a" } };
    const text = stepText({ ...ends, above: { at: "8", signature: "400", case: "a/b" } });
    expect(text).toBe(`id: 201 at ${shown}, 400 at 8`);
  });
});

describe("odd ones", () => {
  const family = (name: string, ...words: Word[]): Told[] =>
    words.map((word, nth) => [
      { id: `a/${name}-${nth}`, family: name, reason: `${nth}`, request: post(["["]) },
      word,
    ]);
  const valid: Told = [{ id: "valid/plain", valid: true }, 201];
  const odd = (...told: Told[]) =>
    outliers(fold(valid, ...told)).map(({ kind, case: id, text }) => [kind, id, text]);

  test("one of many that gets a different response", () => {
    expect(odd(...family("f", 400, 400, 400, 422, 400, 400, 400))).toEqual([
      ["odd-one-out", "a/f-3", "3 (6 of 7 similar cases: 400)"],
    ]);
  });

  test("cases whose identity exists already are compared with no others", () => {
    const left = (nth: number): Told => [
      { id: `a/left-${nth}`, family: "f", request: withFixedId },
      409,
      409,
    ];
    expect(odd(...[1, 2, 3, 4, 5, 6, 7, 8].map(left), ...family("f", 201))).toEqual([]);
  });

  test("one that gets the response of a valid request comes first", () => {
    expect(odd(...family("f", 422, 400, 400, 400, 400, 400, 400, 400, 201))).toEqual([
      ["like-valid", "a/f-8", "8 (7 of 9 similar cases: 400)"],
      ["odd-one-out", "a/f-0", "0 (7 of 9 similar cases: 400)"],
    ]);
  });

  test("one that is refused for a limit that moves with the clock is none", () => {
    const inFuture: Told = [
      { id: "a/f-8", family: "f", reason: "8", request: post(['{"date":"2999-01-01"}']) },
      422,
    ];
    const run = fold(valid, ...family("f", 201, 201, 201, 201, 201, 201, 201), inFuture);
    expect(outliers(run)).toHaveLength(1);
    const limit = {
      side: "until",
      refusal: "422",
      atMs: Date.now(),
      offsetMs: 0,
      withinMs: 1,
    } as const;
    const note = {
      type: "note",
      kind: "surroundings",
      code: "clock-limit",
      field: "date",
    } as const;
    foldRecord(run, { ...note, ...limit });
    expect(outliers(run)).toEqual([]);
  });

  test("one that is as valid as the stated request is none", () => {
    const asValid: Told = [{ id: "a/f-8", family: "f", reason: "8" }, 201];
    expect(odd(...family("f", 400, 400, 400, 400, 400, 400, 400), asValid)).toEqual([]);
  });

  test.each<[string, Told[]]>([
    ["a small family has none", family("f", 400, 400, 400, 422)],
    ["a family without a usual response has none", family("f", 400, 400, 422, 422, 415, 415, 404)],
    [
      "5xx and missing responses have remarks of their own",
      family("f", 400, 400, 400, 400, 400, 400, 400, 500, "reset"),
    ],
    ["families of two suites are two", [...family("f", 400, 400, 400), ...family("g", 422)]],
  ])("%s", (_, told) => {
    expect(odd(...told)).toEqual([]);
  });

  test("a place on a ladder is not one, nor is a case that changes", () => {
    const [first, ...others] = family("f", 422, 400, 400, 400, 400, 400, 400, 400);
    const rung = { axis: "size", at: "1" };
    const [sent, word = 0] = first ?? [{ id: "" }];
    expect(odd([{ ...sent, rung }, word], ...others)).toEqual([]);
    expect(odd([sent, word, 400], ...others)).toEqual([]);
  });
});

describe("generated cases", () => {
  const drawn = (nth: number, length: number): Partial<Case> & { id: string } => ({
    id: `a/any#${nth}`,
    generated: { property: "a/any", seed: 1, path: String(nth) },
    request: post(["x".repeat(length)]),
  });

  test("are counted, and the shortest of each response are kept", () => {
    const lengths = [50, 10, 40, 20, 30];
    const run = fold(...lengths.map((length, nth): Told => [drawn(nth, length), 400]), [
      drawn(5, 5),
      201,
    ]);
    const property = run.properties.get("a/any");
    expect(property?.runs).toBe(6);
    expect(Object.fromEntries(property?.outcomes ?? [])).toEqual({ "400": 5, "201": 1 });
    expect(property?.examples.get("400")?.map((each) => each.case.id)).toEqual([
      "a/any#1",
      "a/any#3",
      "a/any#4",
    ]);
    expect(run.cases.size).toBe(0);
    expect(run.observations).toBe(6);
  });

  test("an observation without its case is passed over", () => {
    const run = fold([drawn(0, 1), 201]);
    foldRecord(run, {
      type: "observation",
      seq: 9,
      case: "a/lost",
      attempt: 1,
      fresh: 9,
      atMs: 9,
      answers: [resultOf(500)],
      end: "kept",
      timeoutMs: 1,
    });
    expect(run.observations).toBe(1);
  });
});

test("a connection that was not accepted is the result of no case, and one that ended is", () => {
  const countsOf = (phase: "connect" | "head"): number | undefined => {
    const others = Array.from({ length: 60 }, () => 201);
    const run = fold([{ id: "a/one" }], [{ id: "a/two" }, ...others]);
    const reset = { outcome: "reset", phase, detail: "nothing", totalUs: 1 } as const;
    for (let seq = 1; seq <= 3; seq += 1)
      foldRecord(run, {
        type: "observation",
        seq,
        case: "a/one",
        attempt: seq,
        fresh: seq,
        atMs: seq,
        answers: [resultOf(201)],
        end: "kept",
        timeoutMs: 1,
        lost: [reset],
      });
    foldRecord(run, {
      type: "footer",
      end: "done",
      observations: 3,
      endedAt: "2026-01-01T00:00:00Z",
      durationMs: 9,
    });
    return run.cases.get("a/one")?.signatures.length;
  };
  expect([countsOf("connect"), countsOf("head")]).toEqual([3, 6]);
});

/** How many objects, members and entries a value holds. */
function sizeOf(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== "object" || value === null) return 1;
  if (seen.has(value)) return 0;
  seen.add(value);
  const inner = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return inner.reduce<number>((sum, each) => sum + sizeOf(each, seen), 1);
}

test("a fold does not grow with the number of generated cases", () => {
  const drawn = (count: number): RunFold =>
    fold(
      ...Array.from({ length: count }, (_, nth): Told => [
        {
          id: `dates/drawn/7/${nth}`,
          generated: { property: "dates/drawn", seed: 7, path: String(nth) },
        },
        nth % 2 === 0 ? 201 : 400,
      ]),
    );
  expect(sizeOf(drawn(4000))).toBe(sizeOf(drawn(1000)));
});
