import { read, wire, type CaseDefinition, type Requests } from "../../src/generate/index.ts";
import type { RawStep } from "../../src/model/index.ts";

const CONNECTIONS = 5;

/**
 * Rounds of one request on every connection, each round sent after the responses of the previous one.
 */
function burst(on: Requests, count: number): RawStep[] {
  return Array.from({ length: count / CONNECTIONS }, (_, round) => {
    const connections = Array.from({ length: CONNECTIONS }, (_unused, index) => index);
    return [
      ...connections.map((index) => on.nthSend(round * CONNECTIONS + index, { on: index })),
      ...connections.map((index) => read({ on: index })),
    ];
  }).flat();
}

/** Many requests as fast as responses arrive. */
export const bursts = (on: Requests): CaseDefinition[] =>
  [50, 100, 200].map((count) => ({
    name: `burst-${count}`,
    reason: `${count} requests on ${CONNECTIONS} connections, as fast as responses come`,
    family: "burst",
    alone: true,
    rung: { axis: "requests in a burst", at: String(count), unit: "requests" },
    clauses: ["limit-rate", "behaviour", "response-status"],
    request: { ...wire(...burst(on, count)), unordered: true },
  }));
