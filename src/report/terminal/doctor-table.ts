import type { TerminalText } from "../../text/index.ts";
import { durationText, percent, terminalLines, whole } from "../../text/index.ts";
import type { Diagnosis, DoctorAttempt, DoctorRow } from "../../model/index.ts";
import { type Screen, widthOf } from "./screen-text.ts";
import { numbersAt, tableLines } from "./table.ts";

const HEAD = "server|answered|no response|p50 ms|off|p99 ms|off|responses/s|off|".split("|");
const COLUMNS = numbersAt(1, 2, 3, 4, 5, 6, 7, 8);
/** Where a row is too wide, the columns from here on are a line of their own. */
const SECOND = 5;

const GROUPS: [by: DoctorRow["by"], title: string][] = [
  ["closed", "load: the next request when a response is back (sent by autocannon)"],
  ["open", "load at a fixed rate: latency counts from when a request was due (sent by undici)"],
  ["client", "recorder: the ordinary client, one request after the other"],
  ["wire", "recorder: raw connections, one request after the other"],
];

export function renderDoctor(diagnosis: Diagnosis, screen: Screen): TerminalText {
  return terminalLines([
    ...[
      "Each row is a built-in server that counts and times what it does: that is the truth.",
      "witness measures it from outside, as it measures your server. Figures: truth → measured.",
    ].flatMap((text) => screen.wrap(text)),
    "",
    ...machineLines(diagnosis, screen),
    "",
    ...rowLines(diagnosis.rows, screen),
    ...againLines(diagnosis.rows, screen),
    "",
    ...verdictLines(diagnosis, screen),
  ]);
}

function machineLines({ machine, noise }: Diagnosis, screen: Screen): string[] {
  const busy =
    machine.busy === 0 ? "" : ` · load average ${machine.busy.toFixed(1)} over the last minute`;
  const rows: [label: string, text: string][] = [
    ["this machine", `${machine.cores} cores · ${machine.platform} · Node ${machine.node}${busy}`],
  ];
  if (noise !== undefined)
    rows.push(
      [
        "ceiling",
        `${whole(noise.ceilingPerSecond)} requests/s: the maximum of one generator on this machine (${noise.load}, a server that does nothing)`,
      ],
      [
        "noise",
        `±${percent(noise.spread)} between ${noise.perSecond.length} equal rounds of ${durationText(noise.durationMs)}: ignore smaller differences`,
      ],
    );
  return rows.flatMap(([label, text]) => screen.hang(`${screen.bold(label.padEnd(12))}  `, text));
}

function rowLines(rows: DoctorRow[], screen: Screen): string[] {
  const groups = GROUPS.map(([by, title]) => ({
    title,
    rows: rows.filter((row) => row.by === by),
  })).filter((group) => group.rows.length > 0);
  const cells = groups.flatMap((group) => group.rows.map((row) => cellsOf(row)));
  const [head = [], ...lines] = fittingRows([HEAD, ...cells], screen);
  let at = 0;
  return [
    ...head.map((line) => screen.dim(line)),
    ...groups.flatMap((group) => [
      ...screen.wrap(group.title, "bold"),
      ...group.rows.flatMap(({ held }) => {
        const own = lines[at] ?? [];
        at += 1;
        return held ? own : own.map((line) => screen.paint("yellow", line));
      }),
    ]),
  ];
}

/** Each row in one line; where these are too wide, in two, each with columns of its own. */
function fittingRows(rows: readonly string[][], screen: Screen): string[][] {
  const fits = (lines: readonly string[]): boolean =>
    lines.every((line) => widthOf(line) <= screen.width);
  const whole = tableLines(rows, COLUMNS);
  if (fits(whole)) return whole.map((line) => [line]);
  const inFirst = rows.map((row) => row.slice(0, SECOND));
  const usual = tableLines(inFirst, COLUMNS);
  const firsts = fits(usual) ? usual : tableLines(inFirst, COLUMNS, { gap: " " });
  const inSecond = rows.map((row) => row.slice(SECOND));
  const seconds = tableLines(inSecond, COLUMNS.slice(SECOND), { indent: "    " });
  return firsts.map((line, at) => [line, ...[seconds[at] ?? ""].filter((each) => each !== "")]);
}

