import { createServer, type AddressInfo, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { suiteNamed } from "../../test/suites/suite-named.ts";
import { userSubmission } from "../contract/index.ts";
import { runJob } from "../jobs/index.ts";
import { defaultOptions } from "../options/index.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-manner-"));
afterAll(() => rmSync(folder, { recursive: true }));

const reply = (status: string, body = "{}"): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Reads the body of a request to its path only, or of each: as a handler does that returns before it reads. */
function handle(socket: Socket, readsAll: boolean): void {
  let text = "";
  socket.on("error", () => {});
  socket.on("data", (data) => {
    text += data.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
      const head = text.slice(0, end);
      const [, method = "", path = ""] = /^(.*?) (\S+) HTTP\//.exec(head) ?? [];
      const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const isKnown = /^[A-Z]+$/.test(method);
      const isOwn = path === "/api/user";
      text = text.slice(end + 4 + (readsAll || (isKnown && isOwn) ? length : 0));
      if (!isKnown) socket.write(reply(`501 Unsupported method (${method})`));
      else socket.write(reply(isOwn ? "201 Created" : "404 Not Found"));
    }
  });
}

/** Request lines that this server itself does not understand. */
const ODD_LINES = /empty|missing|space|tab|raw|words/;

test.each([true, false])(
  "a body that stays unread is found (all are read: %s)",
  async (readsAll) => {
    const server = createServer((socket) => handle(socket, readsAll));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { summary } = await runJob(
      { name: "unread", baseUrl: `http://127.0.0.1:${port}` },
      { interface: userSubmission, suites: ["valid", "target-forms"].map(suiteNamed) },
      {
        ...defaultOptions("run"),
        suite: ["valid", "target-forms"],
        load: false,
        runs: 0,
        repeats: 2,
        seed: 1,
        outputDir: folder,
        timeoutMs: 2000,
      },
      { signal: new AbortController().signal, events: {} },
    ).finally(() => server.close());
    const said = summary.notes.filter(({ kind }) => kind === "surroundings");
    expect(said.map(({ text }) => text)).toEqual(
      readsAll
        ? []
        : [
            expect.stringMatching(
              /^unread body: a request to another path gets 404, .* and gets 501 \("Unsupported method \(\{"/,
            ),
          ],
    );
    const failed = summary.cases.filter(({ outcomes }) =>
      Object.keys(outcomes).some((each) => each.startsWith("5")),
    );
    expect(failed.map(({ id }) => id).filter((id) => !ODD_LINES.test(id))).toEqual([]);
  },
);
