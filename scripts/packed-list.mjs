// Compares what `npm pack` would pack with scripts/packed-files.txt, and fails on anything else. Arguments are further
// files, as if they were packed too. Node's own modules only.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("..", import.meta.url);
/** What users of the package call and import, and what carries out a command in a process of its caller; everything else is loaded by these. */
const ENTRIES = [
  "dist/src/cli/main.js",
  "dist/src/cli/program.js",
  "dist/src/index.js",
  "dist/src/vitest/describe-target.js",
];
/** Never shipped, whatever the list says. */
const NEVER = /\.test\.|^(?:dist\/)?(?:test|tools)\//;

function packedFiles() {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  const options = { cwd: fileURLToPath(root), encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync("npm", words, options);
  if (status !== 0) throw new Error(`npm ${words.join(" ")} ended with ${status}\n${stderr}`);
  return JSON.parse(stdout)[0].files.map(({ path }) => path);
}

function problemsOf(files) {
  const lines = readFileSync(new URL("packed-files.txt", import.meta.url), "utf8").split("\n");
  const patterns = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((text) => ({ text, pattern: patternOf(text) }));
  const loaded = loadedModules();
  return [
    ...files.flatMap((file) => {
      if (NEVER.test(file)) return [`${file}: is for tests, and must not be packed`];
      if (!patterns.some(({ pattern }) => pattern.test(file)))
        return [`${file}: is not on the list scripts/packed-files.txt`];
      if (file.endsWith(".js") && !loaded.has(file))
        return [`${file}: nothing in the package loads it`];
      return [];
    }),
    ...patterns
      .filter(({ pattern }) => !files.some((file) => pattern.test(file)))
      .map(({ text }) => `${text}: is on the list scripts/packed-files.txt, and nothing is packed`),
  ];
}

/** A line of the list as a regular expression: `*` is a part of one name. */
function patternOf(line) {
  const text = line.replace(/[.+^$()|[\]{}\\]/g, "\\$&").replaceAll("*", "[\\w-]+");
  return new RegExp(`^${text}$`);
}

/** Every module that the entries import, name in a URL, or start as a process. */
function loadedModules() {
  const waiting = ENTRIES.map((file) => new URL(file, root).href);
  const seen = new Set(waiting);
  const base = new URL("dist/src/", root);
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const text = readFileSync(fileURLToPath(from), "utf8");
    const found = [
      ...[...text.matchAll(/["`](\.\.?\/[^"`]+\.js)["`]/g)].map(([, to]) => new URL(to, from)),
      ...[...text.matchAll(/"([a-z]+(?:\/[a-z-]+)+)"/g)].map(([, to]) => new URL(`${to}.js`, base)),
    ];
    for (const { href } of found)
      if (!seen.has(href) && existsSync(fileURLToPath(href))) {
        seen.add(href);
        waiting.push(href);
      }
  }
  const start = pathToFileURL(fileURLToPath(root)).href;
  return new Set([...seen].map((href) => href.slice(start.length)));
}

const packed = [...packedFiles(), ...process.argv.slice(2)];
const problems = problemsOf(packed);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${packed.length} packed files, all expected`);
