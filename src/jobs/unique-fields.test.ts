import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { declaredRows } from "../analyse/declared/declared-rows.ts";
import { worded } from "../analyse/note-text.ts";
import { judgedSignatures } from "../analyse/index.ts";
import { defineInterface, interfaceOf, textField } from "../contract/index.ts";
import { layoutOf } from "../generate/index.ts";
import type { Interface, RunRecord } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { findObservation } from "../record/index.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../servers/json-server.ts";
import { loadCatalogue } from "./load-suites.ts";
import type { FinishedRun } from "./open-run.ts";
import { resumeJob } from "./resume.ts";
import { runJob } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-unique-"));
const servers: Listening[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
});

/** A server, and the bodies that it got. */
type Store = { url: string; bodies: string[] };

/** Accepts texts of up to 60 characters; the values of some members once. */
async function startStore(unique: readonly string[], status = 400): Promise<Store> {
  const taken = new Set<string>();
  const bodies: string[] = [];
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (received) => {
        bodies.push(String(received));
        sendReply(response, replyTo(String(received)));
      });
    }),
  );
  const replyTo = (text: string) => {
    let body: Record<string, unknown>;
    try {
      body = Object(JSON.parse(text)) as Record<string, unknown>;
    } catch {
      return jsonReply(400, { error: "the body is not valid" });
    }
    const wrong = ["name", "code"].find(
      (key) => typeof body[key] !== "string" || Array.from(body[key]).length > 60,
    );
    if (wrong !== undefined) return jsonReply(400, { [wrong]: "not a text of the right length" });
    const again = unique.find((key) => taken.has(`${key} ${String(body[key])}`));
    if (again !== undefined) return jsonReply(status, { [again]: "exists already" });
    for (const key of unique) taken.add(`${key} ${String(body[key])}`);
    return jsonReply(201, {});
  };
  servers.push(server);
  return { url: server.url, bodies };
}

const documented = (names: Partial<Record<"name" | "code", true>> = {}): Interface => ({
  ...defineInterface({
    path: "/labels",
    fields: {
      name: textField({ maxLength: 60, ...(names.name && { fresh: true }) }).required(),
      code: textField({ maxLength: 60, ...(names.code && { fresh: true }) }).required(),
    },
  }),
  responses: [{ status: "201", at: "labels.yaml#/201" }],
});

const control = { signal: new AbortController().signal, events: {} };

async function run(from: Interface, baseUrl: string): Promise<FinishedRun> {
  const catalogue = await loadCatalogue({ interface: from });
  const options = { ...defaultOptions("run"), load: false, hazards: false, runs: 5, repeats: 2 };
  return runJob(
    { name: "store", baseUrl },
    catalogue,
    { ...options, suite: ["valid", "field-name", "field-code"], seed: 1, outputDir: folder },
    control,
  );
}

const uniqueNotes = ({ fold }: FinishedRun): string[] =>
  fold.notes.map((note) => worded(note).text).filter((text) => text.includes(" is unique: "));

const freshOf = ({ fold }: FinishedRun): string[] => [
  ...layoutOf(interfaceOf(fold.header ?? {})).fresh.keys(),
];

const breaches = ({ fold }: FinishedRun): string[] =>
  [...(fold.documented?.breaches.values() ?? [])].map(({ observed, first }) => {
    const { id } = first.case;
    return `${id}: ${observed}`;
  });

test.each([
  ["constant in the stated request", ["code"], documented({ name: true }), 400],
  ["fresh in the stated request", ["name"], documented({ name: true }), 400],
  ["two of them", ["name", "code"], documented(), 409],
] as const)("a unique field is found: %s", async (_, unique, from, status) => {
  const { url } = await startStore(unique, status);
  const done = await run(from, url);
  expect(uniqueNotes(done)).toEqual(
    unique.map(
      (name) =>
        `${name} is unique: ${status} for the second request with the same value; other requests have a new one, unless they are about one value`,
    ),
  );
  expect(freshOf(done)).toEqual(expect.arrayContaining([...unique]));
  expect(breaches(done)).toEqual([]);
  const rows = declaredRows(done.fold) ?? [];
  expect(rows.filter(({ part, verdict }) => part !== "responses" && verdict !== "same")).toEqual(
    rows.filter(({ verdict }) => verdict === "not decided"),
  );
  // What is refused for another reason is judged all the same.
  const tooLong = done.fold.cases.get("field-name/bound-max-outside");
  expect(tooLong && judgedSignatures(tooLong)).toEqual(["400", "400"]);
});

test("a store that has the constant values of an earlier run already is not refused", async () => {
  const { url } = await startStore(["code"]);
  const first = await run(documented({ name: true }), url);
  const second = await run(documented({ name: true }), url);
  for (const each of [first, second]) {
    expect(uniqueNotes(each)).toHaveLength(1);
    expect(each.fold.cases.get("valid/plain")?.signatures).toContain("201");
    expect(breaches(each)).toEqual([]);
  }
});

test("without a unique field, constant values are not tried, and fresh ones twice", async () => {
  const { url } = await startStore([]);
  const done = await run(documented({ name: true }), url);
  expect(uniqueNotes(done)).toEqual([]);
  const tried = [...done.fold.cases.keys()].filter((id) => id.startsWith("explore/unique/"));
  expect(tried).toEqual(["explore/unique/name-1", "explore/unique/name-2"]);
});

test("the built-in interface is not tried", async () => {
  const { url, bodies } = await startStore([]);
  const catalogue = await loadCatalogue({});
  const done = await runJob(
    { name: "store", baseUrl: url },
    catalogue,
    { ...defaultOptions("run"), load: false, suite: ["valid"], seed: 1, outputDir: folder },
    control,
  );
  expect([...done.fold.cases.keys()].filter((id) => id.startsWith("explore/"))).toEqual([]);
  expect(bodies.length).toBeGreaterThan(0);
});

test("a resumed run keeps what is unique, and sends no value again", async () => {
  const { url, bodies } = await startStore(["code"]);
  const done = await run(documented({ name: true }), url);
  const file = join(done.folder, "run.ndjson");
  const { found } = await findObservation(file, "valid/plain");
  expect(found?.approach).toBeUndefined();
  // Cut off after the approach: the rest is planned and sent again.
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const cut = lines.findIndex((line) => (JSON.parse(line) as RunRecord).type === "approach");
  writeFileSync(file, `${lines.slice(0, cut + 1).join("\n")}\n`);
  const before = new Set(bodies);
  bodies.length = 0;
  const resumed = await resumeJob(done.folder, {}, control);
  expect(resumed.outcome.end).toBe("done");
  expect(freshOf(resumed)).toEqual(["name", "code"]);
  expect(breaches(resumed)).toEqual([]);
  expect(resumed.fold.cases.get("valid/plain")?.signatures).toEqual(
    resumed.fold.cases.get("valid/plain")?.signatures.map(() => "201") ?? [],
  );
  expect(bodies.filter((each) => before.has(each) && each.includes("text-"))).toEqual([]);
});
