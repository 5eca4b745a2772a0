import { dirname } from "node:path";
import { suggestPolicy, type SuggestedRule, type Suggestion } from "../policy/index.ts";
import { findRunFile } from "../record/index.ts";
import { judgeStored } from "./gate.ts";
import { readFold, type Warn } from "./read-stored.ts";

/** The package that a configuration imports. */
const PACKAGE = "api-witness";

/** A policy from a stored run. The run itself breaks none of its rules: each was judged. */
export async function suggestFor(path: string, warn: Warn): Promise<Suggestion> {
  const folder = dirname(findRunFile(path));
  const { rules, invariants } = suggestPolicy(await readFold(path, warn));
  const kept: SuggestedRule[] = [];
  for (const rule of rules) if (await isKept(folder, rule)) kept.push(rule);
  return { rules: kept, invariants };
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

/** The suggestion as a configuration to review. */
export function suggestionText({ rules, invariants }: Suggestion, run: string): string {
  return [
    `import { defineConfig } from ${JSON.stringify(PACKAGE)};`,
    "",
    `// Suggested from ${run}. Review each rule: the run shows what is, not what should be.`,
    "export default defineConfig({",
    "  policy: {",
    "    behaviour: {",
    ...rules.flatMap(({ selector, expectation, why }) => [
      `      // ${why}`,
      `      ${JSON.stringify(selector)}: ${JSON.stringify(expectation)},`,
    ]),
    "    },",
    "  },",
    "});",
    ...(invariants.length === 0
      ? []
      : ["", "// Held by every such response of the run, and not expressed by a rule:"]),
    ...invariants.map((text) => `// - ${text}`),
    "",
  ].join("\n");
}
