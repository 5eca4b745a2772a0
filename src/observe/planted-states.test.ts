import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { type Listening, listening, withBody } from "../servers/json-server.ts";
import { machineServer, type PlantedMachine } from "../../test/servers/machine-server.ts";
import { plantedMachines } from "../../test/servers/planted-machines.ts";
import { judgePlanted } from "../../test/observe/judge-planted.ts";
import { explored, findingsOf } from "../../test/observe/explore.ts";

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Requests for each target: enough for the tests of the largest machines, and not for all of them. */
const MOST = 3000;

/** Unique ids; DELETE requires the version of `If-Match`. */
async function versionedStore(): Promise<Listening> {
  const store = new Map<string, number>();
  const server = createServer((request, response) => {
    withBody(request, 2 ** 20, (body = Buffer.alloc(0)) => {
      const text = body.toString();
      const named = /\/(-?\d+)$/.exec(request.url ?? "")?.[1];
      const id = named ?? /"id":(-?\d+)/.exec(text)?.[1] ?? "";
      const version = store.get(id);
      const tag = `"v${version}"`;
      const send = (status: number): void => void response.writeHead(status, { ETag: tag }).end();
      if (request.method === "POST") {
        if (text.includes("null")) return send(400);
        if (version === undefined) store.set(id, 1);
        return send(version === undefined ? 201 : 409);
      }
      if (version === undefined) return send(404);
      if (request.method === "GET") return send(200);
      const match = request.headers["if-match"];
      if (match !== tag) return send(match === undefined ? 428 : 412);
      if (request.method === "DELETE") store.delete(id);
      else store.set(id, version + 1);
      send(204);
    });
  });
  return listening(server);
}

/** What is learned of these servers together. */
async function learnedOf(starting: Promise<Listening>[], seed = 1) {
  const started = await Promise.all(starting);
  servers.push(...started);
  const urls = started.map(({ url }) => url);
  const folds = await explored(urls, { parts: ["states"], maxRequests: MOST, seed });
  return folds.map((fold) => ({
    states: findingsOf(fold, "states")[0],
    compared: findingsOf(fold, "states-compared")[0],
    cases: fold.cases,
  }));
}

/** One of each family, with 3 to 8 states; `npm run planted-machines` tries 60, with other seeds. */
const FEW = plantedMachines(1).filter((_, at) => at % 12 === 10);

describe.concurrent("a random machine is learned exactly, with few requests", () => {
  // A request that waits longer than the server remembers would look like a pause.
  test.each(FEW)("$name", { retry: 2, timeout: 100_000 }, async (planted) => {
    const { wrong, each } = await judgePlanted(planted, 2000);
    expect(wrong).toEqual([]);
    expect(each).toBeLessThanOrEqual(25);
  });
});

/** Unique ids that can be deleted, and are not accepted again. */
const SOFT_DELETE: PlantedMachine = [
  {
    post: { next: 1, status: 201 },
    respelled: { next: 1, status: 201 },
    invalid: { next: 0, status: 400 },
    get: { next: 0, status: 404 },
    delete: { next: 0, status: 404 },
  },
  {
    post: { next: 1, status: 409 },
    respelled: { next: 1, status: 409 },
    invalid: { next: 1, status: 400 },
    get: { next: 1, status: 200 },
    delete: { next: 2, status: 204 },
  },
  {
    post: { next: 2, status: 410 },
    respelled: { next: 2, status: 410 },
    invalid: { next: 2, status: 400 },
    get: { next: 2, status: 404 },
    delete: { next: 2, status: 404 },
  },
];
const UPSERT = SOFT_DELETE.slice(0, 2).map((state, at) =>
  at === 0 ? state : { ...state, post: { next: 1, status: 200 }, delete: { next: 0, status: 204 } },
);
/** A deleted id is accepted again. */
const HARD_DELETE = SOFT_DELETE.slice(0, 2).map((state, at) =>
  at === 0 ? state : { ...state, delete: { next: 0, status: 204 } },
);

