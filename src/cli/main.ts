#!/usr/bin/env node
const VERSION_FLAGS = new Set(["--version", "-v", "-V"]);

const argv = process.argv.slice(2);
// The version needs nothing of the program, which takes longer to load.
if (argv.length === 1 && VERSION_FLAGS.has(argv[0] ?? ""))
  await (await import("./output.ts")).printVersion();
else await (await import("./start.ts")).start(argv);
