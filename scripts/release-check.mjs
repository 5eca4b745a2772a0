// The package as a user gets it: packed with the files that are expected, installed into an empty folder, and every command of README and docs executed with it.
// `--built` packs what is built. Node's own modules only.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A program that imports the package, and reads one of its schemas. */
const USE = `
import { createRequire } from "node:module";
import { defineSuite, judge } from "api-witness";
const schema = createRequire(import.meta.url)("api-witness/schemas/summary.json");
if (typeof defineSuite !== "function" || typeof judge !== "function" || !schema.$id) process.exit(1);
`;

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "witness-release-"));
try {
  check();
  console.log("release check passed");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function check() {
  const file = pack();
  console.log(run(root, process.execPath, "scripts/packed-list.mjs").trim());
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  run(folder, "npm", "install", ...quiet, file);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Both names: that of the package as in the docs, that of its command as in the printed lines.
  for (const name of ["api-witness", "witness"]) {
    const printed = run(folder, "npx", "--no-install", name, "--version").trim();
    if (printed !== version)
      throw new Error(`npx ${name} --version printed ${printed}, not ${version}`);
  }
  writeFileSync(join(folder, "use.mjs"), USE);
  run(folder, process.execPath, "use.mjs");
  // On Node 20, npm leaves out what states Node 22: a user installs it by name, as the error says.
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const client = Object.entries(optionalDependencies).map(([name, exact]) => `${name}@${exact}`);
  run(folder, "npm", "install", ...quiet, ...client);
  const installed = `${pathToFileURL(join(folder, "node_modules/api-witness/dist/src/cli")).href}/`;
  const vitest = [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "src/cli/documented-commands.test.ts",
  ];
  run(root, process.execPath, ...vitest, { WITNESS_INSTALLED: installed });
}

function pack() {
  const built = process.argv.includes("--built") ? ["--ignore-scripts"] : [];
  run(root, "npm", "pack", ...built, "--pack-destination", folder, "--loglevel=error");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

/** Runs a command to its end and returns its output. An object as the last argument is added to the environment. */
function run(cwd, command, ...words) {
  const more = typeof words.at(-1) === "object" ? words.pop() : {};
  const env = { ...process.env, ...more };
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${words.join(" ")} ended with ${status}\n${stdout}\n${stderr}`);
}
