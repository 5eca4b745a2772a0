// Builds the product into dist, or with `tools` the tools into build: each entry as a file of its own, and what they share in
// chunks, so that a command loads only what it uses however the sources are divided.
// `--unchecked` leaves the check of the types out.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { pageScripts } from "./page-scripts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What users and processes of witness start or import, and what its tests import from the build. */
const PRODUCT = [
  "index",
  "cli/main",
  "cli/program",
  "cli/interrupt",
  "vitest/describe-target",
  "load/generator",
  "load/null-server",
  "observe/served",
  "servers/reference-process",
  "servers/truth/truth-process",
];

const TOOLS = [
  "bench/main",
  "hostile/main",
  "gate-proof/main",
  "planted-machines/main",
  "rules-page",
];
/** Modules whose types users import. */
const TYPED = ["index", "vitest/describe-target"];

if (process.argv.includes("tools")) await bundle(TOOLS, "tools", "build/tools");
else {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  await bundle(PRODUCT, "src", "dist/src");
  declare(process.argv.includes("--unchecked"));
  await bundle(["schemas"], "tools", "build/schemas");
  run(process.execPath, "build/schemas/schemas.js");
}

/** Each entry becomes a file of its own. Packages are imported, not copied. */
async function bundle(entries, from, to) {
  rmSync(join(root, to), { recursive: true, force: true });
  await build({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, `./${from}/${name}.ts`])),
    platform: "node",
    tsconfig: "./tsconfig.json",
    external: (id) => !/^[./\0]/.test(id),
    logLevel: "warn",
    plugins: [pageScripts()],
    output: {
      dir: to,
      format: "esm",
      // All at one depth: a URL relative to a module is the same in every chunk.
      chunkFileNames: ({ name }) => `parts/${basename(name).replaceAll(".", "-")}-[hash].js`,
      entryFileNames: "[name].js",
    },
  });
}

/** Writes the declarations that those of the entries import, and no others. */
function declare(unchecked) {
  const words = [
    "-p",
    "tsconfig.build.json",
    "--checkers",
    "1",
    ...(unchecked ? ["--noCheck"] : []),
  ];
  run(join(root, "node_modules/.bin/tsc"), ...words);
  const needed = new Set(TYPED.map((name) => join(root, `dist/src/${name}.d.ts`)));
  for (const file of needed)
    for (const [, to] of readFileSync(file, "utf8").matchAll(/"(\.\.?\/[^"]+)\.tsx?"/g))
      needed.add(join(dirname(file), `${to}.d.ts`));
  for (const name of readdirSync(join(root, "dist"), { recursive: true })) {
    const file = join(root, "dist", name);
    if (file.endsWith(".d.ts") && !needed.has(file)) rmSync(file);
  }
}

function run(command, ...words) {
  const { status } = spawnSync(command, words, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
