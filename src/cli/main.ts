#!/usr/bin/env node
import { VERSION } from "../version.ts";

const VERSION_FLAGS = new Set(["--version", "-v", "-V"]);

const argv = process.argv.slice(2);
// The version needs nothing of the program, which takes longer to load.
if (argv.length === 1 && VERSION_FLAGS.has(argv[0] ?? "")) {
  const { print } = await import("./output.ts");
  const { terminalBlock } = await import("./text.lazy.ts");
  await print(terminalBlock(VERSION));
} else await (await import("./start.ts")).start(argv);
