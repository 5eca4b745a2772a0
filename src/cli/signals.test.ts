import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterEachRequest } from "../../test/servers/faulty/after-request.ts";
import { startMortal } from "../../test/servers/faulty/mortal.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { killStarted, runsIn, startWitness } from "../../test/cli/started-witness.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** Every timeout and every wait of these runs is far longer than a test may take. */
const LONG = "120s";
const LONG_MS = "120000ms";
const LIMIT_MS = 45_000;

let folder: string;
const servers: Listening[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-signals-"));
});

afterAll(async () => {
  killStarted();
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server that lives until the end of this file. */
async function started(
  start: () => Promise<Planted>,
): Promise<{ url: string; reached: Promise<void> }> {
  const { server, reached } = await start();
  servers.push(server);
  return { url: server.url, reached };
}

const CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}";

/** A server, and when it has been brought to where the signal is to come. */
type Planted = { server: Listening; reached: Promise<void> };

async function planted(start: (reach: () => void) => Promise<Listening>): Promise<Planted> {
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { server: await start(reach), reached };
}

/** Accepts, and says nothing. */
const startSilent = (): Promise<Planted> =>
  planted((reach) => listening(createServer((socket) => socket.resume().once("data", reach))));

/** Responds to valid requests, and keeps everybody else waiting. */
const startPicky = (): Promise<Planted> =>
  planted((reach) =>
    afterEachRequest(({ socket, body }) => {
      if (/^\{"id":\d{9},"date":"[^"]{24}"\}$/.test(body.toString())) socket.write(CREATED);
      else reach();
    }),
  );

/** Sends a byte of a response body now and then, forever. */
const startTrickling = (): Promise<Planted> =>
  planted((reach) =>
    afterEachRequest(({ socket }) => {
      socket.write("HTTP/1.1 201 Created\r\nContent-Length: 1000000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 50);
      socket.once("close", () => clearInterval(timer));
      reach();
    }),
  );

/** Responds to the first requests, which ask whether it is there, and then to no other. */
const startFading = (responses: number): Promise<Planted> =>
  planted((reach) => {
    let seen = 0;
    return afterEachRequest(({ socket }) => {
      seen += 1;
      if (seen <= responses) socket.write(CREATED);
      else reach();
    });
  });

/** Responds to everything; `reached` resolves after this many requests. */
const startQuick = (requests: number): Promise<Planted> =>
  planted((reach) => {
    let seen = 0;
    return afterEachRequest(({ socket }) => {
      seen += 1;
      socket.write(CREATED);
      if (seen === requests) reach();
    });
  });

/** Serves one connection at a time, as long as it lasts; the others wait. */
const startInTurn = (): Promise<Planted> =>
  planted((reach) => {
    const waiting: Socket[] = [];
    let served: Socket | undefined;
    let responses = 0;
    const next = (): void => {
      served = waiting.shift();
      served?.on("data", () => {
        served?.end(CREATED);
        responses += 1;
        if (responses === 20) reach();
      });
      served?.once("close", next);
    };
    return listening(
      createServer((socket) => {
        waiting.push(socket);
        if (served === undefined) next();
      }),
    );
  });

/** Ends with a certain request, and does not come back. */
const startDying = (): Promise<Planted> =>
  planted((reach) =>
    startMortal((_method, _path, body) => {
      const ends = body.includes("NaN");
      if (ends) reach();
      return ends;
    }),
  );

/** A port at which nobody listens. */
const startNobody = (): Promise<Planted> =>
  planted(async (reach) => {
    const server = await listening(createServer());
    await server.close();
    reach();
    return { ...server, close: async () => {} };
  });

type Interrupted = { verb: string[]; start: () => Promise<Planted>; says?: string };

const RUN = ["run", "--no-load", "--runs", "0", "--timeout", LONG_MS];

/** Work that this process carries out itself: `start.ts` ends a process once the verb has returned. */
const HERE: Record<string, Interrupted> = {
  "first contact with a server that trickles": { verb: RUN, start: startTrickling },
  "stalled cases": { verb: [...RUN, "--suite", "valid,malformed-json"], start: startPicky },
  "a server that handles one connection at a time": {
    verb: [...RUN, "--suite", "framing"],
    start: startInTurn,
  },
  exploration: { verb: ["explore", "--timeout", LONG_MS, "--runs", "20"], start: startPicky },
  "a comparison": {
    verb: ["compare", "--suite", "valid,malformed-json", "--timeout", LONG_MS],
    start: startPicky,
  },
  "a gate": {
    verb: ["gate", "--suite", "valid,malformed-json", "--timeout", LONG_MS],
    start: startPicky,
  },
};

/** Processes of their own: those that have processes themselves, and each way to wait. */
const PENDING: Record<string, Interrupted> = {
  "first contact with a silent server": { verb: RUN, start: startSilent },
  "waiting for a dead port": {
    verb: [...RUN, "--wait-for", LONG],
    start: startNobody,
    says: "checking",
  },
  "the search for a culprit": {
    verb: [...RUN, "--suite", "malformed-json", "--wait-for", LONG],
    start: startDying,
    says: "stopped responding",
  },
  "a long round of load": {
    verb: ["load", "--duration", LONG, "--warmup", "0ms"],
    start: () => startQuick(500),
  },
  "load on a server that has stopped": {
    verb: ["load", "--duration", LONG, "--warmup", LONG, "--timeout", LONG_MS],
    start: () => startFading(7),
  },
  "an open model": {
    // In the warm-up, which is sent like a round: no ceiling is measured before it.
    verb: ["load", "--duration", LONG, "--warmup", LONG, "--rate", "50"],
    start: () => startQuick(100),
  },
};

/** The targets of a verb, the first of which has to be reached. */
async function targetsOf({ verb: [verb], start }: Interrupted) {
  const { url, reached } = await started(start);
  const targets = [`one=${url}`];
  if (verb === "compare") targets.push(`two=${(await started(() => startQuick(0))).url}`);
  return { targets, reached };
}

/** Every record below this folder ends with its footer, and every run has its reports. */
function expectKept(output: string, targets: readonly string[]): void {
  const runs = runsIn(output);
  expect(runs).toHaveLength(targets.length);
  for (const { files, lines } of runs) {
    expect(files).toEqual(expect.arrayContaining(["report.html", "summary.json"]));
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "footer", end: "interrupted" });
    for (const line of lines) JSON.parse(line);
  }
}

const outputOf = (name: string): string => join(folder, name.replaceAll(" ", "-"));

describe("a signal ends a verb that is carried out here", () => {
  test.each(Object.entries(HERE))(
    "%s",
    async (name, pending) => {
      const [verb = "", ...options] = pending.verb;
      const { targets, reached } = await targetsOf(pending);
      const output = ["--output-dir", outputOf(name)];
      const ended = callWitness(folder, [verb, ...targets, ...options, ...output]);
      await reached;
      // As Node hands a signal on.
      process.emit("SIGINT", "SIGINT");
      const { code, stderr } = await ended;
      expect(stderr).toContain("interrupted");
      expect(code).toBe(130);
      expectKept(outputOf(name), targets);
      expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
    },
    LIMIT_MS,
  );
});

describe.concurrent("a signal ends what is pending", () => {
  test.each(Object.entries(PENDING))(
    "%s",
    async (name, pending) => {
      const [verb = "", ...options] = pending.verb;
      const { targets, reached } = await targetsOf(pending);
      const output = ["--output-dir", outputOf(name)];
      const witness = startWitness(folder, verb, ...targets, ...options, ...output);
      if (pending.says !== undefined) await witness.says(pending.says);
      await reached;
      witness.send("SIGINT");
      const { code, stderr } = await witness.ended;
      expect(stderr).toContain("interrupted");
      expect(code).toBe(130);
      expectKept(outputOf(name), targets);
      await witness.groupGone();
    },
    LIMIT_MS,
  );

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s ends a run as SIGINT does, with exit code %d",
    async (signal, exitCode) => {
      const output = join(folder, signal);
      const { url, reached } = await started(startSilent);
      const witness = startWitness(folder, ...RUN, url, "--output-dir", output);
      await reached;
      witness.send(signal);
      expect((await witness.ended).code).toBe(exitCode);
      const [run] = runsIn(output);
      expect(run?.files).toContain("report.html");
      expect(run?.lines.at(-1)).toContain('"end":"interrupted"');
    },
    LIMIT_MS,
  );

  test(
    "doctor ends early, and so do its processes",
    async () => {
      const witness = startWitness(folder, "doctor");
      await witness.says("takes about");
      witness.send("SIGINT");
      expect((await witness.ended).code).toBe(130);
      await witness.groupGone();
    },
    LIMIT_MS,
  );

  test(
    "demo ends early, and so do its servers",
    async () => {
      const witness = startWitness(folder, "demo", "--folder", "demo");
      await witness.says("checking");
      witness.send("SIGINT");
      expect((await witness.ended).code).toBe(130);
      await witness.groupGone();
      expect(runsIn(join(folder, "demo")).length).toBeGreaterThanOrEqual(2);
    },
    LIMIT_MS,
  );
});

test(
  "a second signal ends a process that is too busy to hear it",
  async () => {
    const interrupt = fileURLToPath(new URL("../../dist/src/cli/interrupt.js", import.meta.url));
    const busy = `
      const { interruptible } = await import(${JSON.stringify(interrupt)});
      setInterval(() => {}, 1000);
      await interruptible((signal) => new Promise(() => {
        signal.addEventListener("abort", () => { console.log("busy"); for (;;); });
        console.log("begun");
      }));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", busy], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    child.kill("SIGINT");
    await once(child.stdout, "data");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
  },
  LIMIT_MS,
);
