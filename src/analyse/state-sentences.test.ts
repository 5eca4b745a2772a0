import { expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import type { Observation, RequestResult } from "../model/index.ts";
import { ledgerOf } from "./ledger.ts";
import { emptyFold, type RunFold } from "./run-fold.ts";
import { stabilityOf } from "./stability.ts";
import { stateSentences } from "./state-sentences.ts";
import { type FoundState, wordedState } from "./state-text.ts";

const result = (status: number): RequestResult => ({
  outcome: "answered",
  status,
  totalUs: 1,
  response: {
    status,
    reason: "",
    headers: [],
    framing: "length",
    body: { bytes: 2, sha256: String(status), text: "{}" },
  },
});

const SEQUENTIAL: Record<string, number> = {
  twice: 2,
  "3-times": 3,
  "5-times": 5,
  "after-250-ms": 2,
  "two-connections": 2,
  "3-connections": 3,
  "5-connections": 5,
};

/** Adds a case with these responses, `times` times. */
function addCase(run: RunFold, id: string, statuses: readonly number[], times = 1): void {
  const answers = statuses.map(result);
  const observation: Observation = {
    type: "observation",
    seq: 0,
    case: id,
    attempt: 1,
    fresh: 0,
    atMs: 0,
    answers,
    end: "kept",
    timeoutMs: 1000,
  };
  const signature = statuses.join(", ");
  run.cases.set(id, {
    case: {
      id,
      reason: id,
      clauses: ["states"],
      request: { sender: "wire", steps: [{ do: "read" }] },
      ...(id.endsWith("-twice") && { sameIdentity: true }),
    },
    signatures: Array<string>(times).fill(signature),
    first: new Map([[signature, observation]]),
  });
}

/** A run in which the first of equal requests is accepted, and each later one as `isAccepted` says. */
function runOf(isAccepted: (isAtOnce: boolean, id: string) => boolean): RunFold {
  const run = emptyFold();
  const add = (id: string, count: number, isAtOnce: boolean): void => {
    const statuses = Array.from({ length: count }, (_, at) =>
      at === 0 || isAccepted(isAtOnce, id) ? 201 : 409,
    );
    addCase(run, id, statuses);
  };
  for (const [name, count] of Object.entries(SEQUENTIAL))
    add(`repetition/same-id-${name}`, count, false);
  for (const count of [2, 5, 10, 20]) add(`repetition/at-once-same-${count}`, count, true);
  return run;
}

const codesOf = (run: RunFold): string[] => stateSentences(run).map(({ code }) => code);

test("a race is named where all, and where many of the duplicates are accepted", () => {
  expect(codesOf(runOf((isAtOnce) => isAtOnce))).toEqual(["race", "refused"]);
  let nth = 0;
  expect(codesOf(runOf((isAtOnce) => isAtOnce && (nth += 1) % 2 === 0))).toEqual([
    "race",
    "refused",
  ]);
  expect(codesOf(runOf(() => false))).toEqual(["refused"]);
});

test("an identity that is accepted again after 250 ms is forgotten, and refused before", () => {
  const said = stateSentences(runOf((_, id) => id.endsWith("-after-250-ms")));
  expect(said.map(({ code, timesMs }) => [code, timesMs])).toEqual([
    ["refused", undefined],
    ["forgotten", [0, 250]],
  ]);
});

test("clauses that leave uniqueness and states open say what the server remembers", () => {
  const ledger = ledgerOf(runOf((_, id) => id.endsWith("-after-250-ms")));
  const observed = (clause: string) => ledger.find(({ id }) => id === clause)?.observed ?? [];
  expect(observed("id-uniqueness")[0]).toMatch(/^the same request again is refused with 409/);
  expect(observed("states")[0]).toMatch(/^the same request is accepted again with 201/);
  expect(observed("transitions")).toEqual([]);
});

test("-0 is 0 where the later of the two is refused, and not what an earlier run left", () => {
  const sentAt = (zeroMs: number, minusMs: number, [zero, minus]: [number, number]): string => {
    const run = runOf(() => false);
    const [known] = run.cases.values();
    for (const [id, atMs, status] of [
      ["zero", zeroMs, zero],
      ["minus-zero", minusMs, minus],
      ["same-id-other-date", 0, 0],
    ] as const) {
      const seen = [...(known?.first.values() ?? [])][0];
      if (known === undefined || seen === undefined) continue;
      const isPair = status === 0;
      const answers = isPair ? [result(201), result(409)] : [result(status)];
      const name = isPair ? `repetition/${id}` : `id-bounds/${id}`;
      const signature = isPair ? "201, 409" : String(status);
      run.cases.set(name, {
        case: { ...known.case, id: name, ...(isPair && { sameIdentity: true as const }) },
        signatures: [signature],
        first: new Map([[signature, { ...seen, atMs, answers }]]),
      });
    }
    return codesOf(run).join();
  };
  expect(sentAt(1, 2, [201, 409])).toContain("same-spellings");
  expect(sentAt(1, 2, [409, 201])).not.toContain("spellings");
  expect(sentAt(1, 2, [201, 201])).toContain("other-spellings");
});

test("few accepted duplicates may be chance, and are not named", () => {
  let nth = 0;
  expect(codesOf(runOf((isAtOnce) => isAtOnce && (nth += 1) <= 2))).toEqual(["refused"]);
});

test("a server that accepts duplicates at random is called a race in less than 0.1% of runs", () => {
  // The generator of Numerical Recipes (Press et al., 3rd edition, 7.1).
  let drawn = 11;
  const draw = (): number => (drawn = (drawn * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const RUNS = 2000;
  for (const share of [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.9]) {
    let races = 0;
    for (let at = 0; at < RUNS; at += 1)
      if (codesOf(runOf(() => draw() < share)).includes("race")) races += 1;
    // 8 of 2,000 at a rate of 0.001: a chance of less than 0.2% (binomial).
    expect(races).toBeLessThan(8);
  }
});

const textOf = (found: Partial<FoundState> & Pick<FoundState, "code">): string =>
  wordedState({ slug: "id", case: "", responses: ["201", "409"], count: 2, of: 2, ...found }).text;

test("a sentence says where, and of what it is true", () => {
  expect(textOf({ code: "other-value-refused", other: "date", elsewhere: "201" })).toBe(
    "the same id with another date on the same connection is refused with 409 (2 of 2)",
  );
  expect(textOf({ code: "same-spellings", spellings: ["1.0"], elsewhere: "201" })).toBe(
    "1.0: the same id as 1 on the same connection (2 of 2)",
  );
  expect(textOf({ code: "remembered", timesMs: [900] })).toBe(
    "the same request is still refused with 409 after 900 ms (the longest that this run shows)",
  );
  expect(textOf({ code: "forgotten", timesMs: [433, 2900], accepted: [210, 1044] })).toBe(
    "the same request is accepted again with 201 after 2.9 s and 1,044 accepted requests; after 433 ms and 210 accepted requests it is still refused with 409",
  );
  expect(textOf({ code: "forgotten", timesMs: [0, 2900], accepted: [0, 3] })).toBe(
    "the same request is accepted again with 201 after 2.9 s",
  );
  expect(textOf({ code: "same-by", fields: ["id", "date"] })).toBe(
    "requests with the same id and date count as the same",
  );
  expect(textOf({ code: "replaced", fields: ["date"] })).toBe(
    "the same id with another date is refused with 409; the later date is read back",
  );
  const stored = { field: "date", sent: '"x"', read: '"y"' };
  expect(textOf({ code: "read-back", stored: { ...stored, how: "digits-1" } })).toBe(
    'date is read back with 1 digit of its fraction of a second: "y", sent as "x"',
  );
  const rounds = { shown: 8, of: 9, low: 0.57, high: 0.98 };
  expect(textOf({ code: "race", rounds })).toBe(
    "race: 2 of 2 concurrent duplicates were accepted with 201 (more than one in 8 of 9 rounds; 95% interval of this share: 57% to 98%); one after the other, only the first is, and later ones get 409",
  );
});

test("an identity that another connection has depends on the state, where each has its own", () => {
  const fold = {
    case: {
      id: "id-bounds/one",
      reason: "",
      clauses: [],
      request: { sender: "wire" as const, steps: [{ do: "read" as const }] },
    },
    signatures: ["409", "201"],
    first: new Map<string, Observation>(),
  };
  const repeated = { responses: new Set(["409"]), interface: userSubmission };
  expect(stabilityOf(fold, { ...repeated, forgets: true })).toBe("depends-on-state");
  expect(stabilityOf(fold, repeated)).toBe("unstable");
  const failed = { ...fold, signatures: ["409", "500"] };
  expect(stabilityOf(failed, { ...repeated, forgets: true })).toBe("unstable");
});

const many = (count: number, ...statuses: number[]): number[] => [
  ...statuses,
  ...Array<number>(count - statuses.length).fill(409),
];

/** Two stores that get their first two requests in turn. `others`: whether the second connection of the suite got the other store. */
function twoStores(others: boolean): RunFold {
  const run = runOf((_, id) => others && id.endsWith("-two-connections"));
  for (const count of [3, 5])
    addCase(run, `repetition/same-id-${count}-connections`, many(count, 201, others ? 201 : 409));
  addCase(run, "explore/state/in-order-20", many(20, 201, 201), 3);
  addCase(run, "explore/state/spaced-1", [201, 201, 409, 409, 409, 409, 409, 409]);
  return run;
}

const decidedBy = (run: RunFold) =>
  stateSentences(run).flatMap(({ stores }) => (stores === undefined ? [] : [stores.by]));

test("what was sent alone on one connection decides between a turn of requests and one of connections", () => {
  const byTurn = twoStores(true);
  addCase(byTurn, "explore/state/on-one-6", many(6, 201, 201), 3);
  expect(decidedBy(byTurn)).toEqual(["turn"]);
  const byConnection = twoStores(true);
  addCase(byConnection, "explore/state/on-one-6", many(6, 201), 3);
  expect(decidedBy(byConnection)).toEqual(["connection"]);
  // What else the suite sent may have hit the turn each time: an older record lacks the proof.
  const between = twoStores(true);
  addCase(between, "repetition/same-id-between-other", [201, 201, 201]);
  expect(decidedBy(between)).toEqual(["turn"]);
});

test("where nothing on one connection shows which it is, both are said", () => {
  const run = twoStores(true);
  for (const name of ["3-times", "5-times", "after-250-ms"])
    run.cases.delete(`repetition/same-id-${name}`);
  for (const name of ["two", "3", "5"])
    addCase(
      run,
      `repetition/same-id-${name}-connections`,
      name === "5" ? many(5, 201, 201) : many(name === "3" ? 3 : 2, 201),
    );
  addCase(run, "repetition/same-id-3-times", many(3, 201));
  expect(decidedBy(run)).toEqual(["turn-or-connection"]);
});
