import { counted, terminalLines, type TerminalText, whole } from "../../text/index.ts";
import { agentColumns, labelsText } from "../agent-columns.ts";
import { numbersAt, stackedRows } from "./table.ts";
import type { Summary } from "../../model/index.ts";
import { DOUBT_MARK } from "./round-table.ts";
import type { Screen } from "./screen-text.ts";

type Row = {
  name: string;
  version: string;
  catalogue: string;
  cores: number;
  labels: Record<string, string>;
  run?: string;
  ceilingPerSecond?: number;
  clock?: { offsetMs: number; errorMs: number };
};

const HEAD = ["agent", "version", "catalogue", "cores", "ceiling", "clock offset", "labels", "run"];

const MAIN_FLEET = [0, 1, 3, 4];

export function renderFleet(members: readonly Row[], width = Infinity): TerminalText {
  if (members.length === 0) return terminalLines(["  no agents"]);
  const rows = members.map((each) => [
    each.name,
    each.version,
    each.catalogue.slice(0, 12),
    String(each.cores),
    each.ceilingPerSecond === undefined ? "-" : `${whole(Math.round(each.ceilingPerSecond))}/s`,
    each.clock === undefined ? "-" : clockText(each.clock),
    labelsText(each.labels) || "-",
    each.run ?? "-",
  ]);
  const right = { right: true };
  const columns = [{}, {}, {}, right, right, right];
  const table = stackedRows([HEAD, ...rows], MAIN_FLEET, width, { columns, indent: "  " });
  return terminalLines(table.flat());
}

const clockText = ({ offsetMs, errorMs }: { offsetMs: number; errorMs: number }): string =>
  `${(offsetMs / 1000).toFixed(3)} s ± ${errorMs.toFixed(1)} ms`;

const MOST_AGENTS = 12;
const MAIN_RUN = [0, 1, 2, 3];

/**
 * The agents of a fleet that sent for a run, a row for each. An agent with doubts is marked; the sentences about them
 * are with the load.
 */
export function agentLines({ agents = [] }: Summary, screen: Screen): string[] {
  if (agents.length === 0) return [];
  const columns = agentColumns(agents);
  const shown = agents.slice(0, screen.width === Infinity ? agents.length : MOST_AGENTS);
  const left = agents.length - shown.length;
  const numbers = columns.flatMap(({ isNumber }, at) => (isNumber === true ? [at + 1] : []));
  const [, ...others] = numbersAt(...numbers);
  const rows = shown.map((agent) => [
    agent.name + (agent.doubts.length > 0 ? ` ${DOUBT_MARK}` : ""),
    ...columns.map(({ cell }) => cell(agent)),
  ]);
  const heads = ["agent", ...columns.map(({ head }) => head)];
  const table = stackedRows([heads, ...rows], MAIN_RUN, screen.width, {
    columns: [{}, ...others],
  });
  return [
    ...table.flat().map((line, at) => (at === 0 ? screen.dim(line) : line)),
    ...(left > 0 ? [`… ${counted(left, "more agent")} in the report`] : []),
    "",
  ];
}
