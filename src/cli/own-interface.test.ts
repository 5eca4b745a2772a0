import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statedOrder } from "../../test/contract/planted-order.ts";
import type { Listening } from "../servers/json-server.ts";
import { STATED_ORDER } from "../../test/servers/planted-order/order-rules.ts";
import { startOrders } from "../../test/servers/planted-order/order-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

// The file that a user writes is there only while requests are sent: everything after needs the record alone.

const BUILDERS = 'import { defineInterface, wholeNumber } from "api-witness";\n';
const LIST = `${BUILDERS}export default defineInterface({
  name: "order-list",
  method: "GET",
  path: "/v1/orders",
  query: { page: wholeNumber({ min: 1, max: 500 }) },
});\n`;

let folder: string;
let orders: Listening;
let shortNotes: Listening;

const witness = (...args: string[]) => callWitness(folder, args);

const ORDERS = `export default ${JSON.stringify(statedOrder)};\n`;

/** Carries out a verb that sends, with a file that is removed afterwards. */
async function sent(source: string, ...args: string[]) {
  // A name for each text: a process loads a module once.
  const name = source === ORDERS ? "orders.ts" : "order-list.ts";
  writeFileSync(join(folder, name), source);
  try {
    return await witness(...args, "--interface", name);
  } finally {
    rmSync(join(folder, name));
  }
}

const QUICK = ["--no-load", "--runs", "5", "--seed", "7", "--quiet"];
const FIELDS = ["--suite", "valid,field-path-shop-id,field-query-page,field-note"];

const shell = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).error === undefined;