describe.concurrent("a server", () => {
  test("that remembers by connection: each sequence is sent on one", async () => {
    const [learned] = await learnedOf([machineServer(SOFT_DELETE, { perConnection: true })]);
    const states = learned?.states;
    expect(states).toMatchObject({ perConnection: true, machine: { states: { length: 3 } } });
    expect(states?.varies).toBeUndefined();
  });

  test("that remembers by connection, and loses a response now and then", async () => {
    const [learned] = await learnedOf([
      machineServer(SOFT_DELETE, { perConnection: true, endsEach: 331 }),
    ]);
    const states = learned?.states;
    expect(states).toMatchObject({ perConnection: true, machine: { states: { length: 3 } } });
    expect(states?.varies).toBeUndefined();
  });

  // A request that takes longer than the server remembers it for would look like a pause.
  test("that forgets after a time: a pause leads back", { retry: 2 }, async () => {
    const [learned] = await learnedOf([machineServer(HARD_DELETE, { forgetsAfterMs: 900 })]);
    const { machine } = learned?.states ?? {};
    const pause = machine?.letters.findIndex(({ id }) => id === "pause") ?? -1;
    expect(machine?.states.map(({ next }) => next[pause])).toEqual([0, 0]);
  });

  test("that forgets after a longer time: the state ends after more pauses", async () => {
    const [learned] = await learnedOf([machineServer(HARD_DELETE, { forgetsAfterMs: 2500 })]);
    const { machine, timeOuts = [] } = learned?.states ?? {};
    expect(machine?.states).toHaveLength(2);
    expect(timeOuts).toHaveLength(1);
    expect(timeOuts[0]).toMatchObject({ state: 1, keptForMs: 2000, ended: { afterMs: 3000 } });
    expect(timeOuts[0]?.ended?.response).toBe(machine?.states[0]?.outputs[0]);
  });

  test("that deletes only the version that If-Match names", async () => {
    const [learned] = await learnedOf([versionedStore()]);
    const { letters = [], states = [] } = learned?.states?.machine ?? {};
    const responses = (id: string) => {
      const at = letters.findIndex((each) => each.id === id);
      return states.map(({ next, outputs }) => [outputs[at]?.split(" ")[0], next[at]]);
    };
    expect(responses("delete")).toEqual([
      ["404", 0],
      ["428", 1],
    ]);
    expect(responses("delete-current")).toEqual([
      ["404", 0],
      ["204", 0],
    ]);
    expect(responses("delete-stale")[1]).toEqual(["412", 1]);
    expect(responses("put-outdated")[1]).toEqual(["412", 1]);
  });

  test("that stalls now and then: a sequence that took long is sent again", async () => {
    const [learned] = await learnedOf([
      machineServer(HARD_DELETE, { forgetsAfterMs: 900, stallsEach: 331 }),
    ]);
    expect(learned?.states?.machine?.states).toHaveLength(2);
  });

  test("with a race: one request after the other shows none", async () => {
    const [learned] = await learnedOf([machineServer(HARD_DELETE, { raceMs: 2 })]);
    expect(learned?.states?.machine?.states).toHaveLength(2);
  });

  test("that counts all requests: it has no machine, and a sequence shows why", async () => {
    const [learned] = await learnedOf([machineServer(SOFT_DELETE, { failsEach: 23 })]);
    const { states, cases } = learned ?? {};
    expect(states?.machine).toBeUndefined();
    const { outputs = [], case: id = "" } = states?.varies ?? {};
    expect(outputs.length).toBeGreaterThan(1);
    expect(JSON.stringify(outputs)).toContain("500");
    expect(cases?.has(id)).toBe(true);
  });

  test("that differs from another one: the shortest sequence is sent to both", async () => {
    // Another status for what both refuse is a shorter sequence, and tells less.
    const refusing = HARD_DELETE.map((each) => ({
      ...each,
      invalid: { ...each.invalid, status: 422 },
    }));
    const both = await learnedOf([machineServer(SOFT_DELETE), machineServer(refusing)]);
    for (const { compared, cases } of both) {
      const { letters = [], outputs = [], case: id = "" } = compared?.difference ?? {};
      expect(letters).toHaveLength(3);
      expect(letters[1]).toBe("delete");
      const last = outputs.map((each) => each.outputs.at(-1));
      expect(last).toEqual(["410 {error: string}", "201 {id: number}"]);
      expect(cases.has(id)).toBe(true);
    }
  });

  test("that is like another one: they are equal as machines", async () => {
    const [learned] = await learnedOf([machineServer(UPSERT), machineServer(UPSERT)]);
    expect(learned?.compared?.difference).toBeUndefined();
    expect(learned?.compared?.equalUpTo).toBeGreaterThan(1);
  });
});
