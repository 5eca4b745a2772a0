import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Dispatcher } from "../observe/index.ts";
import { startCapture, type Capture } from "../../test/servers/capture.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const valid = suiteNamed("valid");

let server: Capture;
beforeEach(async () => {
  server = await startCapture();
});
afterEach(() => server.close());

const caseNamed = (name: string) => {
  const found = valid.cases.find(({ id }) => id === `valid/${name}`);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
};

/** The bytes of one sending, as text; ids count up from 100000000, and this is the fourth. */
async function sent(name: string, path: string): Promise<string> {
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(server.url + path),
    firstId: 100_000_000,
    timeoutMs: 10_000,
    insecure: false,
    keep: true,
  });
  const { answers } = await dispatcher.send(caseNamed(name), 3);
  await dispatcher.close();
  expect(answers[0]?.outcome).toBe("answered");
  return Buffer.concat(server.takeAll()).toString("latin1");
}

const BODY = `{"id":100000003,"date":"2000-01-01T00:00:02.991Z"}`;
const CLIENT = (path: string, port: number) =>
  `POST ${path} HTTP/1.1\r\n` +
  `host: 127.0.0.1:${port}\r\n` +
  "connection: keep-alive\r\n" +
  "Content-Type: application/json\r\n" +
  "User-Agent: api-witness\r\n" +
  "Accept: */*\r\n" +
  "Accept-Encoding: gzip, deflate, br\r\n" +
  `content-length: 50\r\n\r\n${BODY}`;
const WIRE = (path: string, port: number) =>
  `POST ${path} HTTP/1.1\r\n` +
  `Host: 127.0.0.1:${port}\r\n` +
  "Connection: keep-alive\r\n" +
  "Content-Type: application/json\r\n" +
  "User-Agent: api-witness\r\n" +
  "Accept: */*\r\n" +
  "Accept-Encoding: gzip, deflate, br\r\n" +
  `Content-Length: 50\r\n\r\n${BODY}`;

test.each([
  ["", "/api/user"],
  ["/", "/api/user"],
  ["/x", "/x/api/user"],
  ["/x/", "/x/api/user"],
  ["/x/y%20z/", "/x/y%20z/api/user"],
])("base URL with path %j: the request is for %s", async (given, path) => {
  expect(await sent("plain", given)).toBe(CLIENT(path, server.port));
  expect(await sent("plain-on-the-wire", given)).toBe(WIRE(path, server.port));
});

test("the name of the host is sent as it was given", async () => {
  const named = server.url.replace("127.0.0.1", "LocalHost");
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(named),
    firstId: 100_000_000,
    timeoutMs: 10_000,
    insecure: false,
    keep: false,
  });
  for (const name of ["plain", "plain-on-the-wire"]) {
    await dispatcher.send(caseNamed(name));
    expect(Buffer.concat(server.takeAll()).toString("latin1")).toMatch(
      new RegExp(`^POST /api/user HTTP/1\\.1\r\nhost: localhost:${server.port}\r\n`, "i"),
    );
  }
  await dispatcher.close();
});