const onlyRun = (outputDir: string): string =>
  join(outputDir, readdirSync(join(folder, outputDir))[0] ?? "");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-own-interface-"));
  orders = await startOrders(STATED_ORDER);
  shortNotes = await startOrders({ ...STATED_ORDER, noteMax: 50 });
});
afterAll(async () => {
  await Promise.all([orders, shortNotes].map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

describe("a run of an interface of one's own", () => {
  let run: string;
  let printed: string;
  beforeAll(async () => {
    const args = [`orders=${orders.url}`, ...FIELDS, ...QUICK, "--output-dir", "orders"];
    const { code, stdout } = await sent(ORDERS, "run", ...args);
    expect(code).toBe(0);
    run = onlyRun("orders");
    printed = stdout;
  });

  test("prints what the server does with its fields, and what is held", () => {
    expect(printed).toMatch(/^ {2}field-path-shop-id +\d+ +\d+/m);
    expect(printed).toMatch(/^ {2}page +down to 1 +0 +400$/m);
    // A 404 for what a path names may say that it is not there: it is no limit.
    expect(printed).not.toMatch(/^ {2}shopId +down to/m);
    expect(printed).toMatch(/held: all \d+ valid requests got a complete HTTP response/);
    expect(printed.replaceAll("shop-id", "")).not.toMatch(/\bid\b|\/api\/user/);
  });

  test("is reported from its record alone", async () => {
    expect((await witness("report", run)).stdout).toBe(printed);
    const page = readFileSync(join(folder, run, "report.html"), "utf8");
    expect(page).toContain("/v1/orders/{shopId}");
    expect(page).not.toContain("/api/user");
  });

  const REPLAYED = [
    ["field-path-shop-id/pow-10-3", "POST /v1/orders/1000?page=100 HTTP/1.1", "404"],
    ["field-path-shop-id/string-plus", "POST /v1/orders/%2B100?page=100 HTTP/1.1", "201"],
    ["field-query-page/zero", "POST /v1/orders/100?page=0 HTTP/1.1", "400"],
    ["field-note/length-100", "POST /v1/orders/100?page=100 HTTP/1.1", "422"],
  ] as const;
  const curls: [curl: string, status: string][] = [];

  test.each(REPLAYED)("%s is replayed, as it was sent", async (id, line, status) => {
    const { code, stdout } = await witness("replay", run, id);
    expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, `the same: ${status}`]);
    expect((await witness("replay", run, id, "--raw")).stdout.split("\r\n")[0]).toBe(line);
    const curl = (await witness("replay", run, id, "--curl")).stdout.trim();
    const [, path = ""] = line.split(" ");
    expect(curl).toContain(`'${orders.url}${path}'`);
    expect(curl).toContain("-H 'X-Tenant: acme'");
    curls.push([curl, status]);
  });

  test.skipIf(!hasCurl)("curl gets the recorded statuses with the printed commands", async () => {
    const printed = curls.map(async ([curl, status]) => [
      status,
      (await shell("sh", ["-c", curl])).stdout.split(" ")[1],
    ]);
    expect(await Promise.all(printed)).toEqual(REPLAYED.map(([, , status]) => [status, status]));
  });

  test("is judged from its record, and against a baseline of its own", async () => {
    expect((await witness("baseline", "save", run)).code).toBe(0);
    const { code, stdout } = await witness("gate", run, "--baseline", "witness.baseline.json");
    expect([code, stdout]).toEqual([0, expect.stringContaining("✓ PASSED")]);
  });

  test("is not compared with a run of another interface, nor judged by its baseline", async () => {
    const args = [`list=${orders.url}`, "--suite", "valid", ...QUICK, "--output-dir", "list"];
    expect((await sent(LIST, "run", ...args)).code).toBe(0);
    const list = onlyRun("list");
    const compared = await witness("compare", run, list);
    expect(compared.code).toBe(2);
    expect(compared.stderr).toContain(
      "different interfaces: orders was sent stated-order (POST /v1/orders/{shopId}), list was sent order-list (GET /v1/orders)",
    );
    const judged = await witness("gate", list, "--baseline", "witness.baseline.json");
    expect(judged.code).not.toBe(0);
    expect(judged.stdout + judged.stderr).toContain("the baseline is of another interface");
  });

  test("is compared with a stored run of the same interface", async () => {
    const args = [`short=${shortNotes.url}`, ...FIELDS, ...QUICK, "--output-dir", "short"];
    expect((await sent(ORDERS, "run", ...args)).code).toBe(0);
    const { code, stdout } = await witness("compare", run, onlyRun("short"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/note/);
    expect(stdout).not.toMatch(/\/api\/user/);
  });

  test("is resumed without the file", async () => {
    const record = join(folder, run, "run.ndjson");
    const lines = readFileSync(record, "utf8").trimEnd().split("\n");
    const cut = join(folder, "cut");
    mkdirSync(cut);
    writeFileSync(join(cut, "run.ndjson"), `${lines.slice(0, lines.length / 2).join("\n")}\n`);
    const { code, stdout } = await witness("resume", "cut", "--quiet");
    expect(code).toBe(0);
    expect(stdout).toMatch(/held: all \d+ valid requests got a complete HTTP response/);
  });
});

describe("other verbs with an interface of one's own", () => {
  test("--list and --dry-run show its requests, and send none", async () => {
    const args = ["run", ":1", "--suite", "valid", "--grep", "/plain$", "--first-id", "100000000"];
    const listed = await sent(ORDERS, ...args, "--list");
    expect(listed.stdout).toBe("valid/plain  the stated request unchanged\n");
    const { stdout } = await sent(ORDERS, ...args, "--dry-run");
    expect(stdout).toContain("POST /v1/orders/100?page=100 HTTP/1.1\n");
    expect(stdout).toContain('{"orderId":100020000,"createdAt":"2000-01-01T05:32:20.000Z",');
    const list = await sent(LIST, ...args, "--dry-run");
    expect(list.stdout).toContain("GET /v1/orders?page=100 HTTP/1.1\n");
    expect(list.stdout).not.toMatch(/content-/i);
  });

  test("suites has a suite for every field", async () => {
    const { stdout } = await sent(ORDERS, "suites");
    expect(stdout).toMatch(/^ +field-address-zip +\d+ +values and key of address.zip/m);
    expect(stdout).toMatch(/order-id-type .* orderId is a whole number\.$/m);
    expect(stdout).not.toContain("Whether items[0] is required");
    expect(stdout).not.toContain("/api/user");
  });

  test("load sends fresh orders", async () => {
    const args = [`a=${orders.url}`, "--duration", "1s", "--rounds", "1", "--warmup", "50ms"];
    const { code, stdout } = await sent(ORDERS, "load", ...args, "--quiet", "--output-dir", "load");
    expect(code).toBe(0);
    expect(stdout).toMatch(/all 201|201/);
    const list = await sent(LIST, "load", ...args, "--quiet", "--output-dir", "load-list");
    expect([list.code, list.stdout]).toEqual([0, expect.stringMatching(/200/)]);
  });

  test("explore finds the limits of two of its fields", async () => {
    const axes = ["--axis", "path-shop-id-upwards,items-count-upwards", "--parts", "boundaries"];
    // Far beyond the limits, and long enough for a busy machine.
    const caps = ["--cap-body", "100KiB", "--timeout", "60s"];
    const args = [`a=${orders.url}`, ...axes, ...caps, "--quiet", "--output-dir", "explore"];
    const { code, stdout } = await sent(ORDERS, "explore", ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/201 from 1 to 999, 404 from 1000/);
    expect(stdout).toMatch(/201 from 1 to 99, 422 from 100/);
  });

  const FEW = ["--suite", "field-note", "--quiet", "--seed", "3"];

  test("explore finds what two servers do differently", async () => {
    const targets = [`a=${orders.url}`, `b=${shortNotes.url}`];
    const args = [...FEW, "--max-requests", "1000", "--runs", "20", "--output-dir", "both"];
    const { code, stdout } = await sent(ORDERS, "explore", ...targets, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/ 201 +422 +.*note/);
  });

  test("compare sends it to both, and gate judges it", async () => {
    const targets = [`a=${orders.url}`, `b=${shortNotes.url}`];
    const args = [...FEW, "--no-load", "--no-explore", "--runs", "5", "--output-dir", "compared"];
    const { code, stdout } = await sent(ORDERS, "compare", ...targets, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/ 7 +2xx +4xx +field-note, for example note /);
    const gated = await sent(ORDERS, "gate", `a=${orders.url}`, ...FEW, "--no-load", "--runs", "5");
    expect([gated.code, gated.stdout]).toEqual([0, expect.stringContaining("✓ PASSED")]);
  });
});
