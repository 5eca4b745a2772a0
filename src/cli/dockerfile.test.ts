import { expect, test } from "vitest";
import { packageVersion, readRoot, runWithFakeNpx, shellcheck } from "../../test/cli/ci-script.ts";

type Instruction = { name: string; text: string };

/** Comments left out and continued lines joined. */
function instructionsOf(file: string): Instruction[] {
  return file
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => {
      const [, name = "", text = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      return { name, text: text.replace(/\s+/g, " ").trim() };
    });
}

const instructions = instructionsOf(readRoot("Dockerfile"));
const textsOf = (wanted: string): string[] =>
  instructions.filter(({ name }) => name === wanted).map(({ text }) => text);

test("its instructions, in order", () => {
  expect(instructions.map(({ name }) => name)).toEqual([
    "FROM",
    "ARG",
    "RUN",
    "USER",
    "WORKDIR",
    "ENTRYPOINT",
  ]);
  expect(textsOf("FROM")).toEqual(["node:20-slim"]);
});

test("witness is what starts, without a shell, and not as root", () => {
  expect(JSON.parse(textsOf("ENTRYPOINT")[0] ?? "")).toEqual(["witness"]);
  expect(JSON.parse(readRoot("package.json")).bin).toHaveProperty("witness");
  expect(textsOf("USER")).toEqual(["node"]);
  // The folder of that user: reports are written there.
  expect(textsOf("WORKDIR")).toEqual(["/home/node"]);
});

test("it installs what npm pack makes of this version", () => {
  expect(textsOf("ARG")).toEqual([`VERSION=${packageVersion()}`]);
  const [run = ""] = textsOf("RUN");
  expect(run).toMatch(/^--mount=type=bind,target=\/context npm install --global --ignore-scripts /);
  const script = run.replace(/^--mount=\S+ /, 'npm() { npx "$@"; }\n').replace(/ && .*$/, "");
  const { args } = runWithFakeNpx(["sh", "-e"], script, { VERSION: packageVersion() });
  expect(args).toEqual([
    "install",
    "--global",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    `/context/api-witness-${packageVersion()}.tgz`,
  ]);
});

const said = shellcheck("sh", (textsOf("RUN")[0] ?? "").replace(/^--mount=\S+ /, "VERSION=1\n"));
if (said === undefined) console.log("skipped: shellcheck is not installed: 1 check of Dockerfile");
test.skipIf(said === undefined)("shellcheck has nothing to say", () => expect(said).toBe(""));
