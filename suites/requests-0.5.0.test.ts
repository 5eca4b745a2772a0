import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import type { Filling } from "../src/generate/index.ts";
import { axesOf, renderSend, requestBytes, requestFreshCount } from "../src/generate/index.ts";
import type { CaseRequest } from "../src/model/index.ts";
import { FIRST_PLANNED, plan } from "../src/observe/index.ts";
import { suites } from "./index.ts";

const SEED = 20_261_122;
const RUNS = 40;
const FIRST_ID = 123_456_789;
/** Larger places of axes differ from these in their length only. */
const LARGEST = 100_000n;
const target = parseBaseUrl("http://127.0.0.1:3000/base");

/** The beginning of a SHA-256 of everything that is sent, and of the steps around it. */
function digest(request: CaseRequest, fresh: number): string {
  const filling: Filling = { interface: userSubmission, target, firstId: FIRST_ID, fresh };
  const hash = createHash("sha256");
  if (request.sender === "client") {
    for (const bytes of requestBytes(request, filling)) hash.update(bytes);
    return hash.digest("hex").slice(0, 12);
  }
  for (const step of request.steps) {
    const { head: _head, body: _body, ...rest } = { head: [], body: [], ...step };
    hash.update(`${JSON.stringify(rest, Object.keys(rest).toSorted())}\n`);
    if (step.do === "send") hash.update(renderSend(step, filling));
  }
  hash.update(String(request.unordered ?? false));
  return hash.digest("hex").slice(0, 12);
}

/** Every hand-chosen case, then 40 of each property, numbered as 0.5.0 did: a record keeps its numbers, and so its bytes. */
function* planned(): Generator<[id: string, digest: string]> {
  let fresh = FIRST_PLANNED;
  for (const suite of plan({ suites, only: [], seed: SEED, runsPerProperty: RUNS, repeats: 1 }))
    for (const { id, request } of [...suite.cases, ...suite.generated()]) {
      yield [id, digest(request, fresh)];
      fresh += Math.max(1, requestFreshCount(request));
    }
}

function* places(): Generator<[id: string, digest: string]> {
  for (const axis of axesOf(userSubmission))
    for (const at of axis.rungs)
      if (axis.unit === undefined || at <= LARGEST)
        yield [`axis/${axis.name}/${at}`, digest(axis.request(at), 7)];
}

test("the built-in interface sends what version 0.5.0 sent, byte for byte", () => {
  const recorded = new Map(
    readFileSync(new URL("requests-0.5.0.txt", import.meta.url), "utf8")
      .trimEnd()
      .split("\n")
      .map((line): [string, string] => [line.slice(0, -13), line.slice(-12)]),
  );
  expect(recorded.size).toBe(4539);
  const now = new Map([...planned(), ...places()]);
  const changed = [...recorded].flatMap(([id, was]) => (now.get(id) === was ? [] : [id]));
  expect(changed).toEqual([]);
});
