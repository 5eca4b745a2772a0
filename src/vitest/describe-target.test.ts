import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT, runIn, userFolder, type EndedProcess } from "../../test/api/user-folder.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../servers/json-server.ts";
import { shop, SHOP_DOCUMENT } from "../../test/servers/shop.ts";
import { framings } from "../../test/servers/faulty/framing.ts";
import { statusLines } from "../../test/servers/faulty/status-line.ts";
import { startStrict } from "../servers/references.ts";
import type { WitnessMeta } from "./witness-meta.ts";

/** Responds with 201, except for two things: it resets one valid date, and breaks without an id. */
function startSample(): Promise<Listening> {
  const server = createServer((request, response) =>
    withBody(request, 2 ** 20, (body) => {
      const text = String(body);
      if (text.includes("2038-01-19T03:14:08.000Z")) request.socket.resetAndDestroy();
      else sendReply(response, text.includes('"id"') ? jsonReply(201, {}) : jsonReply(500, {}));
    }),
  );
  return listening(server);
}

type Told = {
  title: string;
  fullName: string;
  ancestorTitles: string[];
  status: string;
  failureMessages: string[];
  meta: { witness?: WitnessMeta };
};

type ToldFile = { name: string; status: string; assertionResults: Told[] };

const SAMPLE = (url: string): string => `import { describeTarget } from "api-witness/vitest";

const only = { runs: 3, timeoutMs: 2000, seed: 7, outputDir: "kept" };

describeTarget("a server", "${url}", {
  ...only,
  grep: /^valid\\/(plain|date-2038|any)|^fields\\/missing-(id|date)$/,
  policy: { behaviour: { fields: { never: "5xx" }, "fields/missing-it": { only: 400 } } },
});
`;

const ONE_CASE = (url: string): string =>
  SAMPLE(url)
    .replace(/grep: .*/, "grep: /^valid\\/plain$/,")
    .replace(/policy: .*/, "");

const INTERFACE = `import { defineInterface, wholeNumber } from "api-witness";

const only = {
  runs: 3,
  timeoutMs: 2000,
  outputDir: "kept",
  interface: defineInterface({ path: "/v1/orders", fields: { orderId: wholeNumber({ fresh: true }) } }),
};`;

const DOCUMENT = `openapi: 3.0.3
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [id], properties: { id: { type: integer } } }
      responses: { "200": { description: made } }
`;

/** A whole document, of a shop that responds to one operation with a status that is not in it. */
const WHOLE = (url: string): string => `import { describeTarget } from "api-witness/vitest";

describeTarget("shop", "${url}", {
  document: { openapi: "shop.json", operation: "*Item,listItems,getAccount,!updateItem" },
  suite: ["valid"],
  runs: 0,
  timeoutMs: 2000,
  outputDir: "kept",
  policy: { behaviour: { "*": { never: "5xx" } } },
});
`;

const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const REPORT = ["--reporter=default", "--reporter=json", "--outputFile.json=told.json"];

