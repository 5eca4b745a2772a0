import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import { shop, SHOP_DOCUMENT, SHOP_TOKEN, type ShopDefect } from "../../test/servers/shop.ts";
import { DocumentRun, resultWord } from "../model/index.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-checks-"));
beforeAll(() => writeFileSync(join(folder, "shop.json"), JSON.stringify(SHOP_DOCUMENT)));
afterAll(() => rmSync(folder, { recursive: true }));

const FEW = "--profile safe --runs 1 --repeats 1 --seed 1 --bearer-from API_TOKEN --json".split(
  " ",
);

async function runShop(defect: ShopDefect | undefined, ...more: string[]) {
  const server = shop(defect);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { API_TOKEN: SHOP_TOKEN };
  try {
    const args = ["run", url, "--openapi", "shop.json", ...FEW, ...more];
    const { code, stdout, stderr } = await callWitness(folder, args, env);
    expect(stdout, stderr).not.toBe("");
    return { code, document: DocumentRun.parse(JSON.parse(stdout)) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const stepsOf = ({ sequences = [] }: DocumentRun, kind: "life" | "list"): string[] =>
  sequences
    .filter((each) => each.kind === kind)
    .flatMap(({ steps }) => steps.map(({ does, result }) => `${does} ${resultWord(result)}`));

describe("sequences on one resource", () => {
  let run: Awaited<ReturnType<typeof runShop>>;
  beforeAll(async () => {
    run = await runShop(undefined, "--grep", "^valid/plain$");
  }, 300_000);

  test("create, read, update, read, delete, read, delete; and a list with and without it", () => {
    const { document, code } = run;
    expect(code).toBe(0);
    expect(stepsOf(document, "life").join(", ")).toBe(
      "create 201, read 200, update 200, read 200, delete 204, read 404, delete 404",
    );
    expect(stepsOf(document, "list").join(", ")).toBe("create 201, list 200, delete 204, list 200");
    const lists = document.sequences?.flatMap(({ steps }) =>
      steps.flatMap(({ list }) => list ?? []),
    );
    expect(lists?.map(({ has }) => has)).toEqual([true, false]);
    const values = document.sequences?.map(({ value }) => value);
    expect(new Set(values).size).toBe(2);
  });

  test("has a command for each step, without the credentials", () => {
    const commands = run.document.sequences?.flatMap(({ steps }) => steps.map(({ curl }) => curl));
    expect(commands).toHaveLength(11);
    for (const command of commands ?? []) {
      expect(command).toMatch(/^curl .* -X '(GET|POST|PUT|DELETE)' /);
      expect(command).not.toContain(SHOP_TOKEN);
    }
  });

  test("is rendered again from the record", async () => {
    const [name = ""] = readdirSync(join(folder, "reports")).toSorted().slice(-1);
    const path = join(folder, "reports", name);
    const files = ["document.json", "report.html", "report.md"];
    const read = () => files.map((file) => readFileSync(join(path, file), "utf8"));
    const before = read();
    expect(before[1]).toContain("create 201, read 200, update 200");
    expect(before[2]).toContain("create 201, read 200, update 200");
    for (const file of files.slice(1)) rmSync(join(path, file));
    const { code, stdout } = await callWitness(folder, ["report", path], { COLUMNS: "80" });
    expect(code).toBe(0);
    expect(stdout).toContain("create 201, list 200 has it");
    expect(read()).toEqual(before);
  });
});
