import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import type { Case } from "../model/index.ts";
import { startCapture, type Capture } from "../../test/servers/capture.ts";
import { user, headersWith, post, wirePost } from "./user-submission.ts";
import { curlLine } from "./request-text.ts";
import type { Filling } from "./render.ts";
import { requestBytes } from "./request-bytes.ts";

const fill = (url: string): Filling => ({
  interface: userSubmission,
  target: parseBaseUrl(url),
  firstId: 100_000_000,
  fresh: 0,
});
const line = (...args: Parameters<typeof post>) =>
  curlLine(post(...args), fill("http://127.0.0.1:8080/x"));

const START =
  "curl -sS -i --http1.1 --path-as-is --globoff --max-time 10 -X 'POST' -H 'Connection: keep-alive'";
const REST =
  "-H 'User-Agent: api-witness' -H 'Accept: */*' -H 'Accept-Encoding: gzip, deflate, br'";
const ADDRESS = "'http://127.0.0.1:8080/x/api/user'";
const BODY = `'{"id":100000000,"date":"2000-01-01T00:00:00.000Z"}'`;

describe("the command line", () => {
  test("of the stated request", () => {
    expect(line()).toMatchObject({
      curl: `${START} -H 'Content-Type: application/json' ${REST} --data-binary ${BODY} ${ADDRESS}`,
    });
  });

  test("takes away what curl would add, and sends empty headers", () => {
    const headers = headersWith({ "Content-Type": null, Accept: "", "X-Quote": "a'b" });
    const { curl } = line(user(), { headers });
    expect(curl).toContain(" -H 'Accept;' ");
    expect(curl).toContain(" -H 'Content-Type:' ");
    expect(curl).toContain(" -H 'X-Quote: a'\\''b' ");
  });

  test.each([
    ["a byte that is no UTF-8", [{ base64: "/w==" }], "echo /w== | base64 -d | curl "],
    ["a NUL", ["\0"], "echo AA== | base64 -d | curl "],
    ["a line end", ["\n"], "echo Cg== | base64 -d | curl "],
    ["an at sign in front", ["@file"], "echo QGZpbGU= | base64 -d | curl "],
  ])("pipes what no argument can carry: %s", (_, body, start) => {
    const { curl } = line(body);
    expect(curl?.startsWith(start)).toBe(true);
    expect(curl).toContain(" --data-binary @- ");
  });

  test.each([
    ["on the wire", curlLine(wirePost(), fill("http://127.0.0.1")), /^raw bytes/],
    ["too long", line([{ repeat: ["x"], times: 8193 }]), /^a body of 8,193 bytes is too long/],
    [
      "in another encoding",
      line(user(), { headers: headersWith({ "X-Name": "\u00e9" }) }),
      /^a header with bytes above ASCII/,
    ],
  ])("is not there for what curl cannot say: %s", (_, made, reason) => {
    expect(made).toEqual({ curl: null, reason: expect.stringMatching(reason) });
  });
});

/** One in this many of the cases that have a line. */
const EVERY = 25;
const sample = suites
  .flatMap(({ cases }) => cases)
  .filter(({ request }) => curlLine(request, fill("http://127.0.0.1:1")).curl !== null)
  .filter((_, index) => index % EVERY === 0);

/** The request line, the headers by name without their order, and the body. */
function partsOf(bytes: Buffer) {
  const end = bytes.indexOf("\r\n\r\n");
  const [first, ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = lines.map((each) => {
    const colon = each.indexOf(":");
    return `${each.slice(0, colon).toLowerCase()}: ${each.slice(colon + 1).trim()}`;
  });
  return { first, headers: headers.toSorted(), body: bytes.subarray(end + 4).toString("latin1") };
}

describe.skipIf(spawnSync("curl", ["--version"]).status !== 0)("curl sends with it", () => {
  const servers: Capture[] = [];
  beforeAll(async () => {
    for (let nth = 0; nth < 4; nth += 1) servers.push(await startCapture());
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  test("what the case sends", async () => {
    const queue = [...sample];
    const compare = async (server: Capture, { id, request }: Case): Promise<void> => {
      const filling = fill(server.url);
      const { curl } = curlLine(request, filling);
      await promisify(execFile)("sh", ["-c", curl ?? "false"], { maxBuffer: 2 ** 20 });
      const [stated = Buffer.alloc(0)] = requestBytes(request, filling);
      expect(partsOf(Buffer.concat(server.takeAll())), id).toEqual(partsOf(stated));
    };
    await Promise.all(
      servers.map(async (server) => {
        for (let each = queue.pop(); each !== undefined; each = queue.pop())
          await compare(server, each);
      }),
    );
    expect(sample.length).toBeGreaterThanOrEqual(96);
  });
});
