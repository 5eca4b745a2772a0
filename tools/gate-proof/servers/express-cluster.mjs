// The endpoint with Express in a cluster of two processes. The primary process has the ids: workers ask it, as they would
// ask a small database. SQLite in Node 20 needs a package with an install script. CHANGE names one planted change.
import cluster from "node:cluster";
import { createServer } from "node:http";
import express from "express";

const CHANGE = process.env.CHANGE ?? "";
const MOST_BYTES = CHANGE === "body-limit" ? 50_000 : 100_000;
const MOST_DEPTH = CHANGE === "depth-limit" ? 16 : 32;
const LARGEST_ID = CHANGE === "id-limit" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
const MOST_HEADER_BYTES = CHANGE === "header-limit" ? 8 * 1024 : 16 * 1024;
const DATE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d\.\d{3})Z$/;
// In another time zone, midnight of 1 January 1970 is five hours later.
const EARLIEST = CHANGE === "time-zone" ? 5 * 3600 * 1000 : 0;

if (cluster.isPrimary) beginStore();
else beginWorker(Number(process.argv[2]));

function beginStore() {
  const dates = new Map();
  const commands = {
    has: ({ id }) => dates.has(id),
    set: ({ id, date }) => void dates.set(id, date),
    insert: ({ id, date }) => !dates.has(id) && dates.set(id, date) !== undefined,
  };
  cluster.on("message", (worker, { command, turn, ...values }) =>
    worker.send({ turn, result: commands[command](values) }),
  );
  cluster.on("exit", () => process.exit(1));
  cluster.fork();
  cluster.fork();
}

function beginWorker(port) {
  const waiting = new Map();
  const leaked = [];
  let turns = 0;
  let requests = 0;
  const ask = (command, values) =>
    new Promise((resolve) => {
      turns += 1;
      waiting.set(turns, resolve);
      process.send({ command, turn: turns, ...values });
    });
  process.on("message", ({ turn, result }) => {
    waiting.get(turn)(result);
    waiting.delete(turn);
  });

  const app = express();
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    // A quarter of the processor time of a request.
    if (CHANGE === "slower") spin(0.06);
    if (CHANGE === "leak") leaked.push(Buffer.alloc(4096, 1));
    requests += 1;
    if (CHANGE === "sometimes-500" && requests % 50 === 0) return refuse(response, 500, "internal");
    return next();
  });
  app.use(express.text({ type: "application/json", limit: MOST_BYTES }));
  app.post("/api/user", (request, response, next) => {
    const read = readUser(request.body);
    if ("status" in read) return refuse(response, read.status, read.code);
    const { id, date } = read;
    const answer = (isNew) =>
      isNew || CHANGE === "conflict-201"
        ? reply(response, 201, { id, date })
        : refuse(response, 409, "taken");
    return insert(id, date).then(answer, next);
  });
  app.use((error, _request, response, _next) =>
    refuse(response, error.status ?? 500, error.type ?? "internal"),
  );
  createServer({ maxHeaderSize: MOST_HEADER_BYTES }, app).listen(port, "127.0.0.1");

  /** Whether the id was free. */
  async function insert(id, date) {
    if (CHANGE !== "race") return ask("insert", { id, date });
    if (await ask("has", { id })) return false;
    await ask("set", { id, date });
    return true;
  }
}

function readUser(body) {
  if (typeof body !== "string") return { status: 415, code: "media-type" };
  const text = CHANGE === "trailing-commas" ? body.replaceAll(/,\s*([}\]])/g, "$1") : body;
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    return { status: 400, code: "not-json" };
  }
  if (typeof document !== "object" || document === null || Array.isArray(document))
    return { status: 400, code: "not-an-object" };
  if (depthOf(document) > MOST_DEPTH) return { status: 400, code: "too-deep" };
  if (CHANGE === "any-case")
    document = Object.fromEntries(
      Object.entries(document).map(([key, value]) => [key.toLowerCase(), value]),
    );
  const { id, date } = document;
  const problems = [idProblem(id), dateProblem(date)];
  if (CHANGE === "order") problems.reverse();
  return problems.find((problem) => problem !== undefined) ?? { id, date };
}

function depthOf(value) {
  let depth = 0;
  for (let within = [value]; within.length > 0; depth += 1)
    within = within.flatMap((each) =>
      typeof each === "object" && each !== null ? Object.values(each) : [],
    );
  return depth;
}

function idProblem(id) {
  if (!Number.isSafeInteger(id) || id > LARGEST_ID) return { status: 400, code: "id" };
  if (CHANGE === "one-value" && id === 0) return { status: 422, code: "id" };
  return undefined;
}

function dateProblem(date) {
  const problem = { status: 422, code: "date" };
  const parts = typeof date === "string" ? DATE.exec(date) : null;
  if (parts === null) return problem;
  const ms = Date.parse(date);
  // JavaScript reads 30 February as a day in March.
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString() === date;
  if (!isDay && (CHANGE !== "date-rolled" || Number.isNaN(ms))) return problem;
  return ms < EARLIEST ? problem : undefined;
}

function reply(response, status, value) {
  if (CHANGE !== "no-header") response.set("Cache-Control", "no-store");
  if (CHANGE === "closes" && status >= 400) response.set("Connection", "close");
  response.status(status).json(value);
}

function refuse(response, status, code) {
  reply(response, status, CHANGE === "error-shape" ? { errors: [code] } : { error: code });
}

function spin(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
