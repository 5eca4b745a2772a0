import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Which rooms and packages each room may import, as ARCHITECTURE.md has it. */
type Rule = {
  rooms: string[];
  /** Rooms of which only types may be imported: the shapes, not the work. */
  types?: string[];
  packages: string[];
};

const ALLOWED: Record<string, Rule> = {
  root: { rooms: ["*"], packages: ["node:fs"] },
  text: { rooms: [], packages: ["node:util", "fastest-levenshtein"] },
  template: { rooms: [], packages: ["zod"] },
  kinds: { rooms: ["template", "text"], packages: ["zod", "fast-check"] },
  contract: { rooms: ["model", "kinds", "text"], packages: ["zod", "ajv", "node:module"] },
  options: { rooms: [], packages: ["zod"] },
  model: { rooms: ["options", "template", "kinds"], packages: ["zod", "fast-check"] },
  generate: {
    rooms: ["contract", "model", "template", "kinds", "options", "text"],
    packages: ["fast-check", "jsonc-parser", "zod", "node:zlib", "node:buffer", "node:crypto"],
  },
  suites: {
    rooms: ["contract", "model", "template", "kinds", "generate", "text"],
    packages: ["fast-check"],
  },
  openapi: {
    rooms: ["contract", "model", "kinds", "generate", "text"],
    packages: ["yaml", "zod", "node:fs", "node:path", "node:util"],
  },
  send: {
    rooms: ["contract", "model", "generate", "text"],
    packages: [
      "undici",
      "undici/lib/core/errors.js",
      "undici/lib/dispatcher/client.js",
      "node:dns/promises",
      "node:net",
      "node:perf_hooks",
      "node:tls",
      "node:zlib",
      "node:crypto",
      "node:buffer",
      "node:timers/promises",
    ],
  },
  stats: { rooms: ["model", "text"], packages: ["hdr-histogram-js", "pure-rand"] },
  load: {
    rooms: ["contract", "model", "options", "generate", "send", "stats"],
    packages: ["autocannon", "undici", "pure-rand", "node:*"],
  },
  learn: {
    rooms: ["contract", "model", "template", "kinds", "generate", "text"],
    packages: ["fast-check"],
  },
  record: {
    rooms: ["model", "text"],
    packages: ["zod", "node:crypto", "node:fs", "node:path", "node:stream", "node:zlib"],
  },
  analyse: {
    rooms: ["contract", "model", "template", "kinds", "generate", "stats", "text"],
    packages: ["node:crypto"],
  },
  policy: {
    rooms: ["contract", "model", "generate", "stats", "analyse", "text"],
    packages: ["ajv", "zod"],
  },
  report: {
    rooms: ["model", "contract", "stats", "text"],
    types: ["analyse"],
    packages: [
      "preact",
      "preact-render-to-string",
      "d3-scale",
      "d3-shape",
      "d3-hierarchy",
      "string-width",
      "sarif",
      "node:util",
    ],
  },
  export: {
    rooms: ["model", "generate", "stats"],
    packages: ["hyparquet-writer", "har-format"],
  },
  observe: {
    rooms: [
      "contract",
      "model",
      "options",
      "generate",
      "send",
      "load",
      "learn",
      "kinds",
      "text",
      "stats",
      "record",
      "analyse",
    ],
    packages: ["fast-check", "node:*"],
  },
  fleet: {
    rooms: ["contract", "model", "options", "load", "stats", "observe", "analyse", "text"],
    packages: ["@nats-io/*", "zod", "node:*"],
  },
  doctor: {
    rooms: ["contract", "model", "generate", "load", "stats", "observe", "servers", "text"],
    packages: ["node:*"],
  },
  servers: {
    rooms: ["contract", "model", "kinds", "stats"],
    packages: ["node:*", "pure-rand", "express", "fastify", "hono", "@hono/node-server"],
  },
  jobs: {
    rooms: [
      "contract",
      "model",
      "learn",
      "options",
      "openapi",
      "generate",
      "suites",
      "observe",
      "fleet",
      "record",
      "analyse",
      "policy",
      "report",
      "export",
      "text",
    ],
    packages: ["jiti", "zod", "node:*"],
  },
  cli: { rooms: ["*"], packages: ["commander", "jiti", "zod", "node:*"] },
  api: {
    rooms: ["model", "options", "jobs", "policy", "observe", "text"],
    packages: ["zod", "node:events", "node:path"],
  },
  vitest: {
    rooms: [
      "contract",
      "options",
      "model",
      "generate",
      "suites",
      "record",
      "analyse",
      "policy",
      "observe",
      "jobs",
      "api",
      "text",
    ],
    packages: ["vitest", "zod", "node:fs", "node:os", "node:path"],
  },
};

