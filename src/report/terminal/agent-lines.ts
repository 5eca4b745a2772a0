import type { Summary } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { agentColumns } from "../agent-columns.ts";
import { DOUBT_MARK } from "./load/round-table.ts";
import { stackedTable } from "./narrow-tables.ts";
import type { Paint } from "./paint.ts";
import { numbersAt } from "./table.ts";

/** Agents with a row of their own on a terminal; the report has all. */
const MOST_AGENTS = 12;
/** Columns that a narrow terminal keeps: name, version, cores, cases. */
const MAIN = [0, 1, 2, 3];

/**
 * The agents of a fleet that sent for a run, a row for each. An agent with doubts is marked; the sentences about them
 * are with the load.
 */
export function agentLines({ agents = [] }: Summary, paint: Paint, width = Infinity): string[] {
  if (agents.length === 0) return [];
  const columns = agentColumns(agents);
  const shown = agents.slice(0, width === Infinity ? agents.length : MOST_AGENTS);
  const left = agents.length - shown.length;
  const numbers = columns.flatMap(({ isNumber }, at) => (isNumber === true ? [at + 1] : []));
  const [, ...others] = numbersAt(...numbers);
  const rows = shown.map((agent) => [
    agent.name + (agent.doubts.length > 0 ? ` ${DOUBT_MARK}` : ""),
    ...columns.map(({ cell }) => cell(agent)),
  ]);
  const heads = ["agent", ...columns.map(({ head }) => head)];
  const table = stackedTable([heads, ...rows], MAIN, width, { columns: [{}, ...others] });
  return [
    paint("dim", table.head),
    ...table.rows,
    ...(left > 0 ? [`… ${counted(left, "more agent")} in the report`] : []),
    "",
  ];
}
