import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listening, type Listening } from "../servers/json-server.ts";
import { SELF_SIGNED } from "../../test/servers/self-signed.ts";
import { callWitness } from "../../test/cli/witness.ts";

let folder: string;
const servers: Listening[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-first-"));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

const gives =
  (status: number, headers: Record<string, string> = {}, body = "{}"): RequestListener =>
  (request, response) => {
    request.resume().on("end", () => response.writeHead(status, headers).end(body));
  };

async function served(listener: RequestListener): Promise<string> {
  const server = await listening(createServer(listener));
  servers.push(server);
  return server.url;
}

const FEW = ["--suite", "valid", "--runs", "0", "--repeats", "1", "--no-load"];
const witness = (...args: string[]) => callWitness(folder, args);

describe("a target that is not the right one", () => {
  test.each<[string, RequestListener, RegExp]>([
    [
      "404",
      gives(404),
      /every valid request got 404: is (\S+\/v2\/api\/user) the right URL\? \(the path \/api\/user is appended\)/,
    ],
    ["401", gives(401), /every valid request got 401: .*--header/],
    ["403", gives(403), /every valid request got 403: .*--header/],
    ["405", gives(405), /every valid request got 405: the target does not take POST there/],
    ["415", gives(415), /every valid request got 415: the target takes another content type/],
    ["428", gives(428), /every valid request got 428: the target changes what exists only with/],
    ["501", gives(501), /every valid request got 501/],
    [
      "422",
      gives(422),
      /every valid request got 422: the target refuses the stated request; .*--header/,
    ],
    ["500", gives(500), /every valid request got 500: the target fails on the stated request/],
    [
      "a redirect",
      gives(302, { Location: "/login" }),
      /every valid request got 302: the target redirects to http:\S+:\d+\/login, and redirects are not followed$/m,
    ],
    [
      "a redirect to another base URL",
      gives(308, { Location: "/v3/api/user" }),
      /got 308: the target redirects to \S+, and redirects are not followed; did you mean http:\S+:\d+\/v3\?/,
    ],
    [
      "a redirect without a Location",
      gives(302),
      /got 302: the target redirects, and redirects are not followed; is \S+ the right URL/,
    ],
    [
      "a website",
      gives(200, { "Content-Type": "text/html" }, "<p>"),
      /got 200 and an HTML page: this looks like a website/,
    ],
  ])("%s is said first and last, and the verdict stays", async (_, listener, words) => {
    const url = await served(listener);
    const { code, stdout, stderr } = await witness("run", `${url}/v2`, ...FEW);
    expect(stderr).toMatch(words);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(words);
    expect(lines.at(-1)).toMatch(words);
    expect(stdout).toMatch(/stated by the specification {3}held/);
    expect(code).toBe(0);
  });

  test("HTTP to a port for TLS, and the other way round", async () => {
    const tls = await listening(createTlsServer(SELF_SIGNED, gives(201)));
    servers.push(tls);
    const plain = await witness("run", tls.url, ...FEW);
    expect(`${plain.stdout}${plain.stderr}`).toMatch(/the target speaks TLS: did you mean https:/);
    const url = (await served(gives(201))).replace("http:", "https:");
    const secure = await witness("run", url, ...FEW);
    expect(secure.code).toBe(3);
    expect(secure.stderr).toMatch(/the target does not speak TLS: did you mean http:/);
  });
});

describe("--expect", () => {
  test("ends the run with 1 before the catalogue is sent", async () => {
    let requests = 0;
    const url = await served((request, response) => {
      requests += 1;
      gives(404)(request, response);
    });
    const { code, stdout, stderr } = await witness("run", url, ...FEW, "--expect", "2xx");
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toMatch(/a valid request got 404, and --expect names 2xx/);
    expect(requests).toBe(2);
    const options = { options: { expect: ["201", 409] } };
    writeFileSync(join(folder, "expect.json"), JSON.stringify(options));
    const gate = ["gate", url, ...FEW, "--config", "expect.json"];
    const judged = await witness(...gate);
    expect(judged.code).toBe(1);
    expect(judged.stdout).toMatch(/✗ options\.expect: valid requests get 201 or 409: every valid/);
    expect(requests).toBe(4);
  });

  test("of what comes holds", async () => {
    const url = await served(gives(201));
    const { code, stdout, stderr } = await witness("gate", url, ...FEW, "--expect", "200,201");
    expect(stdout).toMatch(/^✓ PASSED · exit 0 · 2 rules\n/);
    expect(code).toBe(0);
    expect(stderr).toMatch(/\d+ requests, none that can exhaust a server/);
    expect((await witness("run", url, "--expect", "2yy")).code).toBe(2);
  });
});

test("one line says what will be sent, before the first request", async () => {
  const url = await served(gives(404));
  const { stderr } = await witness("run", url, "--no-load", "--expect", "2xx");
  expect(stderr).toMatch(
    /[\d,]+ requests \([\d,]+ cases with repeats\), some hostile \(up to .*64 MiB.*\); for servers of your own; also sends DELETE, PATCH, and PUT to this path \(--profile safe does not\)\n/,
  );
  expect(stderr.indexOf("some hostile")).toBeLessThan(stderr.indexOf("checking that a valid"));
});

test("a comparison says it of the target, first and last, on the page, in Markdown and JSON", async () => {
  const [works, lost] = [await served(gives(201)), await served(gives(400))];
  const to = ["--output-dir", "compared", "--no-explore"];
  const { stdout, code } = await witness(
    "compare",
    `works=${works}`,
    `lost=${lost}`,
    ...FEW,
    ...to,
  );
  const words = /lost[:*</strong> `]+every valid request got 400: the target refuses/;
  const lines = stdout.trimEnd().split("\n");
  expect([lines[0], lines.at(-1)]).toEqual(Array(2).fill(expect.stringMatching(words)));
  const [made = ""] = readdirSync(join(folder, "compared")).filter((name) => /-vs-/.test(name));
  const read = (name: string): string => readFileSync(join(folder, "compared", made, name), "utf8");
  expect(read("report.html")).toMatch(words);
  expect(read("comparison.md")).toMatch(words);
  expect(JSON.parse(read("comparison.json")).targets.map(({ hint = "" }) => hint)).toEqual([
    "",
    expect.stringMatching(/^every valid request got 400/),
  ]);
  expect(code).toBe(0);
});

test("every report says it: the page first and last, the gate's Markdown, JSON and JUnit", async () => {
  const url = await served(gives(404));
  const words = /every valid request got 404: is [^\s<]*\/api\/user the right URL\?/g;
  const to = ["--output-dir", "gated", "--reporter", "html,markdown,junit"];
  const { stdout } = await witness("gate", `lost=${url}`, ...FEW, "--seed", "7", ...to);
  const [run = ""] = readdirSync(join(folder, "gated")).filter((name) => name.includes("lost"));
  const names = ["gate.html", "gate.json", "gate.md", "junit.xml", `${run}/report.html`];
  const paths = names.map((name) => join("gated", name));
  const told = paths.map((path) => readFileSync(join(folder, path), "utf8").match(words)?.length);
  expect(stdout.match(words)).toHaveLength(1);
  expect(paths.map((path, nth) => `${path.split("/").at(-1)} ${told[nth]}`).toSorted()).toEqual([
    "gate.html 1",
    "gate.json 1",
    "gate.md 2",
    "junit.xml 1",
    "report.html 2",
  ]);
});