type Import = { from: string; to: string; typeOnly: boolean; isLazy: boolean };

const files = ["src", "suites"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const pattern = /^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(pattern)].map((match) => {
    const to = match[2] ?? match[3] ?? "";
    const path = to.startsWith(".") ? relative(ROOT, resolve(ROOT, dirname(file), to)) : to;
    return {
      from: file,
      to: path,
      typeOnly: match[1] !== undefined,
      isLazy: match[3] !== undefined,
    };
  });
}

function roomOf(path: string): string {
  const [top, room, ...rest] = path.split("/");
  if (top === "suites") return "suites";
  return rest.length === 0 ? "root" : (room ?? "root");
}

const isFile = (path: string): boolean => /^(src|suites)\//.test(path);
const all = files.flatMap(importsOf);

describe("direction of imports", () => {
  test("the test sees the imports", () => {
    expect(files.length).toBeGreaterThan(400);
    expect(all.length).toBeGreaterThan(1500);
  });

  test.each(Object.keys(ALLOWED))("%s imports only what its rule allows", (room) => {
    const rule = ALLOWED[room];
    const broken = all.filter(({ from, to, typeOnly }) => {
      if (roomOf(from) !== room) return false;
      if (!isFile(to)) return !allows(rule?.packages ?? [], to);
      const other = roomOf(to);
      // errors.ts and version.ts lie at the root and belong to nobody.
      if (other === room || other === "root") return false;
      if (typeOnly && allows(rule?.types ?? [], other)) return false;
      return !allows(rule?.rooms ?? [], other);
    });
    expect(broken.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test("a room is entered by its door, index.ts", () => {
    const past = all.filter(({ from, to }) => {
      const isOther = isFile(to) && roomOf(to) !== roomOf(from) && roomOf(to) !== "root";
      return isOther && !/^(?:src\/[^/]+|suites)\/index\.ts$/.test(to);
    });
    expect(past.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  // Else every importer of the door would load all of its room: a file of the own room, `*.lazy.ts`, has the names that are needed.
  test("what is loaded when it is needed is a file of the same room", () => {
    const past = all.filter(
      ({ from, to, isLazy }) => isLazy && isFile(to) && roomOf(to) !== roomOf(from),
    );
    expect(past.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"])(
    "%s names files that are there",
    (page) => {
      const text = readFileSync(join(ROOT, page), "utf8");
      const paths = [...text.matchAll(/`((?:src|suites|test|tools|decisions)\/[\w./-]+)`/g)];
      expect(paths.length).toBeGreaterThan(5);
      const missing = paths
        .map(([, path = ""]) => path)
        .filter((path) => !existsSync(join(ROOT, path)));
      expect(missing).toEqual([]);
    },
  );

  test("ARCHITECTURE.md names every room, and files next to others that are there", () => {
    const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
    const names = new Set(files.map((file) => file.slice(file.lastIndexOf("/") + 1)));
    const named = [...text.matchAll(/`([\w-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    const rooms = [...new Set(files.map(roomOf))].filter((room) => room !== "root");
    expect(rooms.filter((room) => !text.includes(`\`${room}\``))).toEqual([]);
  });

  test("every room has a rule", () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in ALLOWED))).toEqual([]);
  });

  test("nothing imports in a circle, types included", () => {
    const graph = new Map(
      files.map((file) => [
        file,
        all
          .filter(({ from }) => from === file)
          .map(({ to }) => to)
          .filter(isFile),
      ]),
    );
    expect(findCircle(graph)).toBeUndefined();
  });
});

const allows = (rules: string[], name: string): boolean =>
  rules.some(
    (rule) =>
      rule === "*" ||
      rule === name ||
      (rule.endsWith("*") && name.startsWith(rule.slice(0, -1))) ||
      name.startsWith(`${rule}/`),
  );

function findCircle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
