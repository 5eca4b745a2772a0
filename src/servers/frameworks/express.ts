import { userSubmission } from "../../contract/index.ts";
import { createServer } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import { listening, type Listening } from "../listening.ts";

/** The endpoint as commonly written with Express. */
export function startExpress(): Promise<Listening> {
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
