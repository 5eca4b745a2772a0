import { terminalLines, whole, type TerminalText } from "../../text/index.ts";
import { labelsText } from "../agent-columns.ts";
import { stackedTable } from "./narrow-tables.ts";

/** An agent as the table shows it. */
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

/** Columns that a narrow terminal keeps. */
const MAIN = [0, 1, 3, 4];

/** The agents of a fleet as a table, for a terminal of this width. */
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
  const table = stackedTable([HEAD, ...rows], MAIN, width, { columns, indent: "  " });
  return terminalLines([table.head, ...table.rows]);
}

const clockText = ({ offsetMs, errorMs }: { offsetMs: number; errorMs: number }): string =>
  `${(offsetMs / 1000).toFixed(3)} s ± ${errorMs.toFixed(1)} ms`;