/** Test files that pass an interface, use a document, and test a server that is not there. */
const others = (url: string): Record<string, string> => ({
  "interface.test.ts": SAMPLE(url)
    .replace(/^const only.*$/m, INTERFACE)
    .replace(/grep: .*/, "grep: /^field-order-id\\/one$/,")
    .replace(/policy: .*/, ""),
  "document.test.ts": SAMPLE(url)
    .replace("import { describeTarget }", 'import { interfaceFromOpenApi } from "api-witness";\n$&')
    .replace(/^const only = \{/m, '$& interface: await interfaceFromOpenApi("api.yaml"),')
    .replace(/grep: .*/, "grep: /^valid\\/plain$/,")
    .replace(/policy: .*/, ""),
  "gone.test.ts": SAMPLE("http://127.0.0.1:1"),
});

/** The example of docs/api.md. Its target, strict, is at `url` here. */
function documented(url: string): string {
  const page = readFileSync(join(ROOT, "docs/api.md"), "utf8");
  const [block = ""] = page.match(/(?<=```ts vitest\n)[^]*?(?=```)/) ?? [];
  return block.replaceAll("http://localhost:3001", url);
}

describe("describeTarget", () => {
  let server: Listening;
  let strict: Listening;
  let refused: Listening;
  let endless: Listening;
  let store: Listening;
  const folder = userFolder();
  let ended: EndedProcess;
  let files: ToldFile[] = [];
  let told: Told[] = [];
  // One vitest for all files: it takes longer to start than they take.
  beforeAll(async () => {
    server = await startSample();
    strict = await startStrict();
    refused = await statusLines["status-099"].start();
    endless = await framings["endless-trailer"].start();
    store = await listening(shop("undocumented status"));
    writeFileSync(join(folder.path, "api.yaml"), DOCUMENT);
    writeFileSync(join(folder.path, "shop.json"), JSON.stringify(SHOP_DOCUMENT));
    for (const [name, source] of Object.entries({
      "sample.test.ts": SAMPLE(server.url),
      ...others(server.url),
      "whole.test.ts": WHOLE(store.url),
      "away.test.ts": WHOLE("http://127.0.0.1:1"),
      "nowhere.test.ts": WHOLE(store.url).replace("shop.json", "nowhere.json"),
      "refused.test.ts": ONE_CASE(refused.url),
      "endless.test.ts": ONE_CASE(endless.url),
      "documented.test.ts": documented(strict.url),
    }))
      writeFileSync(join(folder.path, name), source);
    const args = [VITEST, "run", "--root", folder.path, "--no-isolate", "--maxWorkers=1"];
    ended = await runIn(folder.path, process.execPath, [...args, ...REPORT], quiet());
    files = readTold(folder.path);
    told = fileOf("sample").assertionResults;
  });
  const fileOf = (name: string): ToldFile => {
    const found = files.find((file) => file.name.endsWith(`/${name}.test.ts`));
    if (found === undefined) throw new Error(`nothing is told of ${name}: ${ended.stderr}`);
    return found;
  };
  afterAll(async () => {
    await server.close();
    await strict.close();
    await refused.close();
    await endless.close();
    await store.close();
    folder.remove();
  });

  test("makes a case of every case, by suite", () => {
    expect(told.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(" > "))).toEqual(
      EXPECTED,
    );
  });

  test("asserts what is stated and the policy, and nothing else", () => {
    const broken = told.filter(({ status }) => status !== "passed").map(({ title }) => title);
    expect(broken).toEqual(BROKEN);
    expect(ended.code).toBe(1);
  });

  test("says what, why and how to see it again, at the user's line", () => {
    const [stated = ""] = find(told, "date-2038-next").failureMessages;
    expect(stated).toContain("expected a complete HTTP response, observed reset");
    expect(stated).toContain("rule:   stated");
    expect(stated).toMatch(/curl: {3}curl .*2038-01-19T03:14:08\.000Z/);
    expect(stated).toMatch(/replay: witness replay \S*kept\/\S+ valid\/date-2038-next/);
    expect(stated).toMatch(/sample\.test\.ts:5:1/);
    const [policy = ""] = find(told, "missing-id").failureMessages;
    expect(policy).toContain("expected anything but 5xx, observed 500 (2 of 2)");
    expect(policy).toContain("rule:   policy.behaviour.fields.never");
    expect(ended.stderr + ended.stdout).toMatch(/❯ sample\.test\.ts:5:1/);
  });

  test("takes a rule that matches no case for no pass", () => {
    const [message] = find(told, "every rule of the policy can be judged").failureMessages;
    expect(message).toContain('policy.behaviour["fields/missing-it"].only');
    expect(message).toContain("no case of this run matches");
  });

  test("hands what was observed to reporters", () => {
    expect(find(told, "missing-date").meta.witness).toMatchObject({
      case: "fields/missing-date",
      observations: [
        { attempt: 1, signature: "201", answers: [{ outcome: "answered", status: 201 }] },
        { attempt: 2, signature: "201" },
      ],
    });
  });

  test("sends the requests of an interface that is passed", () => {
    const one = find(fileOf("interface").assertionResults, "one");
    // The sample server breaks without an id.
    expect(one.meta.witness).toMatchObject({
      case: "field-order-id/one",
      observations: [{ signature: "500" }, { signature: "500" }],
    });
  });

  test("sends a whole document, with a test for each operation", () => {
    const { assertionResults: all } = fileOf("whole");
    expect(all.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      "the document: failed",
      "listItems: passed",
      "createItem: passed",
      "getItem: failed",
      "deleteItem: skipped",
      "getAccount: skipped",
    ]);
    const [message = ""] = find(all, "getItem").failureMessages;
    expect(message).toContain("observed status 203");
    expect(message).toMatch(/replay: witness replay \S*kept\/\S+getItem/);
    expect(message).toMatch(/whole\.test\.ts:3:1/);
    expect(ended.stdout + ended.stderr).toContain("nowhere.json");
    // Of a server that is not there, nothing passes.
    expect(fileOf("away").status).toBe("failed");
    expect(fileOf("away").assertionResults.filter(({ status }) => status === "passed")).toEqual([]);
  });

  test("asserts what an OpenAPI document states of responses", () => {
    const { status, assertionResults } = fileOf("document");
    const [message = ""] = find(assertionResults, "plain").failureMessages;
    expect(message, ended.stderr).toContain(
      "expected a documented status: 200 (api.yaml#/paths/~1orders/post/responses), observed status 201",
    );
    expect(status).toBe("failed");
  });

  test("passes where only the ordinary client refuses a complete response", () => {
    const { status, assertionResults } = fileOf("refused");
    const [answer] = find(assertionResults, "plain").meta.witness?.observations[0]?.answers ?? [];
    expect(answer?.outcome).toBe("malformed");
    expect(assertionResults.map((each) => each.status)).toEqual(["passed", "passed"]);
    expect(status).toBe("passed");
  });

  test("skips what a limit of witness left unjudged", () => {
    const { assertionResults } = fileOf("endless");
    const [answer] = find(assertionResults, "plain").meta.witness?.observations[0]?.answers ?? [];
    expect(answer?.outcome).toBe("too-large");
    expect(assertionResults.map((each) => each.status)).toEqual(["skipped", "skipped"]);
  });

  test("the example of docs/api.md is tests, and they pass", () => {
    const { status, assertionResults } = fileOf("documented");
    expect(assertionResults.map((each) => each.status)).toContain("passed");
    expect(assertionResults.filter((each) => each.status !== "passed")).toEqual([]);
    expect(status).toBe("passed");
  });

  test("asserts nothing of a server that is not there, and does not pass", () => {
    const { status, assertionResults } = fileOf("gone");
    expect(status).toBe("failed");
    expect(ended.stderr).toMatch(/the run ended with unreachable: .*refused/);
    expect(ended.stderr).toMatch(/❯ gone\.test\.ts:5:1/);
    expect(assertionResults.filter((each) => each.status === "passed")).toEqual([]);
  });

  const wanted = process.env["WITNESS_VITEST5"] === "1";
  if (!wanted) process.stdout.write("skipped: vitest 5 on Node 24, without WITNESS_VITEST5=1\n");
  test.skipIf(!wanted)("does the same in vitest 5 on Node 24", async () => {
    const other = userFolder();
    try {
      installCopy(other.path);
      writeFileSync(join(other.path, "sample.test.ts"), SAMPLE(server.url));
      const link = `ln -s "$(dirname "$(realpath "$(command -v vitest)")")" node_modules/vitest`;
      const script = `${link} && node --version && node node_modules/vitest/vitest.mjs run --root . ${REPORT.join(" ")}`;
      const args = ["-y", "-p", "node@24", "-p", "vitest@5", "-c", script];
      const { code, stdout, stderr } = await runIn(other.path, "npx", args, quiet());
      expect(stdout, stderr).toMatch(/v24\.[^]*v5\./);
      const now = readTold(other.path).flatMap(({ assertionResults }) => assertionResults);
      expect(now.map(({ title }) => title)).toEqual(told.map(({ title }) => title));
      expect(now.filter(({ status }) => status !== "passed").map(({ title }) => title)).toEqual(
        BROKEN,
      );
      expect(find(now, "date-2038-next").failureMessages[0]).toMatch(/sample\.test\.ts:5:1/);
      expect(find(now, "missing-date").meta.witness?.observations).toHaveLength(2);
      expect(code).toBe(1);
    } finally {
      other.remove();
    }
  });
});

