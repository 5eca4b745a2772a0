import type { Command } from "commander";
import { DEFAULT_LIMIT_BYTES } from "../send/sender.ts";
import { list, milliseconds, pattern, wholeNumber } from "./parse-options.ts";

/** Offers which cases are sent, how often, and how. */
export function addSelection(command: Command): Command {
  const seed = wholeNumber(-(2 ** 31), 2 ** 31 - 1);
  const readLimit = wholeNumber(1024, 1_073_741_824);
  return command
    .option("--suite <names>", "only these suites, separated by commas", list, [])
    .option("-t, --grep <pattern>", "only cases whose id matches this regular expression", pattern)
    .option("--runs <n>", "cases to generate per property", wholeNumber(0), 200)
    .option("--seed <n>", "seed of the generated cases", seed)
    .option(
      "--first-id <n>",
      "fresh ids count up from here: with --seed, the same bytes again",
      wholeNumber(100_000_000, 989_999_999),
    )
    .option("--repeats <n>", "how often each hand-chosen case is sent", wholeNumber(1, 1000), 2)
    .option("--concurrency <n>", "requests under way at a time", wholeNumber(1, 1000), 10)
    .option("--timeout <ms>", "how long to wait for an answer", milliseconds, 5000)
    .option(
      "--read-limit <bytes>",
      "limit how many bytes of a response are read: head, chunk framing, body and trailer section",
      readLimit,
      DEFAULT_LIMIT_BYTES,
    )
    .option("--corpus <folder>", "send every file in it as a body, and spliced into the stated one")
    .option("--suites <file>", "a module of suites of your own");
}
