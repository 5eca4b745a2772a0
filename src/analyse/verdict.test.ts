import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { post } from "../generate/index.ts";
import type { RequestResult, RunEnd } from "../model/index.ts";
import { ledgerOf } from "./ledger.ts";
import { emptyFold, type RunFold } from "./run-fold.ts";
import { foldRecord } from "./fold-record.ts";
import { statedVerdict } from "./verdict.ts";

const { clauses } = userSubmission;

type Word = number | "reset" | "timed-out" | RequestResult;

/** What a size limit of witness cut off. */
const cut: RequestResult = {
  outcome: "too-large",
  phase: "body",
  detail: "body over 64 bytes",
  totalUs: 1,
};
/** A timeout that fired when witness was busy. */
const late: RequestResult = {
  outcome: "timed-out",
  phase: "head",
  detail: "late",
  lateMs: 900,
  totalUs: 1,
};
/** A complete response that the ordinary client refuses. */
const refused: RequestResult = {
  outcome: "malformed",
  phase: "head",
  detail: "its reason",
  whole: { status: 201, framing: "length" },
  totalUs: 1,
};

const resultOf = (word: Word): RequestResult => {
  if (typeof word === "object") return word;
  return typeof word === "number"
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
};

/** A case and its sendings; those of the suite `valid` are the stated request. */
function send(run: RunFold, id: string, ...sendings: (Word | Word[])[]): RunFold {
  const valid = id.startsWith("valid/") && { valid: true as const };
  const generated = id.startsWith("drawn/") && {
    generated: { property: "drawn", seed: 1, path: "" },
  };
  const request = post();
  foldRecord(run, {
    type: "case",
    case: {
      id,
      reason: "a reason",
      clauses: ["body"],
      request,
      ...valid,
      ...generated,
    },
  });
  for (const [index, words] of sendings.entries())
    foldRecord(run, {
      type: "observation",
      seq: index,
      case: id,
      attempt: index + 1,
      fresh: 0,
      atMs: 0,
      answers: [words].flat().map(resultOf),
      end: "kept",
      timeoutMs: 1,
    });
  return run;
}

function end(run: RunFold, how: RunEnd): RunFold {
  foldRecord(run, {
    type: "footer",
    end: how,
    observations: 0,
    durationMs: 1,
    endedAt: "2024-01-01T00:00:00.000Z",
  });
  return run;
}

describe("the verdict", () => {
  test("is held where every valid request got a response, with whatever status", () => {
    const run = send(send(emptyFold(), "valid/1", 201, 500), "valid/2", [404, 302]);
    expect(statedVerdict(end(run, "done"))).toEqual({
      accepts: "held",
      stated: {
        clauses: ["server", "accepts"],
        valid: 3,
        answered: 3,
        refused: 0,
        notJudged: 0,
        text: "all 3 valid requests got a complete HTTP response",
      },
    });
  });

  test("rests on valid requests alone", () => {
    const run = send(send(emptyFold(), "a/b", "reset"), "a/c", "timed-out", 500);
    expect(statedVerdict(run)).toMatchObject({
      accepts: "not-probed",
      stated: { valid: 0, answered: 0, text: "no valid request was sent" },
    });
    expect(statedVerdict(send(run, "valid/1", 201)).accepts).toBe("held");
  });

  test("names the first that got no response", () => {
    const run = send(emptyFold(), "valid/1", 201);
    send(run, "valid/2", 201, [201, "reset"]);
    send(run, "valid/3", "timed-out");
    expect(statedVerdict(run)).toMatchObject({
      accepts: "not-held",
      stated: {
        valid: 4,
        answered: 2,
        text: "2 of 4 valid requests got no complete HTTP response, first valid/2: reset (head), nothing",
      },
    });
  });

  test.each([
    ["a size limit", cut, "too-large (body), body over 64 bytes"],
    ["a late time-out", late, "timed-out (head), late"],
  ])("is not judged where %s cut a response off", (_, word, why) => {
    const run = send(send(emptyFold(), "valid/1", 201), "valid/2", word, 201);
    expect(statedVerdict(end(run, "done"))).toMatchObject({
      accepts: "not-judged",
      stated: {
        valid: 3,
        answered: 2,
        notJudged: 1,
        text: `1 of 3 valid requests was not judged: a limit of witness cut off its response, first valid/2: ${why}`,
      },
    });
    expect(statedVerdict(send(run, "valid/3", "reset"))).toMatchObject({
      accepts: "not-held",
      stated: {
        valid: 4,
        answered: 2,
        notJudged: 1,
        text: "1 of 4 valid requests got no complete HTTP response, first valid/3: reset (head), nothing; 1 of 4 valid requests was not judged: a limit of witness cut off its response",
      },
    });
  });

  test("is held by RFC 9112 where only the ordinary client refuses the bytes, and says so", () => {
    const run = send(send(emptyFold(), "valid/1", refused), "valid/2", 201);
    const text =
      "both valid requests got a complete HTTP response; the ordinary client refuses it: its reason; the bytes are a complete response";
    expect(statedVerdict(run)).toMatchObject({
      accepts: "held",
      stated: { valid: 2, answered: 2, refused: 1, text },
    });
    expect(statedVerdict(send(run, "valid/3", refused)).stated.text).toContain(
      "refuses 2 of them: ",
    );
  });

  test("is held where a limit kept a complete response from the ordinary client, and says whose limit", () => {
    const kept: RequestResult = { ...refused, outcome: "too-large", detail: "a limit" };
    expect(statedVerdict(send(emptyFold(), "valid/1", kept))).toMatchObject({
      accepts: "held",
      stated: {
        text: "the only valid request got a complete HTTP response; it was not given to the ordinary client: a limit; the bytes are a complete response",
      },
    });
  });

  test("a sequence is judged by the worst of its responses", () => {
    const of = (...words: Word[]) => statedVerdict(send(emptyFold(), "valid/1", words));
    expect(of(refused, cut).accepts).toBe("not-judged");
    expect(of(cut, "reset", 201).accepts).toBe("not-held");
    expect(of(201, refused)).toMatchObject({ accepts: "held", stated: { refused: 1 } });
  });

  test("is none where the target was not reached", () => {
    const run = emptyFold();
    expect(statedVerdict(end(run, "unreachable"))).toMatchObject({
      accepts: "unreachable",
      stated: { text: "the target could not be reached" },
    });
    foldRecord(run, { type: "note", kind: "check", text: "it could not be reached: refused" });
    expect(statedVerdict(run).stated.text).toBe("it could not be reached: refused");
  });

  test("cites no clause that is not shown, however the run went", () => {
    const stated = new Set(clauses.filter(({ kind }) => kind === "stated").map(({ id }) => id));
    const runs = [
      emptyFold(),
      send(emptyFold(), "valid/1", 201),
      send(emptyFold(), "valid/1", "reset"),
      end(emptyFold(), "unreachable"),
      end(send(emptyFold(), "valid/1", "reset"), "not-answering"),
      send(emptyFold(), "valid/1", cut),
    ];
    const accepts = new Set<string>();
    for (const run of runs) {
      const verdict = statedVerdict(run);
      accepts.add(verdict.accepts);
      expect(verdict.stated.clauses.length).toBeGreaterThan(0);
      for (const id of verdict.stated.clauses) expect([...stated]).toContain(id);
    }
    expect([...accepts].toSorted()).toEqual([
      "held",
      "not-held",
      "not-judged",
      "not-probed",
      "unreachable",
    ]);
  });
});

