import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { defineSuite, post } from "../generate/index.ts";
import { withExtra } from "../generate/user-submission.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";
import { dockerStandIn, type DockerStandIn } from "../../test/observe/docker-stand-in.ts";
import { Served, unusedPort } from "./served.ts";

const BUILT = fileURLToPath(new URL("../../dist/src/observe/served.js", import.meta.url));
const RUN = "docker run --rm --init --name shop-{port} -p 127.0.0.1:{port}:3000";

let folder: string;
let docker: DockerStandIn;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-docker-"));
  docker = await dockerStandIn(folder);
});
afterAll(() => {
  docker.close();
  rmSync(folder, { recursive: true });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

const planted = defineSuite({
  name: "planted",
  about: "cases of which one ends the server",
  clauses: ["error-conditions"],
  cases: Array.from({ length: 12 }, (_, nth) => ({
    name: `case-${nth}`,
    reason: `number ${nth}`,
    request: post(withExtra([`"number ${nth}."`])),
  })),
});

describe.skipIf(process.platform === "win32")("a target in a container", () => {
  test("is started again where it dies, and none is left at the end", async () => {
    const { outcome, fold, summary } = await runJob(
      {
        name: "shop",
        baseUrl: "http://127.0.0.1:{port}",
        serve: { command: `${RUN} server`, env: { PATH: docker.path } },
      },
      { interface: userSubmission, suites: [suiteNamed("valid"), planted] },
      { ...defaultOptions("run"), load: false, suite: ["planted"], runs: 0, outputDir: folder },
      { signal: new AbortController().signal, events: {} },
    );
    expect(outcome).toEqual({ end: "done" });
    expect(fold.deaths[0]).toMatchObject({ cases: ["planted/case-7"], exitCode: 7, times: 3 });
    const { outcomes } = summary.cases.find(({ id }) => id === "planted/case-8") ?? {};
    expect(outcomes).toEqual({ "201": 2 });
    expect(docker.containers()).toEqual([]);
  }, 120_000);

  test("that ignores the signal is ended by the stop command, which gets name and port", async () => {
    const env = { PATH: docker.path };
    const serve = { command: `${RUN} stubborn`, env, readyWhen: "^up$" };
    for (const [stopCommand, left] of [
      [undefined, 1],
      ["docker rm --force shop-{port}", 0],
    ] as const) {
      const target = parseBaseUrl(`http://127.0.0.1:${await unusedPort("127.0.0.1")}`);
      const served = new Served({ ...serve, stopCommand }, target);
      await served.launch();
      await until(() => served.isReady);
      await served.stop(300);
      // Only the client could be killed.
      if (left === 0) await until(() => docker.containers().length === 0);
      expect(docker.containers()).toHaveLength(left);
      docker.endAll();
      await until(() => docker.containers().length === 0);
    }
  }, 60_000);

  test.each([
    ["by the signal that the client passes on", "server", {}],
    [
      "by the stop command",
      "stubborn",
      { stopSignal: "SIGKILL", stopCommand: "docker rm --force shop-{port}" },
    ],
  ])(
    "is ended %s where witness is killed",
    async (_, image, how) => {
      const target = { hostname: "127.0.0.1", port: await unusedPort("127.0.0.1") };
      const serve = { command: `${RUN} ${image}`, env: { PATH: docker.path }, ...how };
      const script = `
      const { Served } = await import(${JSON.stringify(BUILT)});
      const served = new Served(${JSON.stringify(serve)}, ${JSON.stringify(target)});
      await served.launch();
      console.log("begun");
      setInterval(() => {}, 1000);`;
      const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(parent.stdout, "data");
      await until(() => docker.containers().length > 0);
      parent.kill("SIGKILL");
      await until(() => docker.containers().length === 0);
    },
    60_000,
  );
});
