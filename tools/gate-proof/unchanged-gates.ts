import { spawn } from "node:child_process";
import { join } from "node:path";
import type { GateResult } from "../../src/model/index.ts";
import { REAL_SERVERS, type ServerName } from "./real-servers.ts";
import { gate, type Gated, keepGate, type Setting } from "./witness-process.ts";

/** What all parts of the proof share. */
export type Proof = {
  setting: Setting;
  /** The baseline of the unchanged server; made at the first call. */
  baselineOf: (name: ServerName) => Promise<string>;
  /** The folder that keeps the results of gates that were not as expected. */
  keep: string;
};

/** Works for five seconds and rests for five, so that gates are disturbed in part. */
const BUSY = `setInterval(() => { const until = performance.now() + 5000; while (performance.now() < until); }, 10_000);`;

/** Gates each unchanged server in turn, this often, and prints each red gate. Returns whether all were green. */
export async function gateUnchanged(
  servers: readonly ServerName[],
  rounds: number,
  { setting, baselineOf, keep }: Proof,
): Promise<boolean> {
  if (rounds === 0) return true;
  for (const name of servers) await baselineOf(name);
  const red = new Map(servers.map((name): [ServerName, Gated[]] => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    // Every other round has other work on the machine.
    const busy = round % 2 === 0 ? spawn(process.execPath, ["-e", BUSY]) : undefined;
    try {
      for (const name of servers) {
        const gated = await gate(name, setting, await baselineOf(name), {
          beside: !setting.options.includes("--no-load"),
        });
        const isRed = gated.exit !== 0;
        const beside = busy === undefined ? "" : ", with other work beside";
        console.log(
          `round ${round} of ${rounds}  ${name.padEnd(8)} ${isRed ? `RED (exit code ${gated.exit ?? "none"})` : "green"}  ${gated.seconds.toFixed(1)} s${beside}`,
        );
        const why = whyNotGreen(gated);
        if (why !== "") console.log(why);
        if (!isRed) continue;
        red.get(name)?.push(gated);
        keepGate(join(keep, `unchanged-${name}-${round}.json`), gated);
      }
    } finally {
      busy?.kill();
    }
  }
  return printTable(red, rounds);
}

/** The causes and cases of each rule that did not pass, or that warns, indented. */
export function whyNotGreen({ result, err }: Gated): string {
  if (result === undefined) return `    no gate.json: ${err.trim().slice(-500)}`;
  const lines = notPassed(result).flatMap(({ rule, verdict, found, causes, breaches }) => [
    `    ${rule} ${verdict}: ${found}`,
    ...(causes ?? []).map(({ text, cases }) => `      ${text}: ${cases.slice(0, 8).join(" ")}`),
    ...(causes === undefined
      ? breaches.map((each) => `      ${each.case ?? ""} ${each.expected} | ${each.observed}`)
      : []),
  ]);
  return lines.join("\n");
}

const notPassed = ({ judgements }: Pick<GateResult, "judgements">): GateResult["judgements"] =>
  judgements.filter(({ verdict }) => verdict !== "pass" && verdict !== "skipped");

function printTable(red: ReadonlyMap<ServerName, Gated[]>, rounds: number): boolean {
  console.log("\nunchanged servers");
  for (const [name, gates] of red) {
    console.log(
      `  ${name.padEnd(8)} ${gates.length} of ${rounds} red  ${REAL_SERVERS[name].about}`,
    );
    const breaches = gates.flatMap(({ result }) =>
      notPassed(result ?? { judgements: [] }).flatMap(({ verdict, breaches }) =>
        verdict === "warn" ? [] : breaches,
      ),
    );
    const counts = new Map<string, number>();
    for (const each of breaches) {
      const text = `${each.case ?? ""}: ${each.expected}, then ${each.observed}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    for (const [text, count] of [...counts].toSorted(([, a], [, b]) => b - a))
      console.log(`           ${count} ×  ${text}`);
  }
  const all = [...red.values()].flat().length;
  console.log(`  ${all} of ${rounds * red.size} gates red`);
  return all === 0;
}
