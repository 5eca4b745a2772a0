import { InvalidArgumentError } from "commander";
import type { RunConfig } from "../../model/config.ts";
import { DEFAULT_LIMIT_BYTES } from "../../send/sender.ts";
import { duration, list, milliseconds, pattern, wholeNumber } from "../parse-options.ts";
import type { OptionSpec } from "./resolve-options.ts";

/** Every option of a run that can be given by flag, environment or file, with its default. */
export const RUN_OPTIONS: readonly OptionSpec[] = [
  option("suite", (text) => list(text, []), []),
  option("grep", pattern),
  option("runs", wholeNumber(0), 200),
  option("seed", wholeNumber(-(2 ** 31), 2 ** 31 - 1)),
  option("firstId", wholeNumber(100_000_000, 989_999_999)),
  option("repeats", wholeNumber(1, 1000), 2),
  option("concurrency", wholeNumber(1, 1000), 10),
  option("timeout", milliseconds, 5000),
  option("readLimit", wholeNumber(1024, 1_073_741_824), DEFAULT_LIMIT_BYTES),
  option("waitFor", duration, 0),
  option("explore", yesOrNo, false),
  option("load", yesOrNo, true),
  option("loadDuration", duration, 2000),
  option("corpus", (text) => text),
  option("suites", (text) => text),
  option("outputDir", (text) => text, "reports"),
  option("insecure", yesOrNo, false),
  option("reporter", (text) => list(text, [])),
  option("baseline", (text) => text),
  option("inconclusive", passOrFail),
];

function option(name: keyof RunConfig, parse: OptionSpec["parse"], fallback?: unknown): OptionSpec {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const env = `WITNESS_${words.replaceAll("-", "_").toUpperCase()}`;
  return { name, flag: `--${words}`, env, parse, ...(fallback !== undefined && { fallback }) };
}

function yesOrNo(text: string): boolean {
  if (/^(true|1|yes)$/i.test(text)) return true;
  if (/^(false|0|no)$/i.test(text)) return false;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is neither true nor false.`);
}

function passOrFail(text: string): string {
  if (text === "pass" || text === "fail") return text;
  throw new InvalidArgumentError(`${JSON.stringify(text)} is neither pass nor fail.`);
}
