import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, Command, Option } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runVerb } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";

let folder: string;
const scripts = new Map<string, string>();

/** Some real verbs, and one that has verbs of its own. */
function verbs(): Command[] {
  const save = new Command("save")
    .description("it's kept: for later")
    .addArgument(new Argument("<run>", "run folder"))
    .option("--out <file>", "where to");
  const baseline = new Command("baseline")
    .addCommand(save)
    .addCommand(
      new Command("update").addOption(new Option("--how <way>").choices(["all", "some"])),
    );
  return [...verbCommands("load", "show"), baseline, ...verbCommands("complete")];
}

type Ran = { code: number | string; stdout: string; stderr: string };
const run = (file: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? -1), stdout, stderr }),
    );
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-complete-"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await runVerb(verbs(), "complete", shell);
    scripts.set(shell, stdout);
    writeFileSync(join(folder, `script.${shell}`), stdout);
  }
  mkdirSync(join(folder, "reports", "a run"), { recursive: true });
  writeFileSync(join(folder, "reports", "file.txt"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const body = `source ./script.bash
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _witness
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await run("bash", "-c", body, "bash", "witness", ...words);
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

describe("completion in bash", () => {
  test.each([
    ["verbs", [""], ["load", "show", "baseline", "complete", "help"]],
    ["the beginning of a verb", ["lo"], ["load"]],
    ["options of the program", ["--h"], ["--help"]],
    ["options of a verb", ["load", "--r"], ["--resolve", "--redact", "--rounds", "--rate"]],
    ["short ones", ["load", "-q"], ["-q"]],
    ["options behind an argument", ["load", ":3000", "--sw"], ["--sweep"]],
    ["choices of an option", ["load", "--arrivals", ""], ["even", "poisson"]],
    ["choices behind =", ["load", "--arrivals", "=", "p"], ["poisson"]],
    ["all choices behind =", ["load", "--arrivals", "="], ["even", "poisson"]],
    ["choices of an argument", ["complete", "f"], ["fish"]],
    ["folders for a folder", ["load", "--output-dir", "rep"], ["reports"]],
    ["no file for a folder", ["show", "reports/"], ["reports/a run"]],
    ["files for a file", ["load", "--save-hgrm", "reports/f"], ["reports/file.txt"]],
    ["nothing for a number", ["load", "--rounds", ""], []],
    ["nothing for a URL", ["load", ""], []],
    ["verbs of a verb", ["baseline", ""], ["save", "update", "help"]],
    ["choices of such a verb", ["baseline", "update", "--how", ""], ["all", "some"]],
    ["a word that names another verb", ["show", "load", "--o"], ["--output-dir", "--open"]],
  ])("%s", async (_, words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test("is set up by eval, as the first line of the script says", async () => {
    const { stdout } = await run("bash", "-c", 'eval "$(cat script.bash)"; complete -p witness');
    expect(stdout).toBe("complete -F _witness witness\n");
  });
});

describe("completion in other shells", () => {
  test.each([
    ["bash", "bash", "-n", "script.bash"],
    ["shellcheck", "shellcheck", "--shell=bash", "script.bash"],
    ["zsh", "zsh", "-n", "script.zsh"],
    ["fish", "fish", "--no-execute", "script.fish"],
  ])("%s reads the script without complaint", async (name, file, ...rest) => {
    const { code, stdout, stderr } = await run(file, ...rest);
    if (code === "ENOENT") return console.log(`skipped: ${name} is not installed`);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("zsh: descriptions, with quotes and colons escaped", () => {
    const script = scripts.get("zsh");
    expect(script).toContain(String.raw`'save:it'\''s kept: for later'`);
    expect(script).toContain(`(" load:--arrivals") compadd -- 'even' 'poisson'; return ;;`);
    expect(script).toContain(`_files -/; return ;;`);
  });

  test("fish: descriptions, choices, files and folders", () => {
    const lines = scripts.get("fish")?.split("\n") ?? [];
    const save = "-n '__fish_seen_subcommand_from baseline; and __fish_seen_subcommand_from save'";
    const not = "; and not __fish_seen_subcommand_from save update help'";
    expect(lines).toContain(
      `complete -c witness -n '__fish_seen_subcommand_from baseline${not} -a 'save' -d 'it\\'s kept: for later'`,
    );
    expect(lines).toContain(`complete -c witness ${save} -l out -r -F -d 'where to'`);
    expect(lines).toContain(`complete -c witness ${save} -a '(__fish_complete_directories)'`);
    expect(lines).toContain(
      "complete -c witness -n '__fish_seen_subcommand_from load' -l arrivals -x -a 'even poisson' -d 'space the requests of --rate evenly or at random'",
    );
  });

  test("a shell that is not known is refused", async () => {
    const { code, stderr } = await runVerb(verbs(), "complete", "tcsh");
    expect(code).toBe(2);
    expect(stderr).toContain("Allowed choices are bash, zsh, fish");
  });
});
