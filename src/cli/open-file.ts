import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { WitnessError } from "../errors.ts";

/** What opens a file with the program that is meant for it. On Windows `start` is a part of the shell, so it is not that. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  win32: "explorer.exe",
};

/** Opens a file as a double click would, without a shell, and does not wait for what opens it. */
export function openFile(path: string, platform = process.platform): Promise<void> {
  const opener = OPENERS[platform] ?? "xdg-open";
  const child = spawn(opener, [resolve(path)], { detached: true, stdio: "ignore" });
  return new Promise((opened, refused) => {
    child.once("spawn", () => {
      child.unref();
      opened();
    });
    child.once("error", (error) => {
      const hint = "open the file by its path";
      refused(new WitnessError("open", `cannot start ${opener}: ${error.message}`, { hint }));
    });
  });
}
