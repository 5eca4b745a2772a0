import type { Breach, GateLevel, GateResult, Judgement } from "../model/index.ts";
import { inconclusiveAs } from "../model/index.ts";
import { escapeUnseen, textsOf, whole, withoutRunnerCommands } from "../text/index.ts";
import { causesOfRule, verdictPrefix } from "./gate-view.ts";
import { fitText } from "./terminal/screen-text.ts";

const MOST_LINES = 10;
const MOST_BREACHES = 3;
const MOST_CAUSES = 6;
const LONGEST_TEXT = 300;

/**
 * The annotations that GitHub Actions shows next to the code: an `::error` line for each rule that failed or cannot be
 * judged, and a `::warning` for each one that is inconclusive or has a warning; ten lines at most, errors first. With
 * `--strict` these are errors, too; with `--warn` what failed is a warning.
 */
export function githubAnnotations(result: GateResult): WorkflowCommand[] {
  const { level = {}, judgements } = result;
  const isError = (judgement: Judgement): boolean => commandOf(judgement, level) === "error";
  const errors = judgements.filter(isError);
  const warnings = judgements.filter((each) => commandOf(each, level) === "warning");
  const all = [...errors, ...warnings];
  const listed = all.length > MOST_LINES ? all.slice(0, MOST_LINES - 1) : all;
  const lines = listed.map((judgement) =>
    workflowCommand(
      isError(judgement) ? "error" : "warning",
      {
        file: judgement.file === undefined ? undefined : fit(judgement.file),
        line: judgement.line,
        title: fit(titleOf(judgement)),
      },
      messageOf(judgement, result),
    ),
  );
  const left = all.length - listed.length;
  if (left === 0) return lines;
  const command = errors.length > listed.length ? "error" : "warning";
  const message = `${whole(left)} more rules are in the summary of this job`;
  return [...lines, workflowCommand(command, { title: "witness gate" }, message)];
}

/** How serious a judgement is; undefined if it passed. */
export function commandOf(
  { verdict }: Judgement,
  level: GateLevel,
): "error" | "warning" | undefined {
  const { strict, warn } = level;
  if (verdict === "pass" || verdict === "skipped") return undefined;
  if (verdict === "error") return "error";
  const isFailed =
    verdict === "fail" || (verdict === "warn" ? strict === true : inconclusiveAs(level) === "fail");
  return isFailed && warn !== true ? "error" : "warning";
}

const titleOf = ({ rule, text, target }: Judgement): string => `${target}: ${rule}: ${text}`;

function messageOf(judgement: Judgement, result: GateResult): string {
  const { verdict, found, breaches } = judgement;
  const causes = causesOfRule(result, judgement);
  const told = causes.length > 0 ? causes : breaches.map((breach) => ({ text: "", breach }));
  const most = causes.length > 0 ? MOST_CAUSES : MOST_BREACHES;
  return textsOf(
    `${verdictPrefix(verdict)}${fit(found)}`,
    ...told.slice(0, most).flatMap(({ text, breach }) => [fit(text), ...breachLines(breach)]),
    told.length > most && `… and ${whole(told.length - most)} more`,
  ).join("\n");
}

const breachLines = ({ expected, observed, replay, ...breach }: Breach): string[] =>
  textsOf(
    `${breach.case === undefined ? "" : `${fit(breach.case)}   `}expected ${fit(expected)}, observed ${fit(observed)}`,
    replay !== undefined && `replay: ${fit(replay)}`,
  );

const fit = (text: string): string => fitText(text, LONGEST_TEXT);

declare const made: unique symbol;

/** A line for the runner of GitHub Actions; only `workflowCommand` makes one. */
export type WorkflowCommand = string & { readonly [made]: true };

/**
 * A line that GitHub's runner interprets as a command. Whatever its message and properties contain, it stays one line
 * and one command; a line break in the message is shown as one.
 */
export function workflowCommand(
  command: "error" | "warning",
  properties: Record<string, string | number | undefined>,
  message: string,
): WorkflowCommand {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${propertyText(String(value))}`,
  );
  const head = given.length === 0 ? command : `${command} ${given.join(",")}`;
  return `::${head}::${dataText(message)}` as WorkflowCommand;
}

const dataText = (text: string): string =>
  withoutRunnerCommands(
    escapeUnseen(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")),
  );

const propertyText = (text: string): string =>
  dataText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