function cellsOf(row: DoctorRow): string[] {
  const attempt = lastOf(row);
  const { truth, measured, checks } = attempt;
  const missed = [...new Set(checks.filter(({ held }) => !held).map(({ name }) => name))];
  const few = row.by === "client" || row.by === "wire";
  const rate = truth.perSecond === 0 ? "" : signedPercent(measured.perSecond / truth.perSecond - 1);
  return [
    `  ${row.name}`,
    counted(truth.answered, measured.answered),
    truth.unanswered + measured.unanswered === 0
      ? ""
      : counted(truth.unanswered, measured.unanswered),
    timed(truth.p50Us, measured.p50Us),
    off(truth.p50Us, measured.p50Us),
    ...(few
      ? ["", "", "", ""]
      : [
          timed(truth.p99Us, measured.p99Us),
          off(truth.p99Us, measured.p99Us),
          `${whole(truth.perSecond)} → ${whole(measured.perSecond)}`,
          rate,
        ]),
    missed.length === 0 ? "" : `! ${missed.join(", ")}`,
  ];
}

const lastOf = ({ attempts }: DoctorRow): DoctorAttempt => {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error("a row has been measured once at least");
  return last;
};

const counted = (truth: number, measured: number): string =>
  `${whole(truth)} ${truth === measured ? "=" : "≠"} ${whole(measured)}`;

const ms = (us: number): string => (us / 1000).toFixed(us < 10_000 ? 2 : 1);
const timed = (trueUs: number, us: number): string => `${ms(trueUs)} → ${ms(us)}`;
const sign = (value: number): string => (value < 0 ? "−" : "+");
const off = (trueUs: number, us: number): string =>
  `${sign(us - trueUs)}${ms(Math.abs(us - trueUs))}`;
const signedPercent = (share: number): string => `${sign(share)}${percent(Math.abs(share))}`;

function againLines(rows: DoctorRow[], screen: Screen): string[] {
  const listed = rows.filter(({ attempts, held }) => attempts.length > 1 || !held);
  if (listed.length === 0) return [];
  return [
    "",
    screen.bold("measured again, or failed"),
    ...listed.flatMap((row) => {
      const missed = lastOf(row).checks.filter(({ held }) => !held);
      const mark = row.held ? " " : screen.paint("yellow", "!");
      return [
        ...screen.hang(`${mark} `, `${row.name} (${row.load}): ${spreadText(row)}`),
        ...missed.flatMap(({ text }) => screen.hang("    ", text)),
      ];
    }),
  ];
}

function spreadText({ attempts, held }: DoctorRow): string {
  if (attempts.length === 1) return "failed";
  const each = (of: (attempt: DoctorAttempt) => string): string => attempts.map(of).join(", ");
  const p50 = each(({ truth, measured }) => off(truth.p50Us, measured.p50Us));
  const p99 = each(({ truth, measured }) => off(truth.p99Us, measured.p99Us));
  const end = held
    ? `the ${attempts.length === 2 ? "second" : "third"} within the tolerance`
    : "all outside the tolerance";
  return `${attempts.length} measurements, ${end}; off by p50 ${p50} ms, p99 ${p99} ms`;
}

function verdictLines({ rows, complete, countsOnly, held }: Diagnosis, screen: Screen): string[] {
  const missed = rows.flatMap((row) => lastOf(row).checks.filter((check) => !check.held));
  const within = countsOnly
    ? "every count is exact, and no latency error is as large as mismatched responses would cause"
    : "every count is exact, every percentile within 5% or 0.3 ms of the truth";
  const said = (verdict: string, ...texts: string[]): string[] =>
    texts.flatMap((text, at) => (at === 0 ? screen.hang(`${verdict}: `, text) : screen.wrap(text)));
  if (held) return said(screen.paint("green", "passed"), within);
  if (missed.some(({ kind }) => kind === "count"))
    return said(
      screen.paint("red", "failed"),
      "a count is wrong. This is a fault of witness, not of this machine.",
      "Do not use its figures, and report it with the output of witness doctor --json.",
    );
  if (!complete)
    return said(
      "interrupted",
      missed.length === 0
        ? "all measurements so far passed"
        : "marked rows were not measured again",
    );
  if (missed.length > 0)
    return said(
      screen.paint("red", "failed"),
      `every count is exact, but latencies are wrong by more than ${countsOnly ? "noise explains" : "5% and 0.3 ms"}.`,
      "This machine was busy, or is too slow: stop other programs and repeat the check.",
      "Until it passes, trust counts and statuses, and only latency differences larger than those above.",
    );
  return ["nothing was measured"];
}
