import { Command } from "commander";
import { clauses } from "../contract/clauses.ts";
import type { Suite } from "../model/suite.ts";
import { print } from "./output.ts";
import { whole } from "../text/numbers.ts";
import { terminalJson, terminalLines, type TerminalText } from "../text/terminal-text.ts";

/** `witness suites`: what there is to send, and the ledger of clauses. */
export function suitesCommand(): Command {
  return new Command("suites")
    .description("list suites, cases and the ledger of the specification's clauses")
    .option("--suites <file>", "a module of suites of your own")
    .option("--corpus <folder>", "a folder of bodies")
    .option("--json", "print one JSON document")
    .action(async (flags: { suites?: string; corpus?: string; json?: true }) => {
      // The catalogue takes a moment to load: not before it is wanted.
      const { loadSuites } = await import("./load-suites.ts");
      const suites = await loadSuites(flags);
      await print(flags.json === true ? terminalJson(toJson(suites)) : toText(suites));
    });
}

function toJson(suites: Suite[]) {
  return {
    suites: suites.map(({ name, about, cases, properties }) => ({
      name,
      about,
      cases: cases.map((each) => ({ id: each.id, reason: each.reason, clauses: each.clauses })),
      properties: properties.map((each) => ({
        id: `${name}/${each.name}`,
        reason: each.reason,
        clauses: each.clauses,
      })),
    })),
    ledger: ledger(suites),
  };
}

/** Every clause with the ids of the cases that probe it, or the reason why none can. */
function ledger(suites: Suite[]) {
  return clauses.map(({ id, kind, text, reason }) => ({
    id,
    kind,
    text,
    cases: suites.flatMap(({ cases }) =>
      cases.filter((each) => each.clauses.includes(id)).map((each) => each.id),
    ),
    ...(reason !== undefined && { reason }),
  }));
}

function toText(suites: Suite[]): TerminalText {
  const total = suites.reduce((sum, { cases }) => sum + cases.length, 0);
  const width = Math.max(...suites.map(({ name }) => name.length));
  const lines = [
    `${suites.length} suites, ${whole(total)} hand-chosen cases`,
    "",
    ...suites.map(({ name, about, cases, properties }) => {
      const drawn = properties.map((each) => each.name).join(", ");
      const what = drawn === "" ? about : `${about}; property ${drawn}`;
      return `  ${name.padEnd(width)}  ${String(cases.length).padStart(4)}  ${what}`;
    }),
    "",
    "clauses of the specification, and how many cases probe each",
    "",
    ...ledger(suites).flatMap(({ id, kind, text, cases, reason }) => [
      `  ${kind.padEnd(9)}  ${id.padEnd(16)}  ${String(cases.length).padStart(4)}  ${text}`,
      ...(reason === undefined ? [] : [`${" ".repeat(37)}${reason}`]),
    ]),
    "",
    "witness run <target> --list prints the cases, --dry-run the requests",
  ];
  return terminalLines(lines);
}
