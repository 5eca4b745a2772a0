import { documentLines } from "./opening-lines.ts";
import { print, printDocument, tell, warn } from "./output.ts";
import type { CommandInput } from "./read-command.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { drawNumbers, type Filling, printable, requestStarts } from "../generate/index.ts";
import { type Catalogue, drawFirstId, planSuites, seedOf } from "../jobs/index.ts";
import type { Case, GivenTarget } from "../model/index.ts";
import { FIRST_PLANNED, type PlannedSuite } from "../observe/index.ts";
import { terminalBlock, terminalLines, whole } from "../text/index.ts";

const SHOWN_BYTES = 2048;
/** The byte after them shows whether a character ends there. */
const RENDERED_BYTES = SHOWN_BYTES + 1;

type Connections = ReturnType<typeof requestStarts>;

/** What `witness run` would send: `--list` or `--dry-run`. */
export async function printPlan(
  target: GivenTarget,
  catalogue: Catalogue,
  { options, flags: { list, json } }: CommandInput<"run">,
): Promise<void> {
  const seed = seedOf(options);
  const planned = planSuites(catalogue, options, seed);
  for (const line of documentLines(catalogue.interface)) warn(line);
  if (list) return printList(planned, json);
  const firstId = options.firstId ?? drawFirstId();
  const from = catalogue.interface;
  const sending = { interface: from, target: parseBaseUrl(target.baseUrl), firstId };
  return printDryRun(planned, sending, { seed, json });
}

type Listed = { id: string; reason: string; count?: number };

/** Ids and reasons, one case per line; for generated cases, how many there would be. */
function printList(planned: PlannedSuite[], json: boolean): Promise<void> {
  const listed = planned.flatMap(({ cases, generated }): Listed[] => [
    ...[...cases].map(({ id, reason }) => ({ id, reason })),
    ...drawnIn(generated()),
  ]);
  if (json) return printDocument(listed);
  const lines = listed.map(({ id, reason, count }) => {
    const range = count === undefined ? id : `${id}#0 … #${count - 1}`;
    return `${range}  ${reason}`;
  });
  return print(terminalLines(lines));
}

function drawnIn(generated: Iterable<Case>): Listed[] {
  const drawn = new Map<string, Required<Listed>>();
  for (const { generated: by, reason } of generated) {
    const id = by?.property ?? "";
    drawn.set(id, { id, reason, count: (drawn.get(id)?.count ?? 0) + 1 });
  }
  return [...drawn.values()];
}

/** The requests, byte for byte as they would be sent; in JSON, the bytes of each connection as base64. */
async function printDryRun(
  planned: PlannedSuite[],
  sending: Omit<Filling, "fresh">,
  { seed, json }: { seed: number; json: boolean },
): Promise<void> {
  const { firstId } = sending;
  const requests: object[] = [];
  const what = `seed ${seed} · first fresh number ${firstId} (--first-id) · nothing is sent`;
  tell(terminalLines([`  ${what}`]));
  let nextFresh = FIRST_PLANNED;
  for (const suite of planned)
    for (const each of [...suite.cases, ...suite.generated()]) {
      const { fresh, next } = drawNumbers(each.request, nextFresh, sending);
      const connections = requestStarts(each.request, { ...sending, fresh }, RENDERED_BYTES);
      if (json) requests.push(requestJson(each, connections));
      else await printRequest(each, connections);
      nextFresh = next;
    }
  if (json) await printDocument({ seed, firstId, requests });
}

const requestJson = ({ id, reason }: Case, connections: Connections) => ({
  id,
  reason,
  connections: connections.map(({ start, bytes }) => ({
    bytes,
    base64: start.toString("base64", 0, SHOWN_BYTES),
  })),
});

async function printRequest({ id, reason }: Case, connections: Connections): Promise<void> {
  await print(terminalLines([`=== ${id}  ${reason}`]));
  for (const { start, bytes } of connections) {
    await print(terminalBlock(printable(start, SHOWN_BYTES)));
    if (bytes > SHOWN_BYTES) await print(terminalLines([`… ${whole(bytes)} bytes in total`]));
  }
}
