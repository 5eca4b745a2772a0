import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readRoot, REPOSITORY } from "../../test/cli/ci-script.ts";
import { callWitness } from "../../test/cli/witness.ts";

const PAGES = [
  ...readdirSync(REPOSITORY).filter((name) => name.endsWith(".md")),
  ...["docs", "decisions"].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
];

const witness = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await callWitness(REPOSITORY, args);
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

/** The command lines of a page, in blocks and in sentences: `npx api-witness run :3000` is `run :3000`. */
function commandsOf(page: string): string[] {
  const blocks = [...readRoot(page).matchAll(/```\w*\n([^]*?)```/g)].map(([, block = ""]) => block);
  const found = blocks.flatMap((block) => [...block.matchAll(/npx (?:api-)?witness ([^\n#&|]+)/g)]);
  const inline = page.startsWith("docs/") || page === "README.md" ? readRoot(page) : "";
  found.push(...inline.matchAll(/`(?:npx api-)?witness ([a-z][^`]+)`/g));
  return found.map(([, command = ""]) => command.trim());
}

/** The part of a link behind `#` that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  const kept = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  return kept.trim().replaceAll(/\s/g, "-");
}

describe("README and docs", () => {
  const help = new Map<string, string>();
  beforeAll(async () => {
    const list = await witness("--help");
    for (const [, verb = ""] of list.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm))
      if (verb !== "help") help.set(verb, await witness(verb, "--help"));
    // The verb's own verbs have the options.
    for (const own of ["learn", "save", "update"])
      help.set("baseline", `${help.get("baseline")}${await witness("baseline", own, "--help")}`);
  });

  test("the README is at most 150 lines long", () => {
    expect(readRoot("README.md").split("\n").length).toBeLessThanOrEqual(151);
  });

  test.each(PAGES)("%s: each command names a verb, and options of that verb", (page) => {
    for (const command of commandsOf(page)) {
      const [verb = ""] = command.split(" ");
      expect([...help.keys()], command).toContain(verb);
      // What is quoted is an argument: the command of a server has options of its own.
      for (const [option] of command.replaceAll(/"[^"]*"/g, '""').matchAll(/(?<=\s)--[a-z][\w-]*/g))
        expect(help.get(verb), command).toContain(`${option} `);
    }
  });

  test.each(PAGES)("%s: each link leads to a file and a heading", (page) => {
    for (const [, link = ""] of readRoot(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = "", anchor] = link.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      expect(existsSync(join(REPOSITORY, file)), `${page}: ${link}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...readRoot(file).matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => text);
      expect(headings.map(anchorOf), `${page}: ${link}`).toContain(anchor);
    }
  });

  test("every verb is in the table of commands, and no other", () => {
    const table = readRoot("docs/commands.md").matchAll(/`witness ([a-z-]+)/g);
    const named = new Set([...table].map(([, verb]) => verb));
    expect([...named].toSorted()).toEqual([...help.keys()].toSorted());
  });

  test("the suite of docs/suites.md is a suite", async () => {
    const [, source = ""] = readRoot("docs/suites.md").match(/```ts\n([^]*?)```/) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "witness-docs-"));
    try {
      const file = join(folder, "mine.ts");
      writeFileSync(file, source);
      const listed = await witness("run", ":3000", "--suites", file, "--suite", "mine", "--list");
      expect(listed.split("\n").map((line) => line.split("  ")[0])).toEqual([
        "mine/id-text",
        "mine/nested",
        "",
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
