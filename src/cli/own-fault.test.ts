import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterEachRequest } from "../../test/servers/faulty/after-request.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { startPlanted } from "../../test/servers/planted.ts";
import { killStarted, runsIn, startWitness } from "../../test/cli/started-witness.ts";
import { callWitness } from "../../test/cli/witness.ts";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

let folder: string;
let planted: Listening;
let silent: Listening;
let picky: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-fault-"));
  planted = await startPlanted();
  silent = await listening(createServer((socket) => socket.resume()));
  // Valid requests get a response, all others wait.
  picky = await afterEachRequest(({ response, body }) => {
    if (/^\{"id":\d{9},"date":"[^"]{24}"\}$/.test(body.toString())) response.writeHead(201).end();
  });
});

afterAll(async () => {
  killStarted();
  await Promise.all([planted, silent, picky].map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

type Finished = { code: number; stdout: string; stderr: string };

/** Runs the built program by a shell that sets a limit first. */
function limited(limit: string, ...args: string[]): Promise<Finished> {
  const command = `${limit}; exec "$@"`;
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, maxBuffer: 1 << 28 };
  return new Promise((resolve) => {
    const all = ["-c", command, "bash", process.execPath, MAIN, ...args];
    execFile("bash", all, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
  });
}

/** One sentence, what to do about it, and no stack. */
function expectTold({ code, stderr }: Finished, what: RegExp): void {
  expect(stderr).toMatch(what);
  expect(stderr.match(/^error: /gm)).toHaveLength(1);
  expect(stderr).not.toMatch(/\n\s+at .*\d+:\d+/);
  expect(code).toBe(70);
}

test("a promise that never settles ends witness with a message and exit code 70", async () => {
  writeFileSync(join(folder, "never.mjs"), "await new Promise(() => {});");
  const args = ["run", planted.url, "--suites", "never.mjs", "--no-load"];
  const ended = await limited("true", ...args);
  expectTold(ended, /^error: witness waits for something that cannot happen any more$/m);
});

describe.skipIf(process.platform === "win32")("what is not the target's has exit code 70", () => {
  test("no file descriptors to load the program", async () => {
    const finished = await limited("ulimit -n 28", "run", planted.url);
    expectTold(finished, /^error: too many files and connections are open: .*EMFILE.*\n {2}raise/m);
  });

  test("too few of them, which Node takes for missing modules", async () => {
    const finished = await limited("ulimit -n 36", "run", planted.url);
    expectTold(finished, /^error: .*\n {2}.*ulimit -n/m);
  });

  test("no file descriptors for connections: the run has its record and its reports", async () => {
    const many = ["--suite", "malformed-json", "--runs", "1000", "--concurrency", "1000"];
    const pending = ["--timeout", "120s", "--no-load", "--output-dir", "descriptors"];
    const args = ["run", picky.url, ...many, ...pending];
    const finished = await limited("ulimit -n 600", ...args);
    expectTold(finished, /too many files and connections are open/);
    expect(finished.stderr).toContain("everything recorded so far is in descriptors");
    const [run] = runsIn(join(folder, "descriptors"));
    expect(run?.files).toEqual(expect.arrayContaining(["report.html", "summary.json"]));
    expect(JSON.parse(run?.lines.at(-1) ?? "")).toMatchObject({ type: "footer", end: "failed" });
  });

  test("no more room for the record: it ends with a whole line, and can be read", async () => {
    // Six times more than there is room for, and nothing that a busy machine could decide.
    const many = ["--suite", "valid", "--runs", "1000", "--no-load", "--timeout", "120s"];
    const args = ["run", planted.url, ...many, "--output-dir", "full"];
    const finished = await limited("ulimit -f 200", ...args);
    expectTold(finished, /the file has reached the maximum size: EFBIG/);
    const [run] = runsIn(join(folder, "full"));
    expect(run?.lines.length).toBeGreaterThan(100);
    for (const line of run?.lines ?? []) JSON.parse(line);
    const [name = ""] = [...(finished.stderr.match(/full\/[\w.-]+/) ?? [])];
    const report = await callWitness(folder, ["report", name, "--json"]);
    expect(report.code, report.stderr).toBe(4);
    expect(JSON.parse(report.stdout)).toMatchObject({ complete: false, end: "cut-off" });
  });

  test("a defect in the middle of a run, here in a property of the user's", async () => {
    writeFileSync(
      join(folder, "defect.mjs"),
      `import { createRequire } from "node:module";
       const fc = createRequire(${JSON.stringify(MAIN)})("fast-check");
       export default { name: "defect", about: "throws", cases: [], properties: [{
         name: "planted", reason: "throws", clauses: ["body"],
         arbitrary: fc.constant(1).map(() => { throw new Error("planted defect"); }) }] };`,
    );
    const args = ["run", planted.url, "--suites", "defect.mjs", "--suite", "valid,defect"];
    const finished = await limited("true", ...args, "--no-load", "--output-dir", "defect");
    expectTold(finished, /witness itself failed: .*[^]*report it[^]*is in defect/);
    const [run] = runsIn(join(folder, "defect"));
    expect(run?.files).toContain("report.html");
    expect(JSON.parse(run?.lines.at(-1) ?? "")).toMatchObject({ type: "footer", end: "failed" });
    const more = ["--no-load", "--debug", "--output-dir", "debug"];
    const debug = await callWitness(folder, [...args, ...more]);
    expect(debug.stderr).toMatch(/\n\s+at .*\d+:\d+/);
  });

  test.each(["Promise.reject(new Error('planted'))", "(() => { throw new Error('planted') })()"])(
    "an error that nobody catches while requests are pending: %s",
    async (defect) => {
      const output = `uncaught-${defect.length}`;
      // As soon as something is waited for, and long before a timeout.
      const planter = `import net from "node:net"; const connect = net.Socket.prototype.connect;
        net.Socket.prototype.connect = function (...all) {
          setTimeout(() => { ${defect} }, 200); net.Socket.prototype.connect = connect;
          return connect.apply(this, all); };`;
      const preload = `--import "data:text/javascript,${encodeURIComponent(planter)}"`;
      const limit = `export NODE_OPTIONS='${preload}'`;
      const args = ["run", silent.url, "--timeout", "120s", "--output-dir", output];
      const finished = await limited(limit, ...args);
      expectTold(finished, /witness itself failed: planted/);
      const [run] = runsIn(join(folder, output));
      expect(run?.files).toContain("report.html");
      expect(run?.lines.at(-1)).toContain('"type":"footer"');
    },
  );

  test("a corpus that vanishes while it is sent has been read before", async () => {
    mkdirSync(join(folder, "corpus"));
    writeFileSync(join(folder, "corpus", "a.json"), "{}");
    const args = ["run", planted.url, "--corpus", "corpus", "--suite", "corpus", "--no-load"];
    const witness = startWitness(folder, ...args, "--output-dir", "corpus-run");
    await witness.says("checking");
    rmSync(join(folder, "corpus"), { recursive: true });
    expect((await witness.ended).code).toBe(0);
  });
});
