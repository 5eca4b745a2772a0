import { defaultOf, keyOf, rowsOf, type AnyRow } from "../../options/index.ts";

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

  // Options of every verb, by the names of their flags; each is set to its default here.
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

/** A value as it is written in the file. */
function written({ kind }: AnyRow, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
  const text = kind.format(value);
  return typeof value !== "string" && text === String(value) ? text : JSON.stringify(text);
}
