import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { callWitness } from "../../test/cli/witness.ts";
import { type Conduct, machineServer } from "../../test/servers/machine-server.ts";
import {
  defineInterface,
  textField,
  userSubmission,
  uuidField,
  wholeNumberField,
} from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import { type Listening, listening } from "../servers/json-server.ts";
import { compareStored } from "./compare-stored.ts";
import { baselineOf } from "../policy/index.ts";
import { Baseline, type Interface } from "../model/index.ts";
import type { FinishedRun } from "./conclude-run.ts";
import { exploreJob } from "./explore.ts";
import { judgeStored } from "./gate.ts";
import { runJob } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-states-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** PUT stores and replaces; a deleted name is either free again, or gone. */
function things(isGone: boolean): express.Express {
  const app = express();
  const stored = new Map<string, "there" | "gone">();
  app.use(express.json());
  app.put("/things/:name", ({ params: { name }, body }, response) => {
    if (typeof (body as { size?: unknown }).size !== "number") return void response.sendStatus(400);
    const known = stored.get(name);
    if (known === "gone") return void response.status(410).json({ error: "gone" });
    stored.set(name, "there");
    response.status(known === undefined ? 201 : 200).json({ name });
  });
  app.get("/things/:name", ({ params: { name } }, response) => {
    if (stored.get(name) !== "there") return void response.status(404).json({ error: "none" });
    response.json({ name });
  });
  app.delete("/things/:name", ({ params: { name } }, response) => {
    if (stored.get(name) !== "there") return void response.status(404).json({ error: "none" });
    if (isGone) stored.set(name, "gone");
    else stored.delete(name);
    response.status(204).end();
  });
  return app;
}

const putParts = {
  name: "put-thing",
  method: "PUT",
  path: "/things/{name}",
  parameters: { name: uuidField() },
} as const;
const putThing = defineInterface({
  ...putParts,
  fields: { size: wholeNumberField().required() },
});

/** POST makes a thing once; a deleted id is either free again, or gone. */
function posted(isGone: boolean): express.Express {
  const app = express();
  const stored = new Map<unknown, "there" | "gone">();
  app.use(express.json());
  app.post("/things", ({ body }, response) => {
    const { id, size } = body as { id?: unknown; size?: unknown };
    if (typeof id !== "string" || typeof size !== "number") return void response.sendStatus(400);
    const known = stored.get(id);
    if (known !== undefined)
      return void response.status(known === "gone" ? 410 : 409).json({ error: known });
    stored.set(id, "there");
    response.status(201).json({ id });
  });
  app.delete("/things/:id", ({ params: { id } }, response) => {
    if (stored.get(id) !== "there") return void response.status(404).json({ error: "none" });
    if (isGone) stored.set(id, "gone");
    else stored.delete(id);
    response.status(204).end();
  });
  return app;
}

const postThing = defineInterface({
  name: "post-thing",
  path: "/things",
  fields: { id: uuidField({ fresh: true }).required(), size: wholeNumberField().required() },
});

/** The server names its things, in `Location` or in a member; what is deleted is gone. */
function namedByServer(how: "location" | "uuid"): express.Express {
  const app = express();
  const stored = new Map<string, { size: number; isGone: boolean }>();
  app.use(express.json());
  app.post("/things", ({ body }, response) => {
    const { size } = body as { size?: unknown };
    if (typeof size !== "number") return void response.sendStatus(400);
    const name = `t${stored.size}-${Math.random().toString(36).slice(2)}`;
    stored.set(name, { size, isGone: false });
    if (how === "location") response.location(`/things/${name}`);
    response.status(201).json(how === "location" ? {} : { uuid: name });
  });
  app.all("/things/:name", ({ method, params: { name } }, response) => {
    const known = stored.get(name);
    if (known === undefined) return void response.sendStatus(404);
    if (known.isGone) return void response.sendStatus(410);
    if (method === "DELETE") known.isGone = true;
    response.status(method === "DELETE" ? 204 : 200).json({ size: known.size });
  });
  return app;
}

