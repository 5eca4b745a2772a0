import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { WitnessError } from "../errors.ts";

/** The programs that open a file. On Windows `start` is a shell command, so it is not used. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};

/** Opens a file like a double click, without a shell, and does not wait for the opener. */
export function openFile(path: string, platform = process.platform): Promise<void> {
  const opener = OPENERS[platform] ?? "xdg-open";
  const child = spawn(opener, [resolve(path)], { detached: true, stdio: "ignore" });
  return new Promise((opened, refused) => {
    child.once("spawn", () => {
      child.unref();
      opened();
    });
    child.once("error", (error) => {
      const hint = "open the path yourself";
      refused(new WitnessError("open", `cannot start ${opener}: ${error.message}`, { hint }));
    });
  });
}
