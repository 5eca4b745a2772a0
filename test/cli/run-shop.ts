import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DocumentRun } from "../../src/model/index.ts";
import { shop, SHOP_DOCUMENT, SHOP_TOKEN, type ShopDefect } from "../servers/shop.ts";
import { callWitness } from "./witness.ts";

const FEW = "--profile safe --runs 1 --repeats 1 --seed 1 --bearer-from API_TOKEN --json".split(
  " ",
);

/** Runs the whole document of a shop in a folder: the exit code, and what was found. */
export async function runShop(folder: string, defect: ShopDefect | undefined, ...more: string[]) {
  writeFileSync(join(folder, "shop.json"), JSON.stringify(SHOP_DOCUMENT));
  const server = shop(defect);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const args = ["run", url, "--openapi", "shop.json", ...FEW, ...more];
    const { code, stdout, stderr } = await callWitness(folder, args, { API_TOKEN: SHOP_TOKEN });
    if (stdout === "") throw new Error(stderr);
    return { code, document: DocumentRun.parse(JSON.parse(stdout)) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
