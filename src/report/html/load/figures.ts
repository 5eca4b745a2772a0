import type { LoadCheck, Offered } from "../../../model/index.ts";
import { offerText } from "../../../stats/index.ts";
import { whole } from "../../../text/index.ts";

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
