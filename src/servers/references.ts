import { createServer, type IncomingMessage, type Server } from "node:http";
import type { ErrorRequestHandler } from "express";
import type { Listening, ServerReply } from "./json-server.ts";
import { jsonReply, listening, seenBefore, sendReply, textReply, withBody } from "./json-server.ts";
import { userSubmission } from "../contract/index.ts";

export type ReferenceMessage = { url: string } | { missing: string };

/** The reference servers by name, in display order. The ones of a framework need its package. */
const starters: Record<string, () => Promise<Listening>> = {
  strict: startStrict,
  lenient: startLenient,
  express: startExpress,
  fastify: startFastify,
  hono: startHono,
};

export const REFERENCES = Object.keys(starters);

export async function startReference(name: string): Promise<ReferenceMessage> {
  try {
    const server = await starters[name]?.();
    return server === undefined ? { missing: `no server named ${name}` } : { url: server.url };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return { missing: `the package of ${name} is not installed` };
  }
}

const { method: METHOD, path: PATH } = userSubmission;

const STRICT_LIMIT_BYTES = 100 * 1024;
const REMEMBERED_IDS = 100_000;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A reference implementation that accepts only the stated request. */
export function startStrict(): Promise<Listening> {
  const repeated = seenBefore(REMEMBERED_IDS);
  const server = createServer((request, response) => {
    const refusal = refuseHead(request);
    if (refusal) return sendReply(response, refusal);
    withBody(request, STRICT_LIMIT_BYTES, (body) =>
      sendReply(response, strictReply(body, repeated)),
    );
  });
  return listening(server);
}

function refuseHead({ url, method, headers }: IncomingMessage): ServerReply | undefined {
  if (url !== PATH) return refused(404, "not-found", null, `the only path is ${PATH}`);
  if (method !== METHOD) {
    return refused(405, "method", null, `the only method is ${METHOD}`, { Allow: METHOD });
  }
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") {
    return refused(415, "media-type", null, "the body must be application/json");
  }
  return undefined;
}

function strictReply(body: Buffer | undefined, repeated: (id: number) => boolean): ServerReply {
  if (!body) return refused(413, "too-large", null, `the body is over ${STRICT_LIMIT_BYTES} bytes`);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return refused(400, "not-json", null, "the body is not JSON in UTF-8");
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return refused(422, "not-an-object", null, "the body is not a JSON object");
  }
  const { id, date, ...further } = document as Record<string, unknown>;
  if (!isId(id)) return refused(422, "not-an-id", "id", "id is not a safe integer");
  if (!isDate(date)) {
    const message = "date does not have the form 2024-02-29T23:59:59.999Z";
    return refused(422, "not-a-date", "date", message);
  }
  const [unknownField] = Object.keys(further);
  if (unknownField !== undefined) {
    return refused(422, "unknown-field", unknownField, "only id and date are allowed");
  }
  if (repeated(id)) return refused(409, "repeated-id", "id", "this id is taken");
  return jsonReply(201, { id, date }, { Location: `${PATH}/${id}` });
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Converting back checks the calendar: 30 February becomes a day in March. */
function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !DATE.test(value)) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

const refused = (
  status: number,
  code: string,
  field: string | null,
  message: string,
  headers?: Record<string, string>,
): ServerReply => jsonReply(status, { error: { code, field, message } }, headers);

const LENIENT_LIMIT_BYTES = 1024 * 1024;
const LENIENT_PATH = /^[^?]*\/user\/?(\?.*)?$/;

/** A reference implementation that accepts as much as possible, and returns it. */
export function startLenient(): Promise<Listening> {
  const server = createServer((request, response) => {
    if (!LENIENT_PATH.test(request.url ?? ""))
      return sendReply(response, textReply(404, "nothing here"));
    withBody(request, LENIENT_LIMIT_BYTES, (body) => sendReply(response, lenientReply(body)));
  });
  return listening(server);
}

function lenientReply(body: Buffer | undefined): ServerReply {
  if (!body) return textReply(413, `more than ${LENIENT_LIMIT_BYTES} bytes`);
  try {
    // This decoder drops a byte order mark and replaces invalid UTF-8 by U+FFFD.
    return jsonReply(200, understood(JSON.parse(new TextDecoder().decode(body))));
  } catch (error) {
    return textReply(400, (error as Error).message);
  }
}

/** The document with `id` as a number and `date` in UTC, if present; everything else unchanged. */
function understood(document: unknown): object {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new TypeError("not an object");
  }
  const { id, date } = document as Record<string, unknown>;
  const given = { ...document } as Record<string, unknown>;
  if (id !== undefined && id !== null) given["id"] = asNumber(id);
  if (date !== undefined && date !== null) given["date"] = asDate(date);
  return given;
}

function asNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
  if (Number.isNaN(number)) throw new TypeError("id is not a number");
  return number;
}

function asDate(value: unknown): string {
  const ms = typeof value === "string" ? Date.parse(value) : NaN;
  if (Number.isNaN(ms)) throw new TypeError("date is not a date");
  return new Date(ms).toISOString();
}

// Each server imports its framework when it starts: a user who has none of them can start the others.

export async function startExpress(): Promise<Listening> {
  const { default: express } = await import("express");
  const app = express();
  app.use(express.json());

  app.post(userSubmission.path, (request, response) => {
    const { id, date } = request.body ?? {};
    if (typeof id !== "number" || typeof date !== "string") {
      response.status(400).json({ error: "id and date are required" });
      return;
    }
    response.status(201).json({ id, date });
  });

  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).json({ error: error.message });
  };
  app.use(onError);

  return listening(createServer(app));
}

const FASTIFY_SCHEMA = {
  type: "object",
  required: ["id", "date"],
  properties: { id: { type: "integer" }, date: { type: "string", format: "date-time" } },
};

export async function startFastify(): Promise<Listening> {
  const { fastify } = await import("fastify");
  const app = fastify();

  app.post<{ Body: { id: number; date: string } }>(
    userSubmission.path,
    { schema: { body: FASTIFY_SCHEMA } },
    async (request, reply) => {
      const { id, date } = request.body;
      return reply.code(201).send({ id, date });
    },
  );

  await app.ready();
  return listening(app.server);
}

export async function startHono(): Promise<Listening> {
  const { createAdaptorServer } = await import("@hono/node-server");
  const { Hono } = await import("hono");
  const app = new Hono();

  app.post(userSubmission.path, async (c) => {
    try {
      const { id, date } = await c.req.json();
      if (typeof id !== "number" || typeof date !== "string") {
        return c.json({ error: "id and date are required" }, 400);
      }
      return c.json({ id, date }, 201);
    } catch {
      return c.json({ error: "the body is not JSON" }, 400);
    }
  });

  return listening(createAdaptorServer({ fetch: app.fetch }) as Server);
}
