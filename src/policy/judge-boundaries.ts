import { interfaceOf } from "../contract/index.ts";
import type { AxisFinding, BoundaryRule, Judgement } from "../model/index.ts";
import { cutWords, placeText } from "../analyse/index.ts";
import { axisNamed } from "../generate/index.ts";
import type { JudgedRun, Rule } from "./judged-run.ts";
import { breachBy, judged, profileMismatch, policyRule, type ruled } from "./judged-run.ts";
import { suggestion } from "../text/index.ts";
import { listOf, orText, signatureFits } from "./match.ts";
import type { Source } from "./source-lines.ts";

export function judgeBoundaries(run: JudgedRun, source: Source | undefined): Judgement[] {
  return Object.entries(run.gate.policy.boundaries ?? {}).flatMap(([axis, rule]) => {
    const bounds = (["atLeast", "atMost"] as const).filter((key) => rule[key] !== undefined);
    return bounds.map((key) => {
      const text = `${axis} accepts ${rangeText(run, axis, rule, key)}`;
      const path = ["policy", "boundaries", axis, key];
      const named = policyRule("policy", path, text, run, source);
      const why = profileMismatch(rule.onlyIn, run);
      if (why !== undefined) return judged(named)("skipped", why);
      return judgeBoundary(named, run, axis, rule, key);
    });
  });
}

type Bound = "atLeast" | "atMost";
const BOUNDS = { atLeast: "at least", atMost: "at most" };

/** `2xx up to at least 2147483647`. */
const rangeText = (run: JudgedRun, axis: string, rule: BoundaryRule, key: Bound): string =>
  `${orText(listOf(rule.accepts))} ${goesDown(run, axis) ? "down" : "up"} to ${BOUNDS[key]} ${rule[key]}`;

/** How far values are accepted without a gap, and what ends that: a boundary, an unstable place, or the end of the search. */
type Reach = { to: bigint; end: "boundary" | "unstable" | "unknown"; far?: { case: string } };

function judgeBoundary(
  rule: Rule,
  run: JudgedRun,
  axis: string,
  wanted: BoundaryRule,
  key: Bound,
): Judgement {
  const give = judged(rule);
  const walked = run.gate.run.findings.filter((each) => each.kind === "axis");
  const finding = walked.find((each) => each.axis === axis);
  if (finding === undefined) return give("error", notWalked(axis, walked));
  const words = listOf(wanted.accepts);
  const reach = reachOf(finding, (signature) => signatureFits(words, signature));
  const expected = `${finding.title}: ${rangeText(run, axis, wanted, key)}`;
  if (reach === undefined) return give(...neverAccepted(finding, orText(words), expected));
  const down = goesDown(run, axis);
  const beyond = distance(reach.to, BigInt(wanted[key] ?? 0), down);
  const unit = finding.unit === undefined ? "" : ` ${finding.unit}`;
  const place = `${placeText(String(reach.to), finding.unit)}${unit}`;
  const found = `${orText(words)} ${down ? "down" : "up"} to ${place}${ENDS[reach.end]}`;
  const verdict = verdictOf(key, beyond, reach.end);
  if (verdict !== "fail") return give(verdict, found);
  return give("fail", found, [breachBy(run, reach.far?.case, expected, found)]);
}

/** No place got this response: if the search was complete, that is the result. */
function neverAccepted(
  finding: AxisFinding,
  words: string,
  expected: string,
): Parameters<typeof ruled> {
  const observed = `nothing got ${words}`;
  const found = `nothing along ${finding.title} got ${words}`;
  if (finding.cut !== undefined)
    return ["inconclusive", `${found}, and the search was cut short: ${cutWords[finding.cut]}`];
  if (finding.unstable.length > 0)
    return ["inconclusive", `${found}, but responses were unstable there`];
  return ["fail", found, [{ expected, observed }]];
}

const ENDS = {
  boundary: "",
  unstable: ", beyond which responses are unstable",
  unknown: ", where the search ended",
};

/** If the search ended before a boundary, only a minimum is known. */
function verdictOf(
  key: Bound,
  beyond: bigint,
  end: Reach["end"],
): "pass" | "fail" | "inconclusive" {
  if (key === "atLeast") {
    if (beyond >= 0n) return "pass";
    return end === "boundary" ? "fail" : "inconclusive";
  }
  if (beyond > 0n) return "fail";
  return end === "boundary" ? "pass" : "inconclusive";
}

function notWalked(axis: string, walked: readonly AxisFinding[]): string {
  if (walked.length === 0) return "this run did not search for boundaries: use --explore or --axis";
  return `this run did not explore ${axis}: ${suggestion(
    axis,
    walked.map((each) => each.axis),
  )}`;
}

/** The first range that matches, with adjacent ones that match too. */
function reachOf(finding: AxisFinding, fits: (signature: string) => boolean): Reach | undefined {
  const { stretches, boundaries, unstable } = finding;
  const first = stretches.findIndex(({ signature }) => fits(signature));
  if (first < 0) return undefined;
  let last = first;
  while (
    adjoins(stretches[last]?.to, stretches[last + 1]?.from) &&
    fits(stretches[last + 1]?.signature ?? "")
  )
    last += 1;
  const to = stretches[last]?.to ?? "0";
  const boundary = boundaries.find(({ near }) => near.at === to);
  if (boundary !== undefined) return { to: BigInt(to), end: "boundary", far: boundary.far };
  const shaky = unstable.some(({ from }) => from === to || adjoins(to, from));
  return { to: BigInt(to), end: shaky ? "unstable" : "unknown" };
}

function adjoins(to: string | undefined, from: string | undefined): boolean {
  if (to === undefined || from === undefined) return false;
  const gap = BigInt(to) - BigInt(from);
  return gap === 1n || gap === -1n;
}

/** Whether the places of an axis descend. A finding with a single place does not show it, but the axis does. */
function goesDown({ gate }: JudgedRun, axis: string): boolean {
  const from = interfaceOf(gate.run.header ?? {});
  const [first = 0n, second = 0n] = axisNamed(from, axis)?.rungs ?? [];
  return second < first;
}

const distance = (reached: bigint, bound: bigint, down: boolean): bigint =>
  down ? bound - reached : reached - bound;
