import type { Diagnosis, DoctorAttempt, DoctorRow } from "../../model/doctor.ts";
import { percent, whole } from "../../text/numbers.ts";
import { durationText } from "../../text/times.ts";
import { numbersAt, tableLines, type Cell } from "./table.ts";
import type { Paint } from "./paint.ts";
import { terminalLines, type TerminalText } from "../../text/terminal-text.ts";

const HEAD = [
  "server",
  "answered",
  "no response",
  "p50 ms",
  "off",
  "p99 ms",
  "off",
  "responses/s",
  "off",
  "",
];
const COLUMNS = numbersAt(1, 2, 3, 4, 5, 6, 7, 8);

const GROUPS: [by: DoctorRow["by"], title: string][] = [
  ["closed", "load: the next request when a response is back (sent by autocannon)"],
  ["open", "load at a fixed rate: latency counts from when a request was due (sent by undici)"],
  ["client", "recorder: the ordinary client, one request after the other"],
  ["wire", "recorder: raw connections, one request after the other"],
];

/** What `witness doctor` found, for a terminal. */
export function renderDoctor(diagnosis: Diagnosis, paint: Paint): TerminalText {
  return terminalLines([
    "Each row is a server inside witness that counts and clocks what it does: that is the truth.",
    "The second figure is what witness measured from outside, as it measures your server: truth → measured.",
    "",
    ...machineLines(diagnosis, paint),
    "",
    ...rowLines(diagnosis.rows, paint),
    ...againLines(diagnosis.rows, paint),
    "",
    ...verdictLines(diagnosis, paint),
  ]);
}

function machineLines({ machine, noise }: Diagnosis, paint: Paint): string[] {
  const head = (text: string): Cell => ({ text, paint: (padded) => paint("bold", padded) });
  return tableLines([
    [
      head("this machine"),
      `${machine.cores} cores · ${machine.platform} · Node ${machine.node}${machine.busy === 0 ? "" : ` · ${machine.busy.toFixed(1)} cores' work to do in the minute before`}`,
    ],
    ...(noise === undefined
      ? []
      : [
          [
            head("ceiling"),
            `${whole(noise.ceilingPerSecond)} requests/s: the most one generator sends here (${noise.load}, a server that does nothing)`,
          ],
          [
            head("noise"),
            `±${percent(noise.spread)} between ${noise.perSecond.length} equal rounds of ${durationText(noise.durationMs)}: smaller differences say nothing`,
          ],
        ]),
  ]);
}

function rowLines(rows: DoctorRow[], paint: Paint): string[] {
  const groups = GROUPS.map(([by, title]) => ({
    title,
    rows: rows.filter((row) => row.by === by),
  })).filter((group) => group.rows.length > 0);
  const cells = groups.flatMap((group) => group.rows.map((row) => cellsOf(row)));
  const [head = "", ...lines] = tableLines([HEAD, ...cells], COLUMNS);
  let at = 0;
  return [
    paint("dim", head),
    ...groups.flatMap((group) => [
      paint("bold", group.title),
      ...group.rows.map(({ held }) => {
        const line = lines[at] ?? "";
        at += 1;
        return held ? line : paint("yellow", line);
      }),
    ]),
  ];
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

/** Rows that were measured more than once, or did not hold: what was off, each time. */
function againLines(rows: DoctorRow[], paint: Paint): string[] {
  const told = rows.filter(({ attempts, held }) => attempts.length > 1 || !held);
  if (told.length === 0) return [];
  return [
    "",
    paint("bold", "measured again, or not held"),
    ...told.flatMap((row) => {
      const missed = lastOf(row).checks.filter(({ held }) => !held);
      const mark = row.held ? " " : paint("yellow", "!");
      return [
        `${mark} ${row.name} (${row.load}): ${spreadText(row)}`,
        ...missed.map(({ text }) => `    ${text}`),
      ];
    }),
  ];
}

/** How far p50 and p99 were off in each attempt. */
function spreadText({ attempts, held }: DoctorRow): string {
  if (attempts.length === 1) return "not held";
  const each = (of: (attempt: DoctorAttempt) => string): string => attempts.map(of).join(", ");
  const p50 = each(({ truth, measured }) => off(truth.p50Us, measured.p50Us));
  const p99 = each(({ truth, measured }) => off(truth.p99Us, measured.p99Us));
  const end = held ? `held the ${attempts.length === 2 ? "second" : "third"} time` : "never held";
  return `measured ${attempts.length} times, ${end}; off by p50 ${p50} ms, p99 ${p99} ms`;
}

function verdictLines(diagnosis: Diagnosis, paint: Paint): string[] {
  const { rows, complete, countsOnly, held } = diagnosis;
  const missed = rows.flatMap((row) => lastOf(row).checks.filter((check) => !check.held));
  const within = countsOnly
    ? "every count is exact, and no latency is off by what mismatched responses would make of it"
    : "every count is exact, every percentile within 5% or 0.3 ms of the truth";
  if (held) return [`${paint("green", "held")}: ${within}`];
  if (missed.some(({ kind }) => kind === "count"))
    return [
      `${paint("red", "not held")}: a count is wrong. That is a fault of witness, not of this machine: do not use its figures,`,
      "and report it with the output of witness doctor --json.",
    ];
  if (!complete)
    return [
      `interrupted: ${missed.length === 0 ? "what was measured so far held" : "what is marked was not measured again"}`,
    ];
  if (missed.length > 0)
    return [
      `${paint("red", "not held")}: every count is exact, but latencies are off by more than ${countsOnly ? "noise makes them" : "5% and 0.3 ms"}.`,
      "This machine was busy, or has too little to give: end what else runs on it and ask again. Until this",
      "holds, believe counts and statuses, and of latencies only differences larger than those above.",
    ];
  return ["nothing was measured"];
}
