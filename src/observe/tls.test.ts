import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { createServer } from "node:https";
import type { Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { SELF_SIGNED } from "../../test/servers/self-signed.ts";
import { Dispatcher } from "./dispatcher.ts";

let server: Listening;
beforeAll(async () => {
  const secure = createServer(SELF_SIGNED, (request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(201).end("{}"));
  });
  server = await listening(secure as unknown as Server);
});
afterAll(() => server.close());

const chosen = (id: string) => {
  const found = suites.flatMap(({ cases }) => cases).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

/** The stated request over TLS by each sender: the ordinary client, and raw bytes. */
async function respondsOver(insecure: boolean) {
  const target = parseBaseUrl(server.url.replace("http:", "https:"));
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target,
    firstId: 300_000_000,
    timeoutMs: 5000,
    insecure,
    keep: true,
  });
  const client = await dispatcher.send(chosen("valid/plain"));
  const wire = await dispatcher.send(chosen("valid/plain-on-the-wire"));
  await dispatcher.close();
  return [client, wire].map(({ answers: [result] }) =>
    result?.outcome === "answered" ? result.status : result?.outcome,
  );
}

test("a certificate that nobody has signed is refused by both senders", async () => {
  expect(await respondsOver(false)).toEqual(["tls-failed", "tls-failed"]);
});

test("with `insecure` both senders get their response", async () => {
  expect(await respondsOver(true)).toEqual([201, 201]);
});
