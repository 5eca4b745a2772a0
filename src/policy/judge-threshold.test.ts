import { describe, expect, test } from "vitest";
import { gateRun, loaded, told, type LoadSlot } from "../../test/policy/gate.ts";
import { judgeRuns } from "./judge-runs.ts";

const STEADY = [1000, 1010, 990];

type Given = { slots?: (number | LoadSlot)[]; ceiling?: number };

function judged(load: string[], { slots = STEADY, ceiling = 10_000 }: Given = {}): string {
  return told(judgeRuns({ runs: [gateRun({ load }, loaded(ceiling, slots))] }));
}

describe("numbers", () => {
  test("all rounds together hold, or do not", () => {
    expect(
      judged([
        "p(95)<20",
        "avg<=10.1",
        "p(99) < 5",
        "goodput>1000",
        "status(201)>=0.99",
        "unanswered==0",
        "max<200",
      ]),
    ).toMatchInlineSnapshot(`
      "pass policy.load[0] | p(95)<20
        measured 10.1 ms
      pass policy.load[1] | avg<=10.1
        measured 10 ms
      fail policy.load[2] | p(99) < 5
        measured 10.1 ms
        - expected p(99) < 5, observed 10.1 ms
      fail policy.load[3] | goodput>1000
        measured 1,000/s
        - expected goodput>1000, observed 1,000/s
      pass policy.load[4] | status(201)>=0.99
        measured 100%
      pass policy.load[5] | unanswered==0
        measured 0 requests
      pass policy.load[6] | max<200
        measured 10.1 ms
      fail 1"
    `);
  });

  test("statuses and requests without a response are counted, whatever the checks say", () => {
    const slots = STEADY.map((perSecond) => ({ perSecond, other: { "503": 20 }, reset: 1 }));
    expect(
      judged(
        ["status(201)>=0.99", "status(5xx) < 0.05", "unanswered == 0", "goodput > 900", "p(95)<20"],
        { slots },
      ),
    ).toMatchInlineSnapshot(`
      "fail policy.load[0] | status(201)>=0.99
        measured 97.94%
        - expected status(201)>=0.99, observed 97.94%
      pass policy.load[1] | status(5xx) < 0.05
        measured 1.95%
      fail policy.load[2] | unanswered == 0
        measured 3 requests
        - expected unanswered == 0, observed 3 requests
      pass policy.load[3] | goodput > 900
        measured 1,000/s
      inconclusive policy.load[4] | p(95)<20
        measured 10.1 ms, unreliable: 3 of 3,063 requests got no response (reset ×3): latencies are those of the others
      fail 1"
    `);
  });

  test("a figure has enough digits to differ from its limit", () => {
    const slots = STEADY.map((perSecond) => ({ perSecond: 20 * perSecond, other: { "500": 1 } }));
    expect(judged(["status(5xx)==0", "status(2xx)==1", "status(5xx)<=0.00004"], { slots }))
      .toMatchInlineSnapshot(`
      "fail policy.load[0] | status(5xx)==0
        measured 0.004%
        - expected status(5xx)==0, observed 0.004%
      fail policy.load[1] | status(2xx)==1
        measured 99.99%
        - expected status(2xx)==1, observed 99.99%
      fail policy.load[2] | status(5xx)<=0.00004
        measured 0.0049%
        - expected status(5xx)<=0.00004, observed 0.0049%
      fail 1"
    `);
  });

  test("where rounds disagree, each must pass or fail alike", () => {
    expect(
      judged(["throughput>500", "throughput>1000", "throughput>2000"], {
        slots: [700, 1000, 1400],
      }),
    ).toMatchInlineSnapshot(`
      "pass policy.load[0] | throughput>500
        measured 1,033.3/s (in each of 3 rounds)
      inconclusive policy.load[1] | throughput>1000
        measured 1,033.3/s, unreliable: the rounds disagree: rounds from 700/s to 1,400/s (±35%), growing from round to round
      fail policy.load[2] | throughput>2000
        measured 1,033.3/s (in each of 3 rounds)
        - expected throughput>2000, observed 1,033.3/s (in each of 3 rounds)
      fail 1"
    `);
  });

  test("where the generator was the limit, only what is good stands", () => {
    expect(judged(["throughput>500", "throughput>2000", "p(95)<20", "p(95)<2"], { ceiling: 1100 }))
      .toMatchInlineSnapshot(`
        "pass policy.load[0] | throughput>500
          measured 1,000/s
        inconclusive policy.load[1] | throughput>2000
          measured 1,000/s, unreliable: limited by the generator (91% of this machine's ceiling of 1,100/s, event loop busy 10%): a lower bound
        pass policy.load[2] | p(95)<20
          measured 10.1 ms
        inconclusive policy.load[3] | p(95)<2
          measured 10.1 ms, unreliable: limited by the generator (91% of this machine's ceiling of 1,100/s, event loop busy 10%): a lower bound
        inconclusive 4"
      `);
  });

  test("nothing to measure in", () => {
    expect(told(judgeRuns({ runs: [gateRun({ load: ["p(95)<20", "p95<20"] }, [])] })))
      .toMatchInlineSnapshot(`
        "skipped policy.load[0] | p(95)<20
          this run has no load (--no-load)
        error policy.load[1] | p95<20
          it must look like "p(95)<20" or "throughput >= 0.9 * baseline"
        error 2"
      `);
    expect(judged(["p(95)<20"], { slots: [0, 0] })).toMatchInlineSnapshot(`
      "error policy.load[0] | p(95)<20
        no request got a response under load
      error 2"
    `);
  });
});

test("a run that was broken off passes nothing", () => {
  const run = gateRun({ load: ["p(95)<20", "p(95)<2"] }, loaded(10_000, STEADY), {
    end: "interrupted",
  });
  const result = judgeRuns({ runs: [run] });
  expect(told(result)).toMatchInlineSnapshot(`
    "inconclusive record | the record of the run is complete and undamaged
      the record is incomplete: the run was interrupted after 2 observations
    inconclusive stated | a complete HTTP response comes back for every valid request
      both valid requests got a complete HTTP response, but the run is not complete (interrupted)
    inconclusive policy.load[0] | p(95)<20
      measured 10.1 ms, but the run is not complete (interrupted)
    fail policy.load[1] | p(95)<2
      measured 10.1 ms
      - expected p(95)<2, observed 10.1 ms
    fail 1"
  `);
});

test("the options say what insufficient evidence is, and never change the verdict", () => {
  const run = gateRun({ load: ["throughput>1000"] }, loaded(10_000, [700, 1000, 1400]));
  const levels = [
    [{}, 4],
    [{ inconclusive: "pass" }, 0],
    [{ inconclusive: "fail" }, 1],
    [{ strict: true }, 1],
    [{ strict: true, inconclusive: "pass" }, 0],
    [{ warn: true }, 0],
    [{ warn: true, inconclusive: "fail" }, 0],
  ] as const;
  for (const [level, exitCode] of levels)
    expect(judgeRuns({ runs: [run], level })).toMatchObject({
      verdict: "inconclusive",
      exitCode,
      level,
    });
});
