import type { Case, Interface } from "../model/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import { drawNumbers, printable, requestBytes } from "../generate/index.ts";
import { FIRST_PLANNED, type PlannedSuite } from "../observe/index.ts";
import { terminalBlock, terminalLines, whole } from "../text/index.ts";
import { print, printDocument, tell } from "./output.ts";

const SHOWN_BYTES = 2048;

type Listed = { id: string; reason: string; count?: number };

/**
 * Ids and reasons, one case per line; for generated cases, how many there would be. `json` prints one document.
 */
export function printList(planned: PlannedSuite[], json: boolean): Promise<void> {
  const listed = planned.flatMap((suite) => [...suite.cases, ...drawnIn(suite)]).map(listing);
  if (json) return printDocument(listed);
  const lines = listed.map(({ id, reason, count }) => {
    const range = count === undefined ? id : `${id}#0 … #${count - 1}`;
    return `${range}  ${reason}`;
  });
  return print(terminalLines(lines));
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

/**
 * The requests, byte for byte as they would be sent in this order to this target. `json` prints one document, with the bytes of
 * each connection as base64, up to the same limit.
 */
export async function printDryRun(
  planned: PlannedSuite[],
  options: { interface: Interface; target: BaseUrl; firstId: number; seed: number; json: boolean },
): Promise<void> {
  const requests: object[] = [];
  tell(
    terminalLines([
      `  seed ${options.seed} · first fresh number ${options.firstId} (--first-id) · nothing is sent`,
    ]),
  );
  let nextFresh = FIRST_PLANNED;
  for (const suite of planned)
    for (const each of [...suite.cases, ...suite.generated()]) {
      const { fresh, next } = drawNumbers(each.request, nextFresh, options);
      const filling = { ...options, fresh };
      if (options.json) requests.push(requestJson(each, filling));
      else await printRequest(each, filling);
      nextFresh = next;
    }
  const { seed, firstId } = options;
  if (options.json) await printDocument({ seed, firstId, requests });
}

const requestJson = (
  { id, reason, request }: Case,
  filling: Parameters<typeof requestBytes>[1],
) => ({
  id,
  reason,
  connections: requestBytes(request, filling).map((bytes) => ({
    bytes: bytes.length,
    base64: bytes.toString("base64", 0, SHOWN_BYTES),
  })),
});

async function printRequest(
  each: Case,
  filling: Parameters<typeof requestBytes>[1],
): Promise<void> {
  await print(terminalLines([`=== ${each.id}  ${each.reason}`]));
  for (const bytes of requestBytes(each.request, filling)) {
    await print(terminalBlock(printable(bytes, SHOWN_BYTES)));
    if (bytes.length > SHOWN_BYTES)
      await print(terminalLines([`… ${whole(bytes.length)} bytes in total`]));
  }
}
