import { MOST_BREACHES, type Breach, type GateResult, type Judgement } from "../../model/index.ts";
import { casesToShow, verdictCounts } from "../gate-tests.ts";
import { markdownCode } from "./markdown-section.ts";
import { counted, whole } from "../../text/index.ts";

type GateWhere = { reports: string };

/** Limits for one rule, so that no rule displaces the others. */
const MOST_CAUSES = 50;
const MOST_EXAMPLES = 10;
/** A command must stay whole to be of use. */
const LONGEST_COMMAND = 2000;
const FOLD = ["<details><summary>passed rules</summary>", ""];
const FOLD_END = ["", "</details>", ""];

const titles = {
  pass: "✓ all rules passed",
  fail: "✗ at least one rule failed",
  inconclusive: "? not enough evidence",
  error: "! a rule cannot be judged",
} as const;

/**
 * The gate for a job summary or a comment: failures first, with the lines that send them again;
 * passed rules in a fold. All text of server and user is in code spans. Cut to `mostBytes`.
 */
export function gateMarkdown(result: GateResult, where: GateWhere, mostBytes = Infinity): string {
  const several = new Set(result.judgements.map(({ target }) => target)).size > 1;
  const open = result.judgements.filter(({ verdict }) => verdict !== "pass").toSorted(byWeight);
  const held = result.judgements.filter(({ verdict }) => verdict === "pass");
  const hints = result.targets.flatMap(({ hint }) =>
    hint === undefined ? [] : [markdownCode(hint), ""],
  );
  const head = [`## witness gate: ${titles[result.verdict]}`, "", ...hints, headLine(result), ""];
  const reports = markdownCode(where.reports);
  const end = [...hints, `exit ${result.exitCode} · full report: ${reports}`, ""];
  const body = [
    ...(result.findings ?? []).map(
      ({ target, text }) =>
        `- **finding** ${markdownCode(text)}${several ? ` · ${markdownCode(target)}` : ""}`,
    ),
    ...open.flatMap((judgement) => openLines(judgement, several, where)),
    ...result.notes.map((note) => `- note: ${markdownCode(note)}`),
  ];
  const room = mostBytes - bytesOf([...head, ...end, ...FOLD, ...FOLD_END]);
  const fitting = fitLines(body, room);
  const shown = fitting.length === 0 ? [] : [...fitting, ""];
  const foldable = held.map((judgement) => judgementLine(judgement, several));
  const folded = fitLines(foldable, room - bytesOf(shown));
  const fold = folded.length === 0 ? [] : [...FOLD, ...folded, ...FOLD_END];
  return [...head, ...shown, ...fold, ...end].join("\n");
}

const byWeight = (a: Judgement, b: Judgement): number => weights[a.verdict] - weights[b.verdict];
const weights = { fail: 0, error: 1, inconclusive: 2, warn: 3, skipped: 4, pass: 5 };

function headLine({ judgements, targets }: GateResult): string {
  const counts = verdictCounts(judgements).join(", ");
  const names = targets.map(({ name, baseUrl }) => markdownCode(`${name} ${baseUrl}`)).join(" · ");
  return `${names}: of ${counted(judgements.length, "rule")}, ${counts || "none"}`;
}

const marks = {
  pass: "✓",
  warn: "⚠ warning",
  fail: "✗",
  inconclusive: "? inconclusive",
  error: "! cannot be judged",
  skipped: "- skipped",
};

function judgementLine(judgement: Judgement, several: boolean): string {
  const { rule, text, target, source, verdict, found } = judgement;
  const place = [...(several ? [target] : []), ...(source === undefined ? [] : [source])];
  const places = place.map((each) => ` · ${markdownCode(each)}`).join("");
  return `- ${marks[verdict]} ${markdownCode(rule)} ${markdownCode(text)}: ${markdownCode(found)}${places}`;
}

function openLines(judgement: Judgement, several: boolean, where: GateWhere): string[] {
  const { breaches, causes = [] } = judgement;
  const shown = casesToShow(judgement, MOST_EXAMPLES);
  const left = breaches.length - shown.length;
  const further = causes.length - MOST_CAUSES;
  const kept = breaches.length >= MOST_BREACHES ? `, which keeps the first ${MOST_BREACHES}` : "";
  const all = ` in ${markdownCode(`${where.reports}/gate.json`)}${kept}`;
  return [
    judgementLine(judgement, several),
    ...causes.slice(0, MOST_CAUSES).map(({ text }) => `  - **finding** ${markdownCode(text)}`),
    ...(further > 0 ? [`  - … and ${counted(further, "finding")} more${all}`] : []),
    ...shown.map(breachLine),
    ...(left > 0 ? [`  - … and ${whole(left)} more${all}`] : []),
  ];
}

function breachLine({ expected, observed, replay, ...breach }: Breach): string {
  const where = breach.case === undefined ? "" : `${markdownCode(breach.case)}: `;
  const again = replay === undefined ? "" : `, replay: ${markdownCode(replay, LONGEST_COMMAND)}`;
  return `  - ${where}expected ${markdownCode(expected)}, observed ${markdownCode(observed)}${again}`;
}

const bytesOf = (lines: readonly string[]): number =>
  Buffer.byteLength(lines.map((line) => `${line}\n`).join(""));

const TELLING_BYTES = 64;

/** As many of the first lines as fit into this many bytes, and how many were left out. */
function fitLines(lines: readonly string[], mostBytes: number): string[] {
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  if (sizes.reduce((sum, size) => sum + size, 0) <= mostBytes) return [...lines];
  let room = mostBytes - TELLING_BYTES;
  if (room < 0) return [];
  const shown: string[] = [];
  for (const [at, line] of lines.entries()) {
    room -= sizes[at] ?? 0;
    if (room < 0) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  return [...shown, `- … and ${whole(left)} lines more that have no room here`];
}

/** GitHub refuses a summary of more than 1,024 KiB for one step. */
const MOST_BYTES = 1_000_000;

export const stepSummary = (result: GateResult, where: GateWhere): string =>
  gateMarkdown(result, where, MOST_BYTES);

/** GitHub refuses a comment of more than 65,536 characters. */
const MOST_COMMENT_BYTES = 60_000;

/**
 * The gate as a comment on a pull request. It begins with an invisible marker: a script finds the comment of an earlier
 * run by it, and updates that comment.
 */
export function prComment(result: GateResult, where: GateWhere): string {
  const names = result.targets.map(({ name }) => name.replace(/[^A-Za-z0-9._]/g, "_"));
  const marker = `<!-- api-witness gate ${names.join(" ")} -->`;
  return `${marker}\n${gateMarkdown(result, where, MOST_COMMENT_BYTES)}`;
}
