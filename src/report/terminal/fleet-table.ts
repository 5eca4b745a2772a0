import { whole } from "../../text/numbers.ts";
import { labelsText } from "../agent-columns.ts";
import { terminalLines, type TerminalText } from "../../text/terminal-text.ts";
import { tableLines } from "./table.ts";

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

/** The agents of a fleet as a table. */
export function renderFleet(members: readonly Row[]): TerminalText {
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
  return terminalLines(tableLines([HEAD, ...rows], columns, { indent: "  " }));
}

const clockText = ({ offsetMs, errorMs }: { offsetMs: number; errorMs: number }): string =>
  `${(offsetMs / 1000).toFixed(3)} s ± ${errorMs.toFixed(1)} ms`;
