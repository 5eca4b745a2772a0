import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { isIPv4 } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { defineInterface, Field } from "../contract/index.ts";
import { contractDocument, interfaceOfOperation } from "../openapi/index.ts";
import { defaultOptions } from "../options/index.ts";
import { jsonReply, listening, sendReply, withBody } from "../servers/json-server.ts";
import { implementedContract } from "./implemented-contract.ts";
import { runJob } from "./run.ts";

const peers = defineInterface({ path: "/peers", fields: { peer: new Field({ kind: "ipv4" }) } });

/** Accepts a document with an IPv4 address, as Node reads it. */
const startPeers = () =>
  listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => {
        let peer: unknown;
        try {
          peer = Object(JSON.parse(String(body))).peer;
        } catch {
          peer = undefined;
        }
        const isRead = typeof peer === "string" && isIPv4(peer);
        sendReply(response, jsonReply(isRead ? 201 : 422, {}));
      });
    }),
  );

test("the contract of a server that reads IPv4 addresses has their format, which OpenAPI reads back", async () => {
  const outputDir = mkdtempSync(join(tmpdir(), "witness-ipv4-"));
  const server = await startPeers();
  const run = await runJob(
    { name: "planted", baseUrl: server.url },
    { interface: peers, suites: [...suitesFor(peers)] },
    {
      ...defaultOptions("run"),
      suite: ["valid"],
      infer: true,
      runs: 20,
      load: false,
      seed: 1,
      outputDir,
    },
    { signal: new AbortController().signal, events: {} },
  );
  await server.close();
  rmSync(outputDir, { recursive: true });
  const finding = run.fold.findings.find((each) => each.kind === "rule" && each.name === "peer");
  expect(JSON.stringify(finding)).toContain('"ipv4-strict"');
  const text = contractDocument(implementedContract(run.fold));
  expect(text).toContain("format: ipv4");
  const { body } = interfaceOfOperation("contract.yaml", undefined, text);
  expect(body).toMatchObject({ fields: [{ name: "peer", type: { kind: "ipv4" } }] });
});
