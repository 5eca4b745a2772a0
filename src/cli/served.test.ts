import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dyingServer } from "../../test/observe/dying-server.ts";
import { unusedPort } from "../observe/index.ts";
import { killStarted, runsIn, startWitness } from "../../test/cli/started-witness.ts";
import { callWitness } from "../../test/cli/witness.ts";

const FEW = ["--runs", "0", "--repeats", "1", "--no-load"];

let folder: string;
let command: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-served-"));
  command = dyingServer(folder, { how: "exit", at: "NaN" });
});
afterAll(() => {
  killStarted();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether something listens on this port. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

/** Whether a process with this argument runs. */
const runs = (argument: string): boolean =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").includes(argument);
      } catch {
        return false;
      }
    });

describe
  .skipIf(process.platform !== "linux")
  .concurrent("a served target ends with witness", () => {
    test.each([
      ["Ctrl-C, which the terminal sends to its whole group", "SIGINT", true, 130],
      ["SIGTERM", "SIGTERM", false, 143],
      ["SIGKILL", "SIGKILL", false, "SIGKILL"],
    ] as const)(
      "by %s: no process and no port is left",
      async (_, signal, toGroup, code) => {
        const port = await unusedPort("127.0.0.1");
        const long = `1${port}`;
        // It has a process that leaves group and session.
        const family = `(setsid sleep ${long} &); ${command.replace("{port}", String(port))}`;
        const output = join(folder, signal);
        const url = `http://127.0.0.1:${port}`;
        const endless = ["--runs", "100000", "--no-load", "--output-dir", output];
        const witness = startWitness(folder, "run", url, "--serve", family, ...endless);
        await until(() => listens(port));
        await until(() => runs(long));
        if (toGroup) witness.sendToGroup(signal);
        else witness.send(signal);
        expect((await witness.ended).code).toBe(code);
        await until(() => !runs(long));
        await until(async () => !(await listens(port)));
        const [run] = runsIn(output);
        if (signal !== "SIGKILL") expect(run?.lines.at(-1)).toContain('"end":"interrupted"');
      },
      60_000,
    );
  });

describe.skipIf(process.platform === "win32")("replay of a served run", () => {
  test("starts the target, sends the request and stops the target", async () => {
    const url = "http://127.0.0.1:{port}";
    const given = ["--grep", "^(valid/plain|malformed-json/literal-nan$)", ...FEW];
    const { code } = await callWitness(folder, ["run", url, "--serve", command, ...given]);
    expect(code).toBe(1);
    const [name = ""] = readdirSync(join(folder, "reports"));
    const run = join("reports", name);
    const again = await callWitness(folder, ["replay", run, "valid/plain", "--serve", command]);
    expect(again.stdout).toMatch(/the same: 201\n$/);
    expect(again.code).toBe(0);
    // On a port of its own.
    const other = ["--base-url", url, "--serve", command];
    const ends = await callWitness(folder, ["replay", run, "malformed-json/literal-nan", ...other]);
    expect(ends.stdout).toMatch(/the server ended: exit code 7, output: "Out of memory/);
    const without = await callWitness(folder, ["replay", run, "valid/plain"]);
    expect(without.code).toBe(3);
    expect(without.stderr).toContain("witness had started the target of this run: --serve '");
  }, 60_000);
});
