import { expect, test } from "vitest";
import { statedHeaders, userSubmission } from "../../contract/index.ts";
import { afterStall, delays } from "./truth.ts";
import { DueQueue } from "./due-queue.ts";
import { RequestSplitter } from "./truth-server.ts";

test("log-normal delays: the same seed draws the same, with the median and the p99 of the distribution", () => {
  const draw = () => {
    const next = delays({ kind: "log-normal", medianMs: 3, sigma: 0.6, seed: 1 });
    return Array.from({ length: 20_000 }, () => next(200));
  };
  const drawn = draw();
  expect(draw()).toEqual(drawn);
  const sorted = drawn.toSorted((a, b) => a - b);
  expect(sorted[10_000]).toBeCloseTo(3, 1);
  // 3 ms x exp(0.6 x 2.326), 2.326 being the 99th percentile of the standard normal distribution.
  expect((sorted[19_800] ?? 0) / 12.11).toBeCloseTo(1, 1);
});

test("a delay of its own for each status", () => {
  const next = delays({ kind: "by-status", ms: { 200: 1, 404: 7 } });
  expect([200, 404, 500].map(next)).toEqual([1, 7, 0]);
});

test("what falls due in a stall waits for its end", () => {
  const stall = { everyMs: 1000, fromMs: 400, forMs: 50 };
  const given = [0, 399, 400, 425, 449, 450, 1000, 1400, 2449];
  expect(given.map((dueMs) => afterStall(dueMs, stall))).toEqual([
    0, 399, 450, 450, 450, 450, 1000, 1450, 2450,
  ]);
  expect(afterStall(425, undefined)).toBe(425);
});

test("what is due is done in order, and never before it is due", async () => {
  const queue = new DueQueue();
  const beganMs = performance.now();
  const done: { at: number; earlyMs: number }[] = [];
  const order = [7, 1, 12, 3, 3, 0.2, 9, 5, 0.1, 30, 2];
  await new Promise<void>((resolve) => {
    for (const at of order)
      queue.at(beganMs + at, () => {
        done.push({ at, earlyMs: beganMs + at - performance.now() });
        // Put in while others wait, and due before them.
        if (at === 12) queue.at(beganMs + 13, () => done.push({ at: 13, earlyMs: 0 }));
        if (at === 30) resolve();
      });
  });
  expect(done.map(({ at }) => at)).toEqual([0.1, 0.2, 1, 2, 3, 3, 5, 7, 9, 12, 13, 30]);
  expect(Math.max(...done.map(({ earlyMs }) => earlyMs))).toBeLessThanOrEqual(0);
});

test("requests are cut out of the bytes of a connection, however these are cut", () => {
  const body = '{"id":123456789,"date":"2000-01-01T00:00:00.000Z"}';
  const lines = [
    "POST /api/user HTTP/1.1",
    ...statedHeaders(userSubmission).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  const head = `${lines.join("\r\n")}\r\n\r\n`;
  const odd = head.replace(String(body.length), "2");
  const bytes = Buffer.from(`${head}${body}${odd}{}${head}${body}`);
  const expected = [
    { head, id: 123_456_789 },
    { head: odd, id: undefined },
    { head, id: 123_456_789 },
  ];
  expect(new RequestSplitter().read(bytes)).toEqual(expected);
  const single = new RequestSplitter();
  expect([...bytes].flatMap((byte) => single.read(Buffer.of(byte)))).toEqual(expected);
});