/** PUT replaces a thing if its ETag, which changes with the content, is the one of `If-Match`. */
function tagged(): express.Express {
  const app = express();
  app.set("etag", false);
  const stored = new Map<string, string>();
  app.use(express.json());
  app.put("/things/:name", ({ params: { name }, body, headers }, response) => {
    const { size } = body as { size?: unknown };
    if (typeof size !== "string") return void response.sendStatus(400);
    const known = stored.get(name);
    const match = headers["if-match"];
    const isMatch = match === undefined || match === `"${known}"` || match === "*";
    if (match !== undefined && (known === undefined || !isMatch))
      return void response.sendStatus(412);
    stored.set(name, size);
    response.status(known === undefined ? 201 : 200).json({});
  });
  app.get("/things/:name", ({ params: { name } }, response) => {
    const known = stored.get(name);
    if (known === undefined) return void response.sendStatus(404);
    response.set("ETag", `"${known}"`).json({ size: known });
  });
  return app;
}

const putText = defineInterface({
  name: "put-text",
  method: "PUT",
  path: "/things/{name}",
  parameters: { name: uuidField() },
  fields: { size: textField().required() },
});

async function statesOf(app: express.Express, from: Interface): Promise<FinishedRun> {
  const server = await listening(createServer(app));
  const [run] = await exploreJob(
    [{ name: "things", baseUrl: server.url }],
    { interface: from, suites: [...suitesFor(from)] },
    {
      ...defaultOptions("explore"),
      states: true,
      maxRequests: 1200,
      timeoutMs: 20_000,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  if (run === undefined) throw new Error("no run");
  return run;
}

/** The responses after each state, by the titles of letters. */
const responsesIn = ({ summary }: FinishedRun): Record<string, Record<string, string>> => {
  const { states = [], edges = [] } = summary.exploration?.states ?? {};
  return Object.fromEntries(
    states.map(({ name, loops }, at) => [
      name,
      Object.fromEntries(
        [
          ...loops,
          ...edges.filter(({ from }) => from === at).flatMap(({ steps }) => steps),
        ].flatMap(({ letters, response }) =>
          letters.map((letter) => [letter, response.split(" ")[0] ?? ""]),
        ),
      ),
    ]),
  );
};

test.each(["location", "uuid"] as const)(
  "a resource that the server names is found by its %s, and its sequence is replayed by it",
  async (how) => {
    const from = defineInterface({
      name: "make-thing",
      path: "/things",
      fields: { size: wholeNumberField().required() },
    });
    const run = await statesOf(namedByServer(how), from);
    const states = responsesIn(run);
    expect(Object.keys(states)).toEqual(["new", "exists", "deleted"]);
    expect(states["new"]).toMatchObject({ POST: "201", GET: "404", DELETE: "404" });
    expect(states["exists"]).toMatchObject({ POST: "201", GET: "200", DELETE: "204" });
    expect(states["deleted"]).toMatchObject({ POST: "201", GET: "410", DELETE: "410" });
    const finding = run.fold.findings.find((each) => each.kind === "states");
    expect(finding?.named).toEqual(how === "location" ? "location" : { member: "uuid" });

    const { view } = await compareStored(
      [run.folder, (await statesOf(things(true), from)).folder],
      folder,
      "class",
      () => {},
    );
    const commands = view.comparison.states?.difference?.targets[0]?.commands ?? [];
    expect(commands.join("\n")).not.toContain("witness-taken");

    const server = await listening(createServer(namedByServer(how)));
    const id = "explore/states/create+delete+get";
    const { stdout } = await callWitness(folder, [
      "replay",
      run.folder,
      id,
      "--base-url",
      server.url,
    ]);
    await server.close();
    expect(stdout.trimEnd()).toMatch(/the same: 201, 204, 410$/);
  },
);

test("an ETag that changes with the content: the newest version is replaced, and an earlier one is not", async () => {
  const states = responsesIn(await statesOf(tagged(), { ...putText, responses: [] }));
  const [current, outdated] = [
    "PUT (If-Match of the ETag of GET)",
    "PUT twice (If-Match of one ETag)",
  ];
  expect(states["new"]).toMatchObject({ PUT: "201", [current]: "412", [outdated]: "412" });
  expect(states["exists"]).toMatchObject({ PUT: "200", [current]: "200", [outdated]: "412" });
});

/** PUT makes a thing; what exists is replaced only with `If-Match`, of which there may be one line. */
function guarded(): express.Express {
  const app = express();
  const stored = new Set<string>();
  app.use(express.json());
  app.all("/things/:name", ({ method, params: { name }, body, rawHeaders, headers }, response) => {
    const isKnown = stored.has(name);
    if (rawHeaders.filter((each) => /^if-match$/i.test(each)).length > 1)
      return void response.status(500).json({ error: "two lines of If-Match" });
    if (method !== "PUT") return void response.status(isKnown ? 200 : 404).json({});
    const { size } = body as { size?: unknown };
    if (typeof size !== "number") return void response.status(400).json({});
    const { "if-match": match } = headers;
    if (isKnown && match === undefined) return void response.status(428).json({});
    if (match !== undefined && (!isKnown || match !== "*"))
      return void response.status(412).json({});
    stored.add(name);
    return void response.status(isKnown ? 200 : 201).json({});
  });
  return app;
}

test("a second exploration of what is replaced only with If-Match sends new resources as valid requests", async () => {
  const app = guarded();
  for (let turn = 0; turn < 2; turn += 1) {
    const { fold, summary } = await statesOf(app, { ...putThing, responses: [] });
    expect(fold.cases.get("valid/plain")?.signatures).toEqual(["201"]);
    expect(summary.hint).toBeUndefined();
    expect(summary.exploration?.states?.sentence).toBe("2 states: new, exists");
  }
});

test("a stated If-Match is replaced by that of a letter, and left out by one without", async () => {
  const from = defineInterface({
    ...putParts,
    headers: { "If-Match": '"another version"' },
    fields: { size: wholeNumberField().required() },
  });
  const states = responsesIn(await statesOf(guarded(), { ...from, responses: [] }));
  expect(states["new"]).toMatchObject({ PUT: "412", "PUT (without If-Match)": "201" });
  expect(states["replaced"]).toMatchObject({
    PUT: "412",
    "PUT (without If-Match)": "428",
    "PUT (If-Match: *)": "200",
    "PUT (If-Match of no version)": "412",
  });
});

// As after an earlier run, with a server that replaces nothing without a condition.
test("a server that refuses the checks, and accepts new resources later, turns nothing away", async () => {
  const app = express();
  const stored = new Set<string>();
  let existing: string | undefined;
  app.all("/things/:name", ({ method, params: { name } }, response) => {
    if (existing === undefined) stored.add((existing = name));
    const isKnown = stored.has(name);
    if (method === "PUT") stored.add(name);
    if (method === "DELETE") stored.delete(name);
    const status = method === "PUT" ? (isKnown ? 428 : 201) : isKnown ? 200 : 404;
    response.status(status).json({});
  });
  const title = textField({ fresh: true }).required();
  const from = defineInterface({ ...putParts, fields: { title } });
  const { fold, summary } = await statesOf(app, { ...from, responses: [] });
  expect(fold.notes.filter(({ kind }) => kind === "surroundings")).toEqual([]);
  expect(summary.exploration?.states?.sentence).toBe("2 states: new, exists");
});

async function exploredStates(isGone: boolean) {
  const server = await listening(createServer(things(isGone)));
  const [run] = await exploreJob(
    [{ name: isGone ? "gone" : "free", baseUrl: server.url }],
    { interface: putThing, suites: [...suitesFor(putThing)] },
    {
      ...defaultOptions("explore"),
      states: true,
      maxRequests: 2500,
      timeoutMs: 20_000,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  if (run === undefined) throw new Error("no run");
  return run;
}

test("the states of a resource that PUT makes in Express: drawn, written and compared", async () => {
  const [gone, free] = await Promise.all([exploredStates(true), exploredStates(false)]);
  const { states } = gone.summary.exploration ?? {};
  expect(states?.sentence).toBe("3 states: new, exists, deleted");
  expect(free.summary.exploration?.states?.sentence).toBe("2 states: new, exists");
  expect(states?.edges.map(({ from, to, steps }) => [from, to, steps[0]?.response])).toEqual([
    [0, 1, "201"],
    [1, 2, "204"],
  ]);
  const ids = gone.fold.cases;
  expect(states?.edges.every((edge) => ids.has(edge.case ?? ""))).toBe(true);
  const text = (name: string): string => readFileSync(join(gone.folder, name), "utf8");
  expect(text("states.dot")).toContain('s1 -> s2 [label="DELETE: 204"]');
  expect(text("report.md")).toContain("s1 --> s2 : DELETE: 204");
  expect(text("report.html")).toContain('class="machine"');
  expect(existsSync(join(gone.folder, "states.md"))).toBe(true);

  const { view } = await compareStored([gone.folder, free.folder], folder, "class", () => {});
  const { difference } = view.comparison.states ?? {};
  expect(view.comparison.conclusions.map(({ text }) => text).join(" ")).toMatch(
    /State machines differ: the shortest sequence on which .* has 3 steps[.]/,
  );
  const { observed = [] } = view.comparison.ledger.find(({ id }) => id === "states") ?? {};
  const sentences = ["3 states: new, exists, deleted", "2 states: new, exists"];
  expect(observed.map(([first]) => first)).toEqual(sentences);
  expect(difference?.letters).toEqual(["PUT", "DELETE", "PUT"]);
  expect(difference?.targets.map(({ responses }) => responses.at(-1))).toEqual([
    "410 {error: string}",
    "201 {name: string}",
  ]);
  const [, removing] = difference?.targets[0]?.commands ?? [];
  expect(removing).toMatch(/^curl .*-X 'DELETE' .*\/things\/[0-9a-f-]{36}'$/);
});

/** Runs a suite against a server, learns its machine, and closes it. */
async function runWithStates(server: Listening, from: Interface): Promise<FinishedRun> {
  const options = {
    ...defaultOptions("run"),
    suite: ["valid"],
    runs: 0,
    load: false,
    states: true,
    timeoutMs: 20_000,
    seed: 1,
    outputDir: folder,
  };
  return runJob(
    { name: "things", baseUrl: server.url },
    { interface: from, suites: [...suitesFor(from)] },
    options,
    { signal: new AbortController().signal, events: {} },
  ).finally(() => server.close());
}

test("a gate tells the shortest sequence whose responses changed since the baseline", async () => {
  const explored = async (isGone: boolean) =>
    runWithStates(await listening(createServer(posted(isGone))), postThing);
  const [free, gone] = [await explored(false), await explored(true)];
  expect(free.summary.exploration?.states?.sentence).toBe("2 states: new, exists");
  const baseline = Baseline.parse(JSON.parse(JSON.stringify(baselineOf([free.fold]))));
  expect(baseline.machine?.states).toHaveLength(2);
  const judged = async (run: FinishedRun) =>
    (await judgeStored([run.folder], {}, { baseline })).judgements.find(
      ({ rule }) => rule === "baseline.machine",
    );
  expect((await judged(free))?.found).toBe("2 states as before");
  const changed = await judged(gone);
  expect(changed?.verdict).toBe("fail");
  expect(changed?.found).toBe("differs after 3 requests");
  const [breach] = changed?.breaches ?? [];
  expect(breach?.expected).toMatch(/^POST, then DELETE, then POST: 201 .*, 204.*, 201 /);
  expect(breach?.observed).toMatch(/^POST, then DELETE, then POST: 201 .*, 204.*, 410 /);
  expect(gone.fold.cases.get(breach?.case ?? "")?.case.reason).toBe("POST, then DELETE, then POST");
  expect(breach?.replay).toContain(breach?.case);
});

test("a gate tells that each connection has a state of its own now", async () => {
  const to = (next: number, status: number) => ({ next, status });
  const [kept, gone] = [to(1, 201), to(0, 404)];
  const machine = [
    { post: kept, respelled: kept, invalid: to(0, 400), get: gone, delete: gone },
    {
      post: to(1, 409),
      respelled: to(1, 409),
      invalid: to(1, 400),
      get: to(1, 200),
      delete: to(0, 204),
    },
  ];
  const explored = async (conduct: Conduct): Promise<FinishedRun> =>
    runWithStates(await machineServer(machine, conduct), userSubmission);
  const [shared, apart] = [await explored({}), await explored({ perConnection: true })];
  expect(baselineOf([apart.fold]).machine?.perConnection).toBe(true);
  const baseline = Baseline.parse(JSON.parse(JSON.stringify(baselineOf([shared.fold]))));
  const { judgements } = await judgeStored([apart.folder], {}, { baseline });
  const { verdict, breaches } = judgements.find(({ rule }) => rule === "baseline.machine") ?? {};
  expect(verdict).toBe("fail");
  expect(breaches?.[0]).toMatchObject({
    expected: "all connections share a state",
    observed: "each connection has a state of its own",
  });
});
