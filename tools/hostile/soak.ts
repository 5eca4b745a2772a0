import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultyName } from "../../test/servers/faulty.ts";
import type { SendingVerb } from "../../test/servers/faulty/expected.ts";
import { trendsOf } from "./flat.ts";
import { handlesOf, takeSample, type Sample } from "./sample.ts";
import { ServerProcess } from "./server-process.ts";
import { soakRound } from "./soak-round.ts";

const MINUTE_MS = 60_000;
const MB = 1024 * 1024;
/** Time for sockets and generators that a verb is closing. */
const SETTLE_MS = 100;

/**
 * Mixed verbs against all servers in this one process for this many minutes, with a row for each
 * minute. The exit code is 1 if something grew, or an error was not a `WitnessError`.
 */
export async function soak(
  names: FaultyName[],
  verbs: SendingVerb[],
  minutes: number,
): Promise<number> {
  const servers = new ServerProcess();
  const outputDir = mkdtempSync(join(tmpdir(), "witness-soak-"));
  const samples: Sample[] = [];
  const defects: string[] = [];
  const began = performance.now();
  let longest = 0;
  let printed = 0;
  console.log("minute  rounds  heap MB  buffers MB  resident MB  descriptors  children  handles");
  try {
    for (const [name, verb] of inTurn(names, verbs)) {
      const roundBegan = performance.now();
      const served = await servers.start(name);
      try {
        await soakRound(verb, served, outputDir);
      } catch (error) {
        defects.push(`${verb} against ${name}: ${String(error)}`);
      }
      await servers.stop();
      rmSync(outputDir, { recursive: true, force: true });
      await sleep(SETTLE_MS);
      longest = Math.max(longest, performance.now() - roundBegan);
      const sample = takeSample();
      samples.push(sample);
      const minute = Math.floor((performance.now() - began) / MINUTE_MS);
      if (minute > printed) console.log(rowOf(minute, samples.length, sample));
      printed = minute;
      if (performance.now() - began >= minutes * MINUTE_MS) break;
    }
  } finally {
    servers.end();
    rmSync(outputDir, { recursive: true, force: true });
  }
  return report(samples, defects, longest);
}

/** Each server in turn, each time with the next verb. */
function* inTurn(names: FaultyName[], verbs: SendingVerb[]): Generator<[FaultyName, SendingVerb]> {
  for (let turn = 0; ; turn += 1)
    for (const [nth, name] of names.entries()) {
      const verb = verbs[(turn + nth) % verbs.length];
      if (verb !== undefined) yield [name, verb];
    }
}

function rowOf(minute: number, rounds: number, sample: Sample): string {
  const cells = [
    String(minute).padStart(6),
    String(rounds).padStart(6),
    (sample.heapBytes / MB).toFixed(1).padStart(7),
    (sample.bufferBytes / MB).toFixed(1).padStart(10),
    (sample.residentBytes / MB).toFixed(0).padStart(11),
    String(sample.descriptors).padStart(11),
    String(sample.children).padStart(8),
  ];
  const kinds = Object.entries(sample.handles).map(([kind, count]) => `${kind} ${count}`);
  return `${cells.join("  ")}  ${handlesOf(sample)} (${kinds.join(", ")})`;
}

function report(samples: Sample[], defects: string[], longestMs: number): number {
  console.log(`\n${samples.length} rounds, the longest ${(longestMs / 1000).toFixed(1)} s`);
  const trends = trendsOf(samples);
  console.log("medians after the first quarter: first third, last third, allowed rise");
  for (const { name, first, last, allowed, flat } of trends) {
    const figures = [first, last, allowed].map((each) => each.toFixed(1).padStart(8)).join("");
    console.log(`${name.padEnd(27)}${figures}  ${flat ? "flat" : "NOT FLAT"}`);
  }
  for (const defect of defects) console.log(`defect: ${defect}`);
  return trends.every(({ flat }) => flat) && defects.length === 0 ? 0 : 1;
}
