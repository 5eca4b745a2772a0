import { type Breach, type GateResult, type Judgement, MOST_BREACHES } from "../../model/index.ts";
import { type GateItem, gateHeadline, gateItems, operationCounts, VERDICTS } from "../gate-view.ts";
import { markdownCode, sentenceText, textCell } from "./markdown-section.ts";
import { counted, textsOf, whole } from "../../text/index.ts";

type GateWhere = { reports: string };

/** Limit for one rule, so that no rule displaces the others. */
const MOST_EXAMPLES = 10;
/** A command must stay whole to be of use. */
const LONGEST_COMMAND = 2000;
const LONGEST = 500;
const FOLD = ["<details><summary>passed rules</summary>", ""];
const FOLD_END = ["", "</details>", ""];

/**
 * The gate for a job summary or a comment: what did not pass by cause, with the lines that send an example again; then
 * the rules, those that passed in a fold. All text of server and user is in code spans. Cut to `mostBytes`.
 */
export function gateMarkdown(result: GateResult, where: GateWhere, mostBytes = Infinity): string {
  const { judgements, targets, findings = [], notes } = result;
  const several = new Set(judgements.map(({ target }) => target)).size > 1;
  const { word, mark } = gateHeadline(result);
  const hints = targets.flatMap(({ hint }) => (hint === undefined ? [] : [markdownCode(hint), ""]));
  const head = [`## witness gate: ${mark} ${word}`, "", ...hints, headLine(result), ""];
  const reports = markdownCode(where.reports);
  const end = [...hints, `exit ${result.exitCode} · full report: ${reports}`, ""];
  const items = gateItems(result);
  const skipped = judgements.filter(({ verdict }) => verdict === "skipped");
  const byCause = new Set(items.flatMap(({ count, rules }) => (count === undefined ? [] : rules)));
  const body = [
    ...findings.map(
      ({ target, text }) =>
        `- **finding** ${sentenceText(text)}${several ? ` · ${markdownCode(target)}` : ""}`,
    ),
    ...items.flatMap((item) =>
      item.count === undefined ? ruleLines(item, several, where) : causeLines(item, several),
    ),
    ...[...byCause, ...skipped].map((judgement) => judgementLine(judgement, several)),
    ...notes.map((note) => `- note: ${sentenceText(note)}`),
  ];
  const room = mostBytes - bytesOf([...head, ...end, ...FOLD, ...FOLD_END]);
  const fitting = fitLines(body, room);
  const shown = fitting.length === 0 ? [] : [...fitting, ""];
  const held = judgements.filter(({ verdict }) => verdict === "pass");
  const foldable = held.map((judgement) => judgementLine(judgement, several));
  const folded = fitLines(foldable, room - bytesOf(shown));
  const fold = folded.length === 0 ? [] : [...FOLD, ...folded, ...FOLD_END];
  return [...head, ...shown, ...fold, ...end].join("\n");
}

function headLine(result: GateResult): string {
  const { document, targets } = result;
  const judged = document === undefined ? targets : [document.target];
  const names = judged.map(({ name, baseUrl }) => markdownCode(`${name} ${baseUrl}`)).join(" · ");
  const count = (wanted: string): number =>
    result.judgements.filter(({ verdict }) => verdict === wanted).length;
  const [passed, skipped] = [count("pass"), count("skipped")];
  const isOpen = passed + skipped < result.judgements.length;
  const counts = textsOf(
    ...gateHeadline(result).counts,
    isOpen && passed > 0 && `${whole(passed)} passed`,
    skipped > 0 && `${whole(skipped)} skipped`,
  );
  const operations = operationCounts(result)?.map((text) => `, ${sentenceText(text)}`) ?? [];
  const all = counts.map((text) => sentenceText(text));
  return `${names}: ${all.join(", ")}${operations.join("")}`;
}

function markOf(verdict: Judgement["verdict"]): string {
  const { mark, word } = VERDICTS[verdict];
  return verdict === "pass" || verdict === "fail" ? mark : `${mark} ${word}`;
}

function judgementLine(judgement: Judgement, several: boolean): string {
  const { rule, text, target, source, verdict, found } = judgement;
  const place = [...(several ? [target] : []), ...(source === undefined ? [] : [source])];
  const places = place.map((each) => ` · ${markdownCode(each)}`).join("");
  return `- ${markOf(verdict)} ${markdownCode(rule)} ${textCell(text, LONGEST)}: ${sentenceText(found)}${places}`;
}

function causeLines(
  { verdict, target, text, count, example }: GateItem,
  several: boolean,
): string[] {
  const place = several ? ` · ${markdownCode(target)}` : "";
  return [
    `- ${markOf(verdict)} **cause** ${sentenceText(text)} (${counted(count ?? 0, "case")})${place}`,
    ...(example === undefined ? [] : [breachLine(example)]),
  ];
}

/** A rule without cases, or one of a result without causes. */
function ruleLines({ rules }: GateItem, several: boolean, where: GateWhere): string[] {
  return rules.flatMap((judgement) => {
    const { breaches } = judgement;
    const left = breaches.length - MOST_EXAMPLES;
    const kept = breaches.length >= MOST_BREACHES ? `, which keeps the first ${MOST_BREACHES}` : "";
    const all = ` in ${markdownCode(`${where.reports}/gate.json`)}${kept}`;
    return [
      judgementLine(judgement, several),
      ...breaches.slice(0, MOST_EXAMPLES).map(breachLine),
      ...(left > 0 ? [`  - … and ${whole(left)} more${all}`] : []),
    ];
  });
}

function breachLine({ expected, observed, replay, ...breach }: Breach): string {
  const where = breach.case === undefined ? "" : `${markdownCode(breach.case)}: `;
  const again = replay === undefined ? "" : `, replay: ${markdownCode(replay, LONGEST_COMMAND)}`;
  return `  - ${where}expected ${textCell(expected, LONGEST)}, observed ${sentenceText(observed)}${again}`;
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
  const { document, targets } = result;
  const judged = document === undefined ? targets : [document.target];
  const names = judged.map(({ name }) => name.replace(/[^A-Za-z0-9._]/g, "_"));
  const marker = `<!-- api-witness gate ${names.join(" ")} -->`;
  return `${marker}\n${gateMarkdown(result, where, MOST_COMMENT_BYTES)}`;
}
