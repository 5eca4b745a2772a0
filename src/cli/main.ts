#!/usr/bin/env node
import { runProgram } from "./program.ts";

// Whoever reads may stop reading: `witness run ... --json | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});
await runProgram(process.argv.slice(2));
// Interrupted, or it could not go on: nobody waits for what is still on its way.
if (process.exitCode === 130 || process.exitCode === 3) process.exit();
