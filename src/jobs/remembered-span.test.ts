import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { memorySpan } from "../analyse/index.ts";
import { userSubmission } from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import { baselineOf } from "../policy/index.ts";
import { runJob } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-span-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Unique ids; the process takes so long to start that it is not restarted for a probe. */
const SLOW_START = `
const seen = new Set();
const server = require("node:http").createServer((request, response) => {
  let text = "";
  request.on("data", (part) => { text += part; });
  request.on("end", () => {
    const id = /"id":\\s*(\\d+)/.exec(text)?.[1];
    response.writeHead(seen.has(id) ? 409 : 201).end();
    seen.add(id);
  });
});
setTimeout(() => server.listen(Number(process.argv[2]), "127.0.0.1"), 900);
`;

test("the first identities of a run are sent again at its end, also to a target that starts slowly", async () => {
  const file = join(folder, "server.cjs");
  writeFileSync(file, SLOW_START);
  const command = `"${process.execPath}" "${file}" {port}`;
  const { fold } = await runJob(
    { name: "slow", baseUrl: "http://127.0.0.1:{port}", serve: { command } },
    { interface: userSubmission, suites: [...suitesFor(userSubmission)] },
    {
      ...defaultOptions("run"),
      load: false,
      runs: 0,
      suite: ["repetition"],
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  expect([...fold.cases.keys()].join()).toContain("-of-at-least-");
  const { held, lost } = memorySpan(fold) ?? {};
  const { all } = fold.sent.since(-Infinity);
  expect(held?.requests).toBeGreaterThan(all / 2);
  expect(held?.accepted).toBeLessThan(all);
  expect(lost).toBeUndefined();
  expect(baselineOf([fold]).memory).toEqual({ held });
});
