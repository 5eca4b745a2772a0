import { createServer } from "node:http";
import { jsonReply, listening, sendReply } from "../../src/servers/json-server.ts";
import { startStrict } from "../../src/servers/references.ts";
import type { Part } from "./part.ts";

/** A server until its parent stops it: the strict reference, or one that responds with 201 to anything. */
export const server: Part<{ kind: "created" | "strict" }> = async ({ kind }) => {
  const { url } = await (kind === "strict" ? startStrict() : startCreated());
  return { url };
};

function startCreated() {
  const created = jsonReply(201, { status: "created" });
  return listening(
    createServer((request, response) => {
      request.resume();
      request.on("end", () => sendReply(response, created));
    }),
  );
}
