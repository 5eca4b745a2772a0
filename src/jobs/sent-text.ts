import { hazardOf } from "../generate/hazard.ts";
import type { PlannedSuite } from "../run/plan.ts";
import { counted, groupDigits } from "../text/numbers.ts";

/** How many kinds of hazard are named. */
const NAMED = 3;

/** What will be sent, in a line: how much it is, and the worst of it. */
export function sentText(planned: readonly PlannedSuite[]): string {
  const total = planned.reduce((sum, suite) => sum + suite.total, 0);
  const worst = worstOf(planned);
  const many = counted(total, "request");
  if (worst.length === 0) return `${many}, none that can exhaust a server`;
  return `${many}, some hostile (up to ${worst.slice(0, NAMED).join(", ")}); for servers of your own`;
}

/** Of each kind of hazard the one with the largest number, as the catalogue has them. */
function worstOf(planned: readonly PlannedSuite[]): string[] {
  const worst = new Map<string, { size: number; text: string }>();
  for (const { cases } of planned)
    for (const sent of cases) {
      const text = hazardOf(sent);
      if (text === undefined) continue;
      const [digits = "0"] = /\d[\d,]*/.exec(text) ?? [];
      const size = Number(digits.replaceAll(",", ""));
      const kind = text.replace(digits, "");
      if (size >= (worst.get(kind)?.size ?? 0))
        worst.set(kind, { size, text: text.replace(digits, groupDigits(String(size))) });
    }
  const texts = [...worst.values()].map(({ text }) => text);
  // A large body is what a shared environment suffers from first.
  return texts.toSorted((a, b) => Number(b.includes("body")) - Number(a.includes("body")));
}
