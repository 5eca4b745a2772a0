import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { printResult, warn } from "./output.ts";
import { CONFIG_NAMES, readCommand, resolveCommand } from "./read-command.ts";
import { WitnessError } from "../errors.ts";
import type { AnyRow, Resolved, Verb } from "../options/index.ts";
import { defaultOf, keyOf, rowsOf } from "../options/index.ts";
import { writeText } from "../record/index.ts";
import { mostColumns, wrappedTable, wrapText } from "../report/index.ts";
import { terminalLines, type TerminalText } from "../text/index.ts";

const FILE = "witness.config.ts";
const IGNORED_BY = ".gitignore";
const REPORTS = "reports/";

export async function initCommand(command: Command): Promise<void> {
  const { flags } = await readCommand("init", command);
  const cwd = process.cwd();
  const there = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
  if (there !== undefined && !flags.force)
    throw new WitnessError("config-exists", `${there} already exists`, {
      hint: `--force writes ${FILE} all the same`,
    });
  writeText(join(cwd, FILE), configTemplate());
  const ignored = ignoreReports(cwd);
  const document = { config: FILE, ignored: ignored ? { [IGNORED_BY]: REPORTS } : undefined };
  const lines = ignored ? [FILE, `${IGNORED_BY}: ${REPORTS}`] : [FILE];
  await printResult(flags.json, document, () => terminalLines(lines));
  warn("name your target in it; witness print-config shows the resulting options");
  warn("then: witness baseline learn stores what the target does, witness gate judges it");
}

/** If git is used, adds the folder of the reports to its list of ignored files. True if it was not there. */
function ignoreReports(cwd: string): boolean {
  const file = join(cwd, IGNORED_BY);
  const isThere = existsSync(file);
  if (!isThere && !isInRepository(cwd)) return false;
  const text = isThere ? readFileSync(file, "utf8") : "";
  if (text.split(/\r?\n/).some((line) => /^\/?reports(\/\*{0,2})?$/.test(line.trim())))
    return false;
  appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${REPORTS}\n`);
  return true;
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const around = dirname(folder);
  return around !== folder && isInRepository(around);
}

const IMPORT = 'import { defineConfig } from "api-witness";';

/** The output of `witness init`: one rule, and everything else commented out. */
export const configTemplate = (): string => `${IMPORT}

// A flag overrides its environment variable (WITNESS_SEED), that one overrides this file, and this
// file overrides the default. "witness print-config" shows each value and its source.
export default defineConfig({
  // Base URLs by name.
  targets: {
    local: "http://localhost:3000",
  },

  // Options of every verb, by the names of their flags; what is commented out is an example.
  options: {
    // End with exit code 1 before the catalogue is sent, unless a valid request gets one of these.
    expect: "2xx",
${optionLines().join("\n")}
  },

  // What you expect of your server. The specification shows only the request, so only the rules
  // here are judged.
  policy: {
    // By suite, glob of case ids ("fields/*"), "tag:" with a clause or a family, or "*" for all.
    // Outcomes are 201, "2xx", "answered", "no-answer", "reset", "timed-out" and similar.
    behaviour: {
      valid: { only: "2xx", stable: true },
      // "malformed-json": { only: "4xx" },
      // "*": { never: ["5xx", "no-answer"] },
    },

    // How far values along an axis are accepted without a gap. Write integers beyond 2^53 as text.
    boundaries: {
      // "id-upwards": { atLeast: "9007199254740991" },
    },

    // Thresholds on the load as in k6, latencies in milliseconds.
    load: [
      // "p(95)<20",
      // "status(201)>=0.99",
      // "throughput >= 0.9 * baseline",
    ],
  },
});
`;

/** Options of `witness gate` as comments: a value set here applies to every verb that has the option. */
const optionLines = (): string[] =>
  rowsOf("gate")
    .filter(({ name, commandLineOnly }) => commandLineOnly !== true && name !== "expect")
    .flatMap((row) => {
      const shown = row.example ?? row.defaults.gate;
      if (shown === undefined) return [];
      const usual =
        row.example === undefined ? "" : ` (default: ${defaultOf(row, "gate") || "none"})`;
      return [
        `    // ${row.helpFor?.gate ?? row.help}${usual}`,
        `    // ${keyOf(row)}: ${written(row, shown)},`,
      ];
    });

function written({ kind }: AnyRow, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
  const text = kind.format(value);
  return typeof value !== "string" && text === String(value) ? text : JSON.stringify(text);
}

/** The column of values on a terminal; a longer value has its source below. */
const MOST_VALUE = 30;

export async function printConfigCommand(verb: Verb, command: Command): Promise<void> {
  const { flags, loaded } = await readCommand("print-config", command);
  const { resolved } = await resolveCommand("print-config", command, verb);
  const rows = rowsOf(verb).filter(({ commandLineOnly }) => commandLineOnly !== true);
  await printResult(flags.json, toJson(rows, resolved, loaded.path), (_, width) =>
    toText(rows, resolved, loaded.path, width),
  );
}

function toText(
  rows: readonly AnyRow[],
  resolved: Readonly<Record<string, Resolved>>,
  path: string | undefined,
  width: number,
): TerminalText {
  const lines = rows.map((row) => {
    const found = resolved[row.name];
    const { without = "not set" } = row;
    return [
      keyOf(row),
      ...(found === undefined ? ["–", without] : [shown(row, found), whence(found)]),
    ];
  });
  const file = path === undefined ? "no configuration file here" : `configuration ${path}`;
  const columns = [undefined, { usual: mostColumns(width, MOST_VALUE) }];
  return terminalLines([
    ...wrapText(file, width),
    "",
    ...wrappedTable(lines, width, { columns, indent: "  " }),
  ]);
}

const whence = ({ origin, where }: Resolved): string =>
  origin === "default" ? origin : `${origin}: ${where}`;

const shown = ({ kind, without = "none" }: AnyRow, { value }: Resolved): string =>
  Array.isArray(value) && value.length === 0 ? without : kind.format(value);

function plain({ kind }: AnyRow, value: unknown): unknown {
  if (kind.secret === true) return kind.format(value);
  return value instanceof RegExp ? value.source : value;
}

/** As used internally: durations in milliseconds, sizes in bytes, a pattern as its source. */
function toJson(
  rows: readonly AnyRow[],
  resolved: Readonly<Record<string, Resolved>>,
  path: string | undefined,
): object {
  const options = rows.flatMap((row) => {
    const found = resolved[row.name];
    if (found === undefined) return [];
    const { value, origin, where } = found;
    return [[keyOf(row), { value: plain(row, value), origin, where }]];
  });
  return { config: path, options: Object.fromEntries(options) as unknown };
}
