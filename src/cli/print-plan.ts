import type { BaseUrl } from "../contract/base-url.ts";
import { requestFreshCount } from "../generate/fresh-count.ts";
import { printable } from "../generate/printable.ts";
import { requestBytes } from "../generate/request-bytes.ts";
import type { Case } from "../model/case.ts";
import type { PlannedSuite } from "../run/plan.ts";

const SHOWN_BYTES = 2048;

/** Ids and reasons, one case a line; of generated cases, how many there would be. */
export function printList(planned: PlannedSuite[]): void {
  for (const suite of planned) {
    for (const { id, reason } of suite.cases) process.stdout.write(`${id}  ${reason}\n`);
    const drawn = new Map<string, { reason: string; count: number }>();
    for (const { generated, reason } of suite.generated()) {
      const property = generated?.property ?? "";
      drawn.set(property, { reason, count: (drawn.get(property)?.count ?? 0) + 1 });
    }
    for (const [property, { reason, count }] of drawn)
      process.stdout.write(`${property}#0 … #${count - 1}  ${reason}\n`);
  }
}

/** The requests, byte for byte as they would be sent in this order to this target. */
export function printDryRun(
  planned: PlannedSuite[],
  options: { target: BaseUrl; firstId: number; seed: number },
): void {
  process.stderr.write(`  seed ${options.seed} · first id ${options.firstId} · nothing is sent\n`);
  let fresh = 0;
  for (const suite of planned)
    for (const each of [...suite.cases, ...suite.generated()]) {
      printRequest(each, { ...options, fresh });
      fresh += Math.max(1, requestFreshCount(each.request));
    }
}

function printRequest(each: Case, filling: Parameters<typeof requestBytes>[1]): void {
  process.stdout.write(`=== ${each.id}  ${each.reason}\n`);
  for (const bytes of requestBytes(each.request, filling)) {
    process.stdout.write(`${printable(bytes, SHOWN_BYTES)}\n`);
    if (bytes.length > SHOWN_BYTES) process.stdout.write(`… ${bytes.length} bytes in all\n`);
  }
}
