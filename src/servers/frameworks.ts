import { createServer, type Server } from "node:http";
import type { ErrorRequestHandler } from "express";
import { userSubmission } from "../contract/index.ts";
import { listening, type Listening } from "./json-server.ts";

// Each server imports its framework when it starts: a user who has none of them can start the others.

/** The endpoint as commonly written with Express. */
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

/** The endpoint as commonly written with Fastify. */
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

/** The endpoint as commonly written with Hono on Node. */
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
