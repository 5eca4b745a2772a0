import { dirname } from "node:path";
import type { RunFold } from "../analyse/index.ts";
import { type SuggestedRule, type Suggestion, suggestPolicy } from "../policy/index.ts";
import { findRunFile } from "../record/index.ts";
import { judgeStored } from "./gate.ts";
import { readFold, type Warn } from "./read-stored.ts";

const PACKAGE = "api-witness";

/** A policy from stored runs. The last of them breaks none of its rules: each was judged. */
export async function suggestFor(paths: readonly string[], warn: Warn): Promise<Suggestion> {
  const folds: RunFold[] = [];
  for (const path of paths)
    folds.push(await readFold(path, warn, { byStatus: true, beside: folds[0] }));
  const [first, ...others] = folds;
  if (first === undefined) return { rules: [], quarantine: [], invariants: [] };
  const { rules, ...rest } = suggestPolicy([first, ...others]);
  const folder = dirname(findRunFile(paths.at(-1) ?? ""));
  const kept: SuggestedRule[] = [];
  for (const rule of rules) if (await isKept(folder, rule)) kept.push(rule);
  return { rules: kept, ...rest };
}

async function isKept(folder: string, { selector, expectation }: SuggestedRule): Promise<boolean> {
  const { judgements } = await judgeStored(
    [folder],
    { behaviour: { [selector]: expectation } },
    {},
  );
  const own = judgements.filter(({ kind }) => kind === "policy");
  return own.length > 0 && own.every(({ verdict }) => verdict === "pass");
}

export function suggestionText(
  { rules, quarantine, invariants }: Suggestion,
  runs: readonly string[],
): string {
  return [
    `import { defineConfig } from ${JSON.stringify(PACKAGE)};`,
    "",
    `// Suggested from ${runs.join(", ")}. Review each rule: a run shows what is, not what should be.`,
    "export default defineConfig({",
    "  policy: {",
    "    behaviour: {",
    ...rules.flatMap(({ selector, expectation, why }) => [
      `      // ${why}`,
      `      ${JSON.stringify(selector)}: ${JSON.stringify(expectation)},`,
    ]),
    "    },",
    ...(quarantine.length === 0
      ? []
      : [
          "    // Cases that varied: find out why before the last day.",
          "    quarantine: [",
          ...quarantine.map((entry) => `      ${JSON.stringify(entry)},`),
          "    ],",
        ]),
    "  },",
    "});",
    ...(invariants.length === 0
      ? []
      : ["", "// Held by every such response of the run, and not expressed by a rule:"]),
    ...invariants.map((text) => `// - ${text}`),
    "",
  ].join("\n");
}
