import type { ComparisonView } from "../../../../src/model/index.ts";
import { fourTargets } from "./four-targets.ts";

/** Markup, script, an address, invisible characters, and more than one line of it. */
const HOSTILE = `</script></pre></style>--><img src=x onerror="globalThis.struck=1">javascript:alert(1)"'&\u202e\u200b\u0000${"long".repeat(300)}`;

const KEPT = new Set([
  "axis",
  "at",
  "startedAt",
  "scale",
  "accepts",
  "kind",
  "verdict",
  "bound",
  "depth",
]);

/** Makes every string of a value hostile, except those from a fixed set. */
function turned(value: unknown, name = ""): unknown {
  if (typeof value === "string") return KEPT.has(name) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map((each) => turned(each, name === "suites" ? "" : name));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, each]) => [
    ["suites", "statuses", "classes"].includes(name) ? key + HOSTILE : key,
    turned(each, key),
  ]);
  return Object.fromEntries(entries);
}

/** The comparison of four targets with markup in every string from outside. */
export function hostileTargets(): ComparisonView {
  const { comparison, evidence } = fourTargets();
  return {
    comparison: turned(comparison) as ComparisonView["comparison"],
    evidence: new Map(
      [...evidence].map(([id, each]) => [`${id}${HOSTILE}`, turned(each) as typeof each]),
    ),
  };
}
