import { hazardOf, otherEffect } from "../generate/index.ts";
import { type Interface, requestCount } from "../model/index.ts";
import type { PlannedSuite } from "../observe/index.ts";
import { counted, groupDigits } from "../text/index.ts";

const NAMED = 3;

const LIST = new Intl.ListFormat("en");
/** Methods that change or delete what is there, and that a server is likely to have. */
const CHANGING = ["DELETE", "PATCH", "POST", "PUT"];

const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);

/** What will be sent, in a line: how much it is, the worst of it, and the methods that the operation does not have. */
export function sentText(planned: readonly PlannedSuite[], from: Interface): string {
  const total = sum(planned.map(requestsOfSuite));
  const worst = worstOf(planned);
  const methods = otherMethods(planned, from);
  const sendings = sum(planned.map((suite) => suite.total));
  const times = total === sendings ? "" : ` (${groupDigits(String(sendings))} cases with repeats)`;
  const many = counted(total, "request") + times;
  const hostile =
    worst.length === 0
      ? "none that can exhaust a server"
      : `some hostile (up to ${worst.slice(0, NAMED).join(", ")}); for servers of your own`;
  if (methods.length === 0) return `${many}, ${hostile}`;
  const path = from.path.includes("{") ? `${from.path} with made-up values` : "this path";
  return `${many}, ${hostile}; also sends ${LIST.format(methods)} to ${path} (--profile safe does not)`;
}

function requestsOfSuite({ cases, drawn, total }: PlannedSuite): number {
  const repeats = (total - sum(drawn.map(({ runs }) => runs))) / (cases.length || 1);
  return total + repeats * sum(cases.map(({ request }) => requestCount(request) - 1));
}

function otherMethods(planned: readonly PlannedSuite[], from: Interface): string[] {
  const sent = new Set(
    planned.flatMap(({ cases }) =>
      cases.map(({ request }) => otherEffect(request, from)?.method ?? ""),
    ),
  );
  return CHANGING.filter((method) => method !== from.method && sent.has(method));
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
