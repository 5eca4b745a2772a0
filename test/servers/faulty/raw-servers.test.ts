import { connect } from "node:net";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { faulty, type FaultyName } from "../faulty.ts";
import { REQUEST, hear } from "../hear.ts";
import type { Listening } from "../../../src/servers/json-server.ts";

const BODY = '{"status":201}';
const WHOLE = `Content-Type: application/json\r\nContent-Length: 14\r\n\r\n${BODY}`;

let server: Listening | undefined;
afterEach(() => server?.close());

/** The server's bytes for the stated request: up to this many, or all. */
async function bytesOf(name: FaultyName, most = Infinity): Promise<string> {
  server = await faulty[name].start();
  return hear(server, (heard) => heard.length >= most);
}

describe("servers that keep the connection open send exactly", () => {
  test.each<[FaultyName, string]>([
    ["spaced-status-line", `HTTP/1.1 200 a${" ".repeat(60_000)}b\r\n${WHOLE}`],
    ["status-099", `HTTP/1.1 099 Low\r\n${WHOLE}`],
    ["status-000", `HTTP/1.1 000 None\r\n${WHOLE}`],
    ["status-999", `HTTP/1.1 999 High\r\n${WHOLE}`],
    ["status-1000", `HTTP/1.1 1000 Long\r\n${WHOLE}`],
    ["status-20", `HTTP/1.1 20 Short\r\n${WHOLE}`],
    ["no-reason", `HTTP/1.1 201\r\n${WHOLE}`],
    ["control-in-reason", `HTTP/1.1 201 Cre\x07ated \x1b[31mred\x1b[0m\r\n${WHOLE}`],
    ["latin1-reason", `HTTP/1.1 201 Cr\xe9\xe9\r\n${WHOLE}`],
    [
      "folded-head",
      `HTTP/1.1 201 Created\r\nContent-Length: 14\r\nX-Folded: a\r\n${" z\r\n".repeat(250_000)}\r\n${BODY}`,
    ],
    [
      "tiny-chunks",
      `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(1_000_000)}0\r\n\r\n`,
    ],
    [
      "many-interim",
      `${"HTTP/1.1 103 Early Hints\r\nLink: </hint>; rel=preload\r\n\r\n".repeat(10_000)}HTTP/1.1 201 Created\r\n${WHOLE}`,
    ],
    [
      "duplicate-length-equal",
      `HTTP/1.1 201 Created\r\nContent-Length: 14\r\nContent-Length: 14\r\n\r\n${BODY}`,
    ],
    [
      "duplicate-length-different",
      `HTTP/1.1 201 Created\r\nContent-Length: 14\r\nContent-Length: 15\r\n\r\n${BODY}`,
    ],
    [
      "length-and-chunked",
      `HTTP/1.1 201 Created\r\nContent-Length: 14\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n${BODY}\r\n0\r\n\r\n`,
    ],
    ["huge-length", `HTTP/1.1 201 Created\r\nContent-Length: 9007199254740993\r\n\r\n${BODY}`],
    [
      "chunk-size-overflow",
      `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n1000000000000000e\r\n${BODY}\r\n0\r\n\r\n`,
    ],
    ["surplus-204", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"],
    ["surplus-after", `HTTP/1.1 201 Created\r\n${WHOLE}extra`],
    ["second-response", `HTTP/1.1 201 Created\r\n${WHOLE}HTTP/1.1 500 Unasked\r\n${WHOLE}`],
    [
      "nested-json-body",
      `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    ],
    ["responds-before-request", `HTTP/1.1 201 Created\r\n${WHOLE}`],
  ])("%s", async (name, bytes) => {
    // Not by toBe: a difference in six million characters is not printed.
    expect((await bytesOf(name, bytes.length)) === bytes).toBe(true);
  });

  test("and again for the next request of the connection", async () => {
    server = await faulty["surplus-204"].start();
    const once = "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello";
    const chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    const heard = await hear(
      server,
      ({ length }) => length >= 4 * once.length,
      REQUEST + chunked + chunked.replace("2\r\n{}\r\n", "") + REQUEST,
    );
    expect(heard).toBe(once.repeat(4));
  });
});

describe("servers that close send", () => {
  test.each<[FaultyName, string]>([
    ["body-only", BODY],
    ["http2-preface", `\0\0\0\x04\0\0\0\0\0\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\0\x01`],
    ["negative-length", `HTTP/1.1 201 Created\r\nContent-Length: -1\r\n\r\n${BODY}`],
    [
      "missing-last-chunk",
      `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n${BODY}\r\n`,
    ],
    ["closes-after-response", `HTTP/1.1 201 Created\r\n${WHOLE}`],
    ["closes-in-head", "HTTP/1.1 201 Created\r\nContent-Le"],
    ["half-closes", ""],
  ])("%s", async (name, bytes) => {
    expect(await bytesOf(name)).toBe(bytes);
  });

  test("resets-in-body", async () => {
    // A client that reads late sees the reset as a close.
    expect(await bytesOf("resets-in-body")).toMatch(
      /^HTTP\/1\.1 201 Created\r\nContent-Length: 100\r\n\r\n\{"status":201\}(ECONNRESET)?$/,
    );
  });
});

describe("servers that never end send", () => {
  test.each<[FaultyName, RegExp]>([
    ["endless-chunks", /^HTTP\/1\.1 201 .*chunked\r\n\r\n(400\r\nx{1024}\r\n){90}/s],
    [
      "endless-trailer",
      /^HTTP\/1\.1 201 .*\r\n\r\ne\r\n.{14}\r\n0\r\n(X-Trailer: y{1000}\r\n){90}/s,
    ],
    ["endless-interim", /^(HTTP\/1\.1 103 Early Hints\r\nLink: [^\r]+\r\n\r\n){1000}/],
    ["endless-body", /^HTTP\/1\.1 201 Created\r\nConnection: close\r\n\r\nx{90000}/],
  ])("%s", async (name, bytes) => {
    expect(await bytesOf(name, 100_000)).toMatch(bytes);
  });

  test("slow-body: a body of which a byte comes after another", async () => {
    expect(await bytesOf("slow-body", 60)).toMatch(
      /^HTTP\/1\.1 201 Created\r\nContent-Length: 1000000\r\n\r\nx+$/,
    );
  });
});

describe("servers with many headers send", () => {
  test.each<[FaultyName, number, RegExp]>([
    ["many-headers", 100_000, /^x\d+:y$/],
    ["date-flood", 1000, /^Date: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} 00:00:00 GMT$/],
    ["set-cookie-flood", 1000, /^Set-Cookie: c\d+=v{100}$/],
  ])("%s: %i of them", async (name, count, line) => {
    server = await faulty[name].start();
    const heard = await hear(server, (bytes) => bytes.endsWith(BODY));
    const lines = heard.split("\r\n").filter((each) => line.test(each));
    expect(new Set(lines).size).toBe(count);
  });

  test("bidi-and-control: both in a header and in the body", async () => {
    server = await faulty["bidi-and-control"].start();
    const heard = await hear(server, (bytes) => bytes.endsWith("}"));
    expect(
      Buffer.from(heard, "latin1")
        .toString()
        .match(/a\u202eb\u2066c\u0085d\u001b\[2Je\u0007f/g),
    ).toHaveLength(2);
  });

  test("github-commands: in reason, headers and body", async () => {
    server = await faulty["github-commands"].start();
    const heard = await hear(server, (bytes) => bytes.endsWith("too\n"));
    expect(heard).toMatch(
      /^HTTP\/1\.1 201 ::error::a ##\[error\]b\r\n.*: ::set-env .*\r\n\r\n::error::.*\n##\[error\].*\n$/s,
    );
  });
});

test("gzip-bomb: a gigabyte of zeros in less than 2 MB", async () => {
  server = await faulty["gzip-bomb"].start();
  const heard = await hear(server, (bytes) => {
    const [head = "", body] = bytes.split("\r\n\r\n", 2);
    return body?.length === Number(/Content-Length: (\d+)$/.exec(head)?.[1]);
  });
  const body = Buffer.from(heard.slice(heard.indexOf("\r\n\r\n") + 4), "latin1");
  expect(body.length).toBeLessThan(2_000_000);
  let zeros = 0;
  for await (const chunk of Readable.from([body]).pipe(createGunzip())) zeros += chunk.length;
  expect(zeros).toBe(1_000_000_000);
});

describe("servers that change", () => {
  const statuses = async (name: FaultyName, ids: readonly number[]): Promise<number[]> => {
    const { url } = (server = await faulty[name].start());
    const seen: number[] = [];
    for (const id of ids) {
      const response = await fetch(url, { method: "POST", body: `{"id":${id}}` });
      await response.text();
      seen.push(response.status);
    }
    return seen;
  };

  test("unstable: four statuses for one request", async () => {
    const seen = await statuses("unstable", Array<number>(100).fill(1));
    expect(new Set(seen)).toEqual(new Set([201, 400, 422, 500]));
  });

  test("rate-limiter: fifty in each hundred", async () => {
    const seen = await statuses("rate-limiter", Array<number>(150).fill(1));
    const [created, limited] = [Array<number>(50).fill(201), Array<number>(50).fill(429)];
    expect(seen).toEqual([...created, ...limited, ...created]);
  });

  test("forgets-ids: a repeated id is refused until three others have come", async () => {
    expect(await statuses("forgets-ids", [1, 1, 2, 1, 3, 4, 1])).toEqual([
      201, 409, 201, 409, 201, 201, 201,
    ]);
  });

  test("leading-zeros: the id comes back as no JSON number", async () => {
    server = await faulty["leading-zeros"].start();
    const response = await fetch(server.url, { method: "POST", body: `{"id": 42}` });
    expect(await response.text()).toBe('{"id":00042}');
  });

  test("slowing: each request is responded to", async () => {
    expect(await statuses("slowing", [1, 2, 3])).toEqual([201, 201, 201]);
  });

  test("dies-then-back: the 300th request has no response, a later one has", async () => {
    const { url } = (server = await faulty["dies-then-back"].start());
    const ask = () =>
      fetch(url, { method: "POST" }).then(
        ({ status }) => status,
        () => "none",
      );
    for (let sent = 1; sent < 300; sent += 1) expect(await ask()).toBe(201);
    expect(await ask()).toBe("none");
    await expect.poll(ask).toBe(201);
  });
});

describe("servers that say nothing of HTTP", () => {
  test("tls-port: bytes in the clear end the connection", async () => {
    expect(await bytesOf("tls-port")).not.toMatch(/^HTTP/);
  });

  test("never-reads: the client's bytes stay in its buffer", async () => {
    server = await faulty["never-reads"].start();
    const socket = connect(server.port, "127.0.0.1");
    // The buffers of a loopback connection hold a few megabytes.
    socket.write(Buffer.alloc(32_000_000));
    const drained = new Promise((resolve) => socket.once("drain", resolve));
    const rest = new Promise((resolve) => setTimeout(resolve, 100, "still full"));
    expect(await Promise.race([drained, rest])).toBe("still full");
    socket.destroy();
  });
});
