import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { Interface } from "../model/interface.ts";
import { importDefault } from "./import-module.ts";

/**
 * The interface that a module exports.
 * @throws WitnessError `interface` where there is no such file, or what it exports is not an interface.
 */
export async function loadInterface(path: string): Promise<Interface> {
  const exported = await importDefault(path, { code: "interface", what: "interface file" });
  const parsed = Interface.safeParse(exported);
  if (parsed.success) return parsed.data;
  throw new WitnessError(
    "interface",
    `${path} does not export an interface: ${z.prettifyError(parsed.error)}`,
    { hint: "export default defineInterface({ path, fields }), from api-witness" },
  );
}
