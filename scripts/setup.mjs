// Makes a clone ready: installs what the lock file says, and builds. With `--unchecked` it builds without a check of the types,
// which who only uses the product need not wait for. Node's own modules only.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`witness needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.exit(2);
}

if (!installed())
  npm("ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
if (process.argv.includes("--build") && newest(["src", "suites"]) > builtAt())
  npm("run", "--silent", process.argv.includes("--unchecked") ? "build:unchecked" : "build");

/**
 * Whether the installed packages match the lock file, ignoring optional packages of other
 * platforms.
 */
function installed() {
  const lock = packages("package-lock.json");
  const present = packages("node_modules/.package-lock.json");
  if (lock === undefined || present === undefined) return false;
  return Object.entries(lock).every(
    ([path, { version, optional }]) =>
      path === "" || present[path]?.version === version || (optional && !present[path]),
  );
}

function packages(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

function builtAt() {
  const built = join(root, "dist/schemas/summary.json");
  return existsSync(built) ? statSync(built).mtimeMs : 0;
}

function newest(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  );
  files.push(join(root, "package.json"), join(root, "scripts/build.mjs"));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

function npm(...args) {
  // npm gives its path; run by hand, it is on the PATH.
  const self = process.env.npm_execpath;
  const [command, ...first] = self ? [process.execPath, self] : ["npm"];
  const { status } = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status === 0) return;
  console.error(`npm ${args.join(" ")} failed: run it by hand to see why`);
  process.exit(status ?? 1);
}
