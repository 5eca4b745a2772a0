import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderDocument } from "../../test/openapi/documents.ts";
import { startLenient, startStrict } from "../servers/references.ts";
import type { Listening } from "../servers/json-server.ts";
import { ROOT, runIn, userFolder, type EndedProcess } from "../../test/api/user-folder.ts";

const PAGE = readFileSync(join(ROOT, "docs/api.md"), "utf8");
const blocks = [...PAGE.matchAll(/^## (.*)\n[^]*?(?=^## |$(?![^]))/gm)].flatMap(([part, title]) =>
  [...part.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""], nth) => ({
    name: nth === 0 ? `${title}` : `${title} ${nth + 1}`,
    code,
  })),
);
const [vitestBlock = ""] = PAGE.match(/(?<=```ts vitest\n)[^]*?(?=```)/) ?? [];

/** What the page says that a block prints: behind the statement, or on the line below it. */
const printedBy = (code: string): string[] =>
  [...code.matchAll(/^\s*console\.log\(.*\);\s*\/\/ (.*)$/gm)].map(([, text = ""]) => text);

describe("the page on programs", () => {
  const folder = userFolder();
  const servers: Listening[] = [];
  beforeAll(async () => {
    servers.push(await startStrict(), await startLenient());
    writeFileSync(join(folder.path, "api.yaml"), orderDocument("{ type: integer }"));
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    folder.remove();
  });
  const served = (code: string): string =>
    code.replaceAll(/(http:\/\/localhost)?:300([12])/g, (_, __, nth) => {
      const server = servers[Number(nth) - 1];
      if (server === undefined) throw new Error(`there is no server ${nth}`);
      return server.url;
    });

  test("has a part for every function", () => {
    expect(blocks.map(({ name }) => name)).toEqual([
      "run",
      "run 2",
      "load",
      "explore",
      "compare",
      "resume",
      "judge",
      "From an OpenAPI document",
      "Suites of your own",
      "An interface of your own",
    ]);
  });

  describe("a block", () => {
    const END = "-- end of a block --";
    let ended: EndedProcess;
    // One process for all: the package is loaded once.
    beforeAll(async () => {
      const files = blocks.map((_, nth) => `./block-${nth}.mjs`);
      for (const [nth, { code }] of blocks.entries())
        writeFileSync(join(folder.path, files[nth] ?? ""), served(code));
      const each = files.map((file) => `await import("${file}");\nconsole.log("${END}");\n`);
      writeFileSync(join(folder.path, "all.mjs"), each.join(""));
      ended = await runIn(folder.path, process.execPath, ["all.mjs"]);
    });

    test.for([...blocks.entries()])("$1.name prints what it says", ([nth, { code }]) => {
      const parts = ended.stdout.split(`${END}\n`);
      expect(parts).toHaveLength(blocks.length + 1);
      expect(parts[nth]?.trimEnd().split("\n")).toEqual(printedBy(code));
      expect(ended).toMatchObject({ code: 0, stderr: "" });
    });
  });

  test("its types fit", async () => {
    for (const [nth, code] of [...blocks.map((each) => each.code), vitestBlock].entries())
      writeFileSync(join(folder.path, `block-${nth}.ts`), code);
    writeFileSync(join(folder.path, "package.json"), `{ "type": "module" }`);
    writeFileSync(
      join(folder.path, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          module: "nodenext",
          target: "es2023",
          noEmit: true,
          skipLibCheck: true,
          types: ["node"],
          typeRoots: [join(ROOT, "node_modules/@types")],
        },
        include: ["block-*.ts"],
      }),
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await runIn(folder.path, process.execPath, [
      tsc,
      "--checkers",
      "1",
      "-p",
      folder.path,
    ]);
    expect(stdout).toBe("");
  });
});
