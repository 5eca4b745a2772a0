import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { times, type Template } from "../template/index.ts";
import { post, wirePost } from "../generate/index.ts";
import type { CaseRequest, Exchange, RequestResult } from "../model/index.ts";
import { Dispatcher } from "../observe/index.ts";
import { faulty, type FaultyName } from "../../test/servers/faulty.ts";
import { listening, type Listening } from "../servers/json-server.ts";

const started: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.close();
});

function keep<Closable extends { close(): Promise<void> }>(each: Closable): Closable {
  started.push(each);
  return each;
}

type Sent = { client: Exchange; wire: Exchange };

/** The stated request by both senders, one after the other. */
async function sendBoth(baseUrl: string, timeoutMs = 10_000, body?: Template): Promise<Sent> {
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(baseUrl),
    firstId: 100_000_000,
    timeoutMs,
    insecure: false,
    keep: false,
  });
  keep(dispatcher);
  const send = (request: CaseRequest) =>
    dispatcher.send({ id: "test/one", reason: "a test", clauses: ["body"], request });
  const client = await send(post(body));
  return { client, wire: await send(wirePost({ ...(body && { body }) })) };
}

/** "201 length, kept" or "closed in body after 201, closed". */
function tell({ answers, end }: Exchange): string {
  expect(answers.length).toBe(1);
  return `${answers.map(tellResult).join()}, ${end}`;
}

function tellResult(result: RequestResult): string {
  if (result.outcome === "answered") return `${result.status} ${result.response.framing}`;
  const after = result.status === undefined ? "" : ` after ${result.status}`;
  return `${result.outcome} in ${result.phase}${after}`;
}

const response = ({ answers: [result] }: Exchange) =>
  result?.outcome === "answered" ? result.response : undefined;
const missing = ({ answers: [result] }: Exchange) =>
  result === undefined || result.outcome === "answered" ? undefined : result;

type Row = [name: FaultyName, client: RegExp | string, wire: RegExp | string];

const table: Row[] = [
  ["silent", "timed-out in head, abandoned", "timed-out in head, abandoned"],
  ["closing", /^(closed|reset) in head, \1$/, /^(closed|reset) in head, \1$/],
  ["resetting", "reset in head, reset", "reset in head, reset"],
  ["garbage", "malformed in head, closed-by-client", /^malformed in head, (abandoned|closed)$/],
  ["endless-head", "too-large in head, abandoned", "too-large in head, abandoned"],
  ["truncating", "closed in body after 201, closed", "closed in body after 201, closed"],
  ["old-protocol", "201 close, closed", "201 close, closed"],
  ["early-hints", "201 chunked, kept", "201 chunked, kept"],
  ["interim", "malformed in head, closed-by-client", "201 chunked, kept"],
  ["huge-body", "too-large in body after 201, abandoned", "too-large in body after 201, abandoned"],
  ["slow-head", "201 length, kept", "201 length, kept"],
  ["trailers", "201 chunked, kept", "201 chunked, kept"],
  ["odd-headers", "201 length, kept", "201 length, kept"],
  ["gzip", "201 length, kept", "201 length, kept"],
  ["lying-gzip", "201 length, kept", "201 length, kept"],
  ["redirecting", "307 length, kept", "307 length, kept"],
  ["keep-alive-closing", "201 length, closed", "201 length, closed"],
  ["one-at-a-time", "201 length, closed", "201 length, closed"],
];

test.each(table)("%s", async (name, client, wire) => {
  const server = keep(await faulty[name].start());
  const sent = await sendBoth(server.url, name === "silent" ? 500 : 10_000);
  const matching = (wanted: RegExp | string) =>
    typeof wanted === "string" ? wanted : expect.stringMatching(wanted);
  expect({ client: tell(sent.client), wire: tell(sent.wire) }).toEqual({
    client: matching(client),
    wire: matching(wire),
  });
});

test("bodies are as they were sent, trailers and interim responses apart", async () => {
  const body = '{"status":201}';
  const seen = async (name: FaultyName) => {
    const { client, wire } = await sendBoth(keep(await faulty[name].start()).url);
    return [response(client), response(wire)];
  };
  for (const name of ["old-protocol", "trailers", "odd-headers", "early-hints"] as const)
    for (const each of await seen(name)) expect(each?.body, name).toMatchObject({ text: body });
  for (const each of await seen("early-hints")) expect(each?.interim).toEqual([102, 103]);
  const [, interim] = await seen("interim");
  expect(interim).toMatchObject({ version: "1.1", interim: [102, 103, 100], body: { text: body } });
  const [, old] = await seen("old-protocol");
  expect(old).toMatchObject({ version: "1.0", reason: "Created" });
});

