import type { BaseUrl } from "../contract/base-url.ts";
import { requestFreshCount } from "../generate/fresh-count.ts";
import { printable } from "../generate/printable.ts";
import { requestBytes } from "../generate/request-bytes.ts";
import type { Case } from "../model/case.ts";
import { FIRST_PLANNED, type PlannedSuite } from "../run/plan.ts";

const SHOWN_BYTES = 2048;

type Listed = { id: string; reason: string; count?: number };

/** Ids and reasons, one case a line; of generated cases, how many there would be. `json` gives one document. */
export function printList(planned: PlannedSuite[], json: boolean): void {
  const listed = planned.flatMap((suite) => [...suite.cases, ...drawnIn(suite)]).map(listing);
  if (json) process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
  else
    for (const { id, reason, count } of listed) {
      const range = count === undefined ? id : `${id}#0 … #${count - 1}`;
      process.stdout.write(`${range}  ${reason}\n`);
    }
}

const listing = ({ id, reason, count }: Listed): Listed => ({
  id,
  reason,
  ...(count !== undefined && { count }),
});

function drawnIn(suite: PlannedSuite): Listed[] {
  const drawn = new Map<string, Required<Listed>>();
  for (const { generated, reason } of suite.generated()) {
    const id = generated?.property ?? "";
    drawn.set(id, { id, reason, count: (drawn.get(id)?.count ?? 0) + 1 });
  }
  return [...drawn.values()];
}

/** The requests, byte for byte as they would be sent in this order to this target. */
export function printDryRun(
  planned: PlannedSuite[],
  options: { target: BaseUrl; firstId: number; seed: number },
): void {
  process.stderr.write(`  seed ${options.seed} · first id ${options.firstId} · nothing is sent\n`);
  let fresh = FIRST_PLANNED;
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
