import { labelsText, terminalLines, type TerminalText, whole } from "../../text/index.ts";
import { stackedRows } from "./table.ts";

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