describe("the ledger", () => {
  const probed = new Set(
    suites.flatMap(({ cases, properties }) =>
      [...cases, ...properties].flatMap((each) => each.clauses),
    ),
  );

  test("has a case or a reason for every clause, and not both", () => {
    for (const { id, reason } of clauses)
      expect(probed.has(id) === (reason === undefined), id).toBe(true);
  });

  test("has the clauses of the specification, in its order, with the cases that probe them", () => {
    const run = send(send(emptyFold(), "valid/1", 201, 201), "a/b", 400, "reset");
    const ledger = ledgerOf(run);
    expect(ledger.map(({ id, kind, text }) => ({ id, kind, text }))).toEqual(
      clauses.map(({ id, kind, text }) => ({ id, kind, text })),
    );
    const entry = (id: string) => ledger.find((each) => each.id === id);
    expect(entry("body")).toMatchObject({
      cases: 2,
      outcomes: { "201": 2, "400": 1, reset: 1 },
      observed: ["a reason: 201", "a reason: 400 / reset"],
    });
    expect(entry("id-values")).toMatchObject({ cases: 0, outcomes: {}, observed: [] });
    expect(entry("accepts")?.observed).toEqual([
      "2 of 2 valid requests got a complete HTTP response",
    ]);
    expect(entry("limit-rate")?.observed[0]).toBe("429 was not met");
    expect(entry("response-status")?.observed).toEqual([
      "valid requests: 201 ×2",
      "all other requests: 400 ×1  reset ×1",
    ]);
  });

  test("counts statuses of generated cases, too", () => {
    const run = send(send(emptyFold(), "valid/1", 201), "drawn/1", 500);
    const entry = (id: string) => ledgerOf(run).find((each) => each.id === id);
    expect(entry("response-status")?.observed[1]).toBe("all other requests: 500 ×1");
    expect(entry("error-codes")?.observed).toEqual(["requests with 4xx or 5xx: 500 ×1"]);
  });

  test("counts more than eight cases of a clause together, and names the eight most frequent outcomes", () => {
    let run = emptyFold();
    const seen = [201, 201, 201, 400, 401, 402, 403, 404, 405, 406, 407];
    for (const [at, status] of seen.entries()) run = send(run, `a/${at}`, status);
    const body = ledgerOf(run).find(({ id }) => id === "body");
    expect(body?.observed).toEqual([
      "11 cases: 201 ×3  400 ×1  401 ×1  402 ×1  403 ×1  404 ×1  405 ×1  406 ×1  1 more",
    ]);
  });
});
