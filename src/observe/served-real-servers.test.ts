import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";

/** Memory is limited: what a huge Content-Length makes of these servers is what is tried. */
const LIMIT_KB = 2_000_000;

const PHP = `<?php
$body = json_decode(file_get_contents("php://input"));
http_response_code(is_object($body) && isset($body->id) ? 201 : 400);
header("Content-Type: application/json");
echo "{}";
`;
const WSGI = `def app(environ, start_response):
    environ["wsgi.input"].read()
    start_response("201 Created", [("Content-Type", "application/json"), ("Content-Length", "2")])
    return [b"{}"]
`;

function isThere(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    console.log(`skipped: ${command} is not installed`);
    return false;
  }
}

const SERVERS = {
  php: "exec php -S 127.0.0.1:{port} router.php",
  gunicorn: "exec gunicorn --bind 127.0.0.1:{port} --log-level error wsgi:app",
};

describe("the whole catalogue against servers that witness serves", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "witness-"));
    writeFileSync(join(folder, "router.php"), PHP);
    writeFileSync(join(folder, "wsgi.py"), WSGI);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(["php", "gunicorn"] as const)("%s", { timeout: 600_000 }, async (name) => {
    if (!isThere(name)) return;
    const command = `ulimit -v ${LIMIT_KB}; ${SERVERS[name]}`;
    const { outcome, fold, summary } = await runJob(
      { name, baseUrl: "http://127.0.0.1:{port}", serve: { command, cwd: folder } },
      { interface: userSubmission, suites: [...suitesFor(userSubmission)] },
      {
        ...defaultOptions("run"),
        load: false,
        repeats: 1,
        runs: 5,
        timeoutMs: 2000,
        outputDir: folder,
      },
      { signal: new AbortController().signal, events: {} },
    );
    expect(outcome).toEqual({ end: "done" });
    expect(summary.complete).toBe(true);
    const refused = summary.cases.filter(({ outcomes }) => outcomes["refused"] !== undefined);
    expect(refused.map(({ id }) => id)).toEqual([]);
    // Each death has its cause.
    expect(fold.deaths.filter(({ cases }) => cases.length === 0)).toEqual([]);
    if (name === "gunicorn") return;
    expect(fold.deaths.map(({ cases }) => cases.join())).toContain(
      "framing/given-9007199254740992",
    );
  });
});
