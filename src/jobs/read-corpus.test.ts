import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { orderList, orderSubmission } from "../../test/contract/order.ts";
import { render } from "../generate/index.ts";
import type { Interface } from "../model/index.ts";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCorpus } from "./load-suites.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-corpus-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name]);
const put = (name: string | Buffer, content = "x"): void =>
  writeFileSync(path(Buffer.from(name)), content);
const ids = (): string[] => readCorpus(folder, userSubmission).cases.map(({ id }) => id);
const bodyIds = (): string[] => ids().filter((id) => !/\.as-(id|date|extra)$/.test(id));

describe("names of files", () => {
  test("bytes that are not UTF-8 are escaped, and the file is read", () => {
    put(Buffer.from([0xff, 0xfe]), "content");
    const suite = readCorpus(folder, userSubmission);
    expect(suite.cases.map(({ id, reason }) => [id, reason])).toEqual([
      ["corpus/\\xff\\xfe", "\\xff\\xfe as the body"],
      ["corpus/\\xff\\xfe.as-id", "\\xff\\xfe in the place of id"],
      ["corpus/\\xff\\xfe.as-date", "\\xff\\xfe in the place of date"],
      ["corpus/\\xff\\xfe.as-extra", "\\xff\\xfe as the value of an extra key"],
    ]);
    expect(suite.cases[0]?.request).toMatchObject({
      body: [{ base64: Buffer.from("content").toString("base64") }],
    });
  });

  test("unseen characters are escaped, blanks are _, other names stay as they are", () => {
    for (const name of ["a b", "é.json", "\u001b[2J", "\u202ex", "two\nlines"]) put(name);
    expect(bodyIds().sort()).toEqual([
      "corpus/\\u{1b}[2J",
      "corpus/\\u{202e}x",
      "corpus/a_b",
      "corpus/two_lines",
      "corpus/é.json",
    ]);
  });

  test("names that come to one id get a number, and a name that needs no change keeps its id", () => {
    for (const name of ["a b", "a\tb", "a_b", "a_b.as-id"]) put(name);
    const found = ids();
    expect(new Set(found).size).toBe(4 * 4);
    expect(found).toContain("corpus/a_b");
    expect(ids()).toEqual(found);
  });
});

describe("where the bytes of a file go", () => {
  const bodiesFor = (from: Interface): string[] =>
    readCorpus(folder, from).cases.map(({ id, request }) => {
      if (request.sender !== "client") throw new Error(`${id} is not sent by the client`);
      const filling = { target: parseBaseUrl("http://h"), firstId: 100_000_000, fresh: 0 };
      return `${id} ${render(request.body, { ...filling, interface: from }).toString()}`;
    });

  test("of the built-in interface into the body, id, date and an extra key", () => {
    put("a", "FILE");
    expect(bodiesFor(userSubmission)).toEqual([
      "corpus/a FILE",
      'corpus/a.as-id {"id":FILE,"date":"2000-01-01T00:00:00.000Z"}',
      'corpus/a.as-date {"id":100000000,"date":FILE}',
      'corpus/a.as-extra {"id":100000000,"date":"2000-01-01T00:00:00.000Z","extra":FILE}',
    ]);
  });

  test("of another interface into every field, nested ones too", () => {
    put("a", "FILE");
    const bodies = bodiesFor(orderSubmission);
    expect(bodies.map((body) => body.split(" ")[0])).toEqual(
      ["", ".as-order-id", ".as-created-at", ".as-amount", ".as-note", ".as-address"]
        .concat([
          ".as-address-city",
          ".as-address-zip",
          ".as-items",
          ".as-items-item",
          ".as-items-sku",
        ])
        .concat([".as-items-count", ".as-extra"])
        .map((end) => `corpus/a${end}`),
    );
    expect(bodies.find((body) => body.includes(".as-address "))).toContain('"address":FILE,');
    expect(bodies.find((body) => body.includes(".as-address-zip "))).toContain('"zip":FILE}');
    expect(bodies.find((body) => body.includes(".as-items-sku "))).toContain('[{"sku":FILE,');
    expect(bodies.at(-1)).toMatch(/,"extra":FILE\}$/);
  });

  test("of an interface without a body nowhere, which is an error", () => {
    put("a", "FILE");
    expect(() => readCorpus(folder, orderList)).toThrow(
      "--corpus requires an interface with a body; order-list has none",
    );
  });
});

describe("what is not a file", () => {
  test("a folder is left out, and the suite says so", () => {
    put("a.json");
    mkdirSync(join(folder, "b.json"));
    const suite = readCorpus(folder, userSubmission);
    expect(suite.cases).toHaveLength(4);
    expect(suite.about).toMatch(/; not read: the folder b\.json$/);
  });

  test("a folder of folders has no file", () => {
    mkdirSync(join(folder, "b.json"));
    expect(() => readCorpus(folder, userSubmission)).toThrow(/has no file/);
  });

  test("a FIFO is named, and nothing waits for a writer", () => {
    put("a.json");
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(folder, "pipe")]);
    expect(() => readCorpus(folder, userSubmission)).toThrow(
      /^"pipe" in the corpus folder .* is a FIFO, not a file$/,
    );
  });

  test.each([
    ["a loop", "link"],
    ["a file elsewhere", "/etc/hostname"],
    ["nothing", "/nowhere/at/all"],
  ])("a symbolic link to %s is named, and not followed", (_, to) => {
    symlinkSync(to, join(folder, "link"));
    expect(() => readCorpus(folder, userSubmission)).toThrow(
      /^"link" in .* is a symbolic link, not a file$/,
    );
  });

  test("a socket is named", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, "socket"), resolve));
    try {
      expect(() => readCorpus(folder, userSubmission)).toThrow(
        /is a socket or a device, not a file$/,
      );
    } finally {
      server.close();
    }
  });
});

test("a file that may not be read is named", () => {
  writeFileSync(join(folder, "secret"), "x", { mode: 0 });
  chmodSync(folder, 0o755);
  // Root may read everything: as root, this is done as another user.
  const asRoot = process.geteuid?.() === 0;
  if (asRoot) process.seteuid?.(65534);
  try {
    expect(() => readCorpus(folder, userSubmission)).toThrow(
      `cannot read "secret" in the corpus folder ${folder}: permission denied`,
    );
  } finally {
    if (asRoot) process.seteuid?.(0);
  }
});