const VALID = [
  "plain",
  "plain-on-the-wire",
  "date-2038-last",
  "date-2038-next",
  "any#0",
  "any#1",
  "any#2",
];
const EXPECTED = [
  "a server > the run is complete",
  "a server > every rule of the policy can be judged",
  ...VALID.map((name) => `a server > valid > ${name}`),
  "a server > fields > missing-id",
  "a server > fields > missing-date",
];
const BROKEN = ["every rule of the policy can be judged", "date-2038-next", "missing-id"];

/** Without colours, and without what the npm and the vitest around this one say to those inside. */
function quiet(): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|VITEST|FORCE_COLOR|NODE_ENV|TEST|MODE|PROD|DEV|SSR|GITHUB_ACTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(env), NO_COLOR: "1" };
}

function readTold(folder: string): ToldFile[] {
  const path = join(folder, "told.json");
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as { testResults: ToldFile[] };
  rmSync(path);
  return testResults;
}

function find(told: Told[], title: string): Told {
  const found = told.find((each) => each.title === title);
  if (found === undefined) throw new Error(`there is no test ${title}`);
  return found;
}

/** As npm installs it: copied, so that it finds the vitest beside it and not this project's own. */
function installCopy(folder: string): void {
  const own = join(folder, "node_modules/api-witness");
  rmSync(own);
  for (const part of ["dist", "package.json"])
    cpSync(join(ROOT, part), join(own, part), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), path);
  }
}
