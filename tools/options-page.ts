import type { Verb } from "../src/options/option-row.ts";
import type { OptionTable } from "../src/options/table.ts";
import { ALL_ROWS, defaultOf, flagOf, keyOf, rowsOf, variableOf } from "../src/options/table.ts";

/** The verbs on the page, in order. */
const VERBS: readonly Verb[] = ["run", "load", "explore", "compare", "gate"];

/** The page of all options in Markdown: a table for each verb, and one of their other names. */
export function optionsPage(table = ALL_ROWS): string {
  return [
    "# Options",
    "",
    "Generated from the option table in `src/options` by `npm run docs`; do not edit.",
    "",
    "Durations are `500ms`, `5s`, `2m`. One without a unit is refused, on the command line, in the environment",
    "and in the configuration; only 0 needs none. The API takes milliseconds (`timeoutMs`). Sizes are `64KiB`,",
    "`16MiB`; a number without a unit is bytes. Rates are requests per second, and percentages are written `0.1%`.",
    "A flag overrides its environment variable, which overrides the configuration, which overrides the default.",
    ...VERBS.flatMap((verb) => verbTable(verb, table)),
    ...namesTable(table),
    "",
  ].join("\n");
}

function verbTable(verb: Verb, table: OptionTable): string[] {
  return [
    "",
    `## witness ${verb}`,
    "",
    "| option | default | what it does |",
    "| --- | --- | --- |",
    ...rowsOf(verb, table).map(
      (row) =>
        `| \`${cell(flagOf(row, verb))}\` | ${cell(defaultOf(row, verb))} | ${cell(row.helpFor?.[verb] ?? row.help)} |`,
    ),
  ];
}

function namesTable(table: OptionTable): string[] {
  return [
    "",
    "## Names",
    "",
    "| option | environment | configuration | API | accepts |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries(table)
      .filter(([, row]) => row.commandLineOnly !== true)
      .map(([name, row]) =>
        [`--${row.flag}`, variableOf(row), `options.${keyOf(row)}`, name]
          .map((each) => `\`${each}\``)
          .concat(cell(row.kind.accepts))
          .join(" | "),
      )
      .map((cells) => `| ${cells} |`),
  ];
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
