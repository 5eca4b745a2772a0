import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { parseBaseUrl } from "../contract/index.ts";
import { rawText, type Serve } from "../model/index.ts";
import { Served } from "./served.ts";
import { exitOf } from "./start-served.ts";

const BUILT = fileURLToPath(new URL("../../dist/src/observe/served.js", import.meta.url));
const TARGET = parseBaseUrl("http://127.0.0.1:4321");
/** Starts two more: one in the background, and one that leaves group and session. */
const FAMILY = "sleep 1001 & (setsid sleep 1002 &); sleep 1003";
const ON_LINUX = process.platform === "linux";

const begun: Served[] = [];
afterEach(async () => {
  for (const served of begun.splice(0)) await served.stop();
});

async function launched(serve: Serve): Promise<Served> {
  const served = new Served(serve, TARGET);
  begun.push(served);
  await served.launch();
  return served;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

/** One that has ended and waits for its parent does not live. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === "win32")("a served target", () => {
  test("has port and host in its command, and its own variables", async () => {
    const served = await launched({ command: "echo {host}:{port} $OWN", env: { OWN: "x" } });
    await served.exitedWithin(20_000);
    expect(served.exit).toEqual({ exitCode: 0 });
    expect(rawText(served.output)).toBe("127.0.0.1:4321 x\n");
  });

  test("is ready when its output says so", async () => {
    const served = await launched({ command: "read x; echo up; sleep 1004", readyWhen: "^up$" });
    await until(() => served.isReady);
    expect(served.exit).toBeUndefined();
  });

  test("that ends at the start is quoted with its message, not with the end of its stack", async () => {
    const program = `function load() { throw new Error("no database at " + 5432) } load()`;
    const served = await launched({ command: `'${process.execPath}' -e '${program}'` });
    await served.exitedWithin(20_000);
    const { exitCode, output } = await exitOf(served, TARGET);
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: "Error: no database at 5432" });
  });

  test.each([
    ["ends because its port is taken", "exit 1", true],
    ["goes on behind what listens there", "sleep 1005", false],
  ])("whose address responds before its start, and that %s", async (_, command, clashes) => {
    const before = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(before, "listening");
    const { port } = before.address() as AddressInfo;
    const served = new Served({ command }, parseBaseUrl(`http://127.0.0.1:${port}`));
    begun.push(served);
    await served.launch();
    expect(await served.hasClashed()).toBe(clashes);
    before.close();
  });

  test("says how it ended: by an exit code or a signal, with its last words", async () => {
    const served = await launched({ command: "echo out of memory >&2; exit 7" });
    await served.exitedWithin(20_000);
    expect(served.exit).toEqual({ exitCode: 7 });
    expect(rawText(served.output)).toBe("out of memory\n");
    const killed = await launched({ command: "kill -s KILL $$" });
    await killed.exitedWithin(20_000);
    expect(killed.exit).toEqual({ signal: "SIGKILL" });
  });

  test("keeps the last 64 KiB of its output", async () => {
    const served = await launched({
      command: 'node -e \'console.log("x".repeat(300000)); console.log("last")\'',
    });
    await served.exitedWithin(20_000);
    expect(rawText(served.output)).toHaveLength(64 * 1024);
    expect(rawText(served.output)).toMatch(/x\nlast\n$/);
  });

  test.runIf(ON_LINUX)("is stopped with all that it started", async () => {
    const served = await launched({ command: FAMILY });
    await until(() => served.members().length >= 4);
    const pids = served.members();
    await served.stop();
    expect(pids.filter(lives)).toEqual([]);
  });

  test.runIf(ON_LINUX)("starts again in the place of the process before", async () => {
    const served = await launched({ command: "sleep 1005" });
    const before = served.members();
    await served.launch();
    expect(served.generation).toBe(2);
    expect(before.filter(lives)).toEqual([]);
  });

  test.runIf(ON_LINUX)("leaves no process behind where witness is killed", async () => {
    const script = `
        const { Served } = await import(${JSON.stringify(BUILT)});
        const served = new Served({ command: ${JSON.stringify(FAMILY)} }, { hostname: "127.0.0.1", port: 1 });
        await served.launch();
        while (served.members().length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
        console.log(JSON.stringify(served.members()));
        setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = (await once(parent.stdout, "data")) as [Buffer];
    const pids = JSON.parse(String(said)) as number[];
    expect(pids.filter(lives)).toHaveLength(4);
    parent.kill("SIGKILL");
    await until(() => !pids.some(lives));
  });
});
