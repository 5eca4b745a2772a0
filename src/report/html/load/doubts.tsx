import type { LoadCheck, LoadSummary, Offered } from "../../../model/index.ts";
import { advice } from "../text.tsx";

import { doubtNames, failedChecks, offerText } from "../../../stats/index.ts";
import { whole } from "../../../text/index.ts";

const TEXT_LIMIT = 600;
const DOUBTS = "load-doubts";

/** The names of failed checks next to a figure: their texts are at the head of the same card. */
export function DoubtMarks({ checks }: { checks: readonly LoadCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <a class="doubts" href={`#${DOUBTS}`}>
      <b aria-hidden="true">!</b> {doubtNames(checks).join(", ")}
    </a>
  );
}

/** The mark next to the charts of a sweep: one for all, because the table has each step's reasons. */
export function StepDoubts({ load }: { load: LoadSummary }) {
  if (load.rounds.every((step) => failedChecks(step).length === 0)) return null;
  return (
    <a class="doubts" href={`#${DOUBTS}`}>
      <b aria-hidden="true">!</b> some steps are doubtful
    </a>
  );
}

/** What to know before reading the figures: the failed checks, or that all passed. */
export function Warnings({ load }: { load: LoadSummary }) {
  const checks = load.pooled === undefined ? [] : failedChecks(load.pooled);
  if (load.warnings.length === 0)
    return (
      <div class="warnings none" id={DOUBTS}>
        <h3>No doubts about these figures</h3>
        <p>Every check passed: requests, connections, generator, halves and rounds agree.</p>
      </div>
    );
  return (
    <div class="warnings" id={DOUBTS}>
      <h3>Before you quote these figures</h3>
      <ul>
        {load.warnings.map((text) => (
          <li>
            <b aria-hidden="true">!</b>{" "}
            <span>
              {advice(text, TEXT_LIMIT)}{" "}
              {renderWarningName(checks.find((check) => check.text === text)?.name)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const renderWarningName = (name: string | undefined) =>
  name === undefined ? null : <code>{name}</code>;

/** The quantity that grows from step to step of a sweep. */
export const offeredNumber = (offered: Offered): number =>
  offered.model === "open" ? offered.ratePerSecond : offered.connections;

/** The offered load of a step of a sweep, in short: "16 connections", "500 requests/s". */
export const sweepStepText = (offered: Offered): string =>
  offered.model === "open" ? `${whole(offered.ratePerSecond)} requests/s` : offerText(offered);

/** Which figures a failed check affects, if it does not affect all. */
const latencyOnly = new Set<LoadCheck["name"]>(["unanswered", "hung", "loop-delay", "lateness"]);
const rateOnly = new Set<LoadCheck["name"]>(["connections"]);

export const againstRate = (checks: readonly LoadCheck[]): LoadCheck[] =>
  checks.filter(({ name }) => !latencyOnly.has(name));
export const againstLatency = (checks: readonly LoadCheck[]): LoadCheck[] =>
  checks.filter(({ name }) => !rateOnly.has(name));