test("headers keep their case, order and repetition", async () => {
  const { client, wire } = await sendBoth(keep(await faulty["odd-headers"].start()).url);
  const first = [
    ["cONTENT-tYPE", "application/json"],
    ["X-Twice", "one"],
    ["x-twice", "two"],
    ["Set-Cookie", "a=[1 byte]"],
    ["SET-COOKIE", "b=[1 byte]"],
    ["content-LENGTH", "14"],
  ];
  expect(response(client)?.headers.slice(0, 6)).toEqual(first);
  expect(response(wire)?.headers.slice(0, 6)).toEqual(first);
});

test("a content coding is undone beside the body, and said where it cannot be", async () => {
  const gzip = await sendBoth(keep(await faulty.gzip.start()).url);
  const lying = await sendBoth(keep(await faulty["lying-gzip"].start()).url);
  for (const each of [response(gzip.client), response(gzip.wire)])
    expect(each).toMatchObject({ decoded: { text: '{"status":201}', bytes: 14 } });
  for (const each of [response(lying.client), response(lying.wire)])
    expect(each).toMatchObject({
      body: { text: '{"status":201}' },
      decodeError: "not gzip: incorrect header check",
    });
});

test("what came before it went wrong is kept", async () => {
  const { client, wire } = await sendBoth(keep(await faulty.truncating.start()).url);
  for (const each of [client, wire])
    expect(missing(each)?.received).toMatchObject({ bytes: 10, text: "0123456789" });
  const garbage = await sendBoth(keep(await faulty.garbage.start()).url);
  expect(missing(garbage.wire)?.received?.text).toBe("\u0001 no protocol at all");
});

const raw = async (onConnection: Parameters<typeof createServer>[1]): Promise<Listening> =>
  keep(await listening(createServer({ pauseOnConnect: true }, onConnection)));

test("a target that does not read: the time runs out while sending", async () => {
  const { url } = await raw(() => {});
  const { client, wire } = await sendBoth(url, 1000, [times(" ", 32 * 1024 * 1024)]);
  expect([tell(client), tell(wire)]).toEqual([
    "timed-out in send, abandoned",
    "timed-out in send, abandoned",
  ]);
});

test.each([
  [
    "a control character in a header",
    "HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX: \u0001\u0000\r\n\r\n{}",
  ],
  ["a response of 101", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
])("what the ordinary client does not take is malformed to it: %s", async (_, bytes) => {
  const { url } = await raw((socket) => socket.once("data", () => socket.write(bytes)).resume());
  const { client, wire } = await sendBoth(url);
  expect(tell(client)).toBe("malformed in head, closed-by-client");
  expect(wire.answers[0]?.outcome).toBe("answered");
});

test("chunks that are cut off: closed early", async () => {
  const { url } = await raw((socket) =>
    socket
      .once("data", () =>
        socket.end(
          "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        ),
      )
      .resume(),
  );
  const { client, wire } = await sendBoth(url);
  expect([tell(client), tell(wire)]).toEqual([
    "closed in body after 200, closed",
    "closed in body after 200, closed",
  ]);
});

test.each([
  ["nobody listens", "http://127.0.0.1:PORT", "refused in connect, none"],
  ["there is no such host", "http://nothing.invalid", "unresolved in connect, none"],
])("%s", async (_, url, expected) => {
  const free = await listening(createServer());
  await free.close();
  const { client, wire } = await sendBoth(url.replace("PORT", String(free.port)), 10_000);
  expect([tell(client), tell(wire)]).toEqual([expected, expected]);
});

test("TLS to a port that speaks none", async () => {
  const { url } = keep(await faulty.gzip.start());
  const { client, wire } = await sendBoth(url.replace("http:", "https:"));
  expect([tell(client), tell(wire)]).toEqual([
    "tls-failed in connect, none",
    "tls-failed in connect, none",
  ]);
});

test("an IPv6 literal", async (context) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      const host = /\r\nhost: (.*)\r\n/i.exec(String(bytes))?.[1] ?? "";
      socket.end(
        `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${host.length}\r\n\r\n${host}`,
      );
    });
  });
  const port = await listenOnIPv6(server);
  if (port === undefined) return context.skip("::1 is not available here");
  keep({ close: async () => void (await once(server.close(), "close")) });
  const { client, wire } = await sendBoth(`http://[::1]:${port}/`);
  expect([response(client)?.body.text, response(wire)?.body.text]).toEqual([
    `[::1]:${port}`,
    `[::1]:${port}`,
  ]);
});

async function listenOnIPv6(server: Server): Promise<number | undefined> {
  server.listen(0, "::1");
  try {
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
}
