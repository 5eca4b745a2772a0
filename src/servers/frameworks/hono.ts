import { userSubmission } from "../../contract/index.ts";
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { listening, type Listening } from "../listening.ts";

/** The endpoint as commonly written with Hono on Node. */
export function startHono(): Promise<Listening> {
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
