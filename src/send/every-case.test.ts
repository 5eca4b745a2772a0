import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { drawCases } from "../generate/draw-cases.ts";
import { requestBytes } from "../generate/request-bytes.ts";
import type { Case } from "../model/case.ts";
import { Dispatcher } from "../run/dispatcher.ts";
import { startCapture } from "../servers/capture.ts";

const SERVERS = 32;
const DRAWN = 40;
const SEED = 20_240_229;
const FIRST_ID = 200_000_000;
/** Enough for one quiet moment of the capture server; what it does not answer is not waited for longer. */
const TIMEOUT_MS = 1000;
/** Tens of MiB take their time. */
const LONG_TIMEOUT_MS = 20_000;

const chosen = suites.flatMap(({ cases }) => cases);
const drawn = suites.flatMap((suite) =>
  suite.properties.flatMap((property) => [...drawCases(suite.name, property, SEED, DRAWN)]),
);

type Bytes = { id: string; stated: Buffer[]; first: Buffer[]; again: Buffer[] };

/** Sends each case twice, with the same fresh values, and hands over what arrived. */
async function sendShare(next: () => Case | undefined, compare: (bytes: Bytes) => void) {
  const server = await startCapture();
  const target = parseBaseUrl(server.url);
  const common = { target, firstId: FIRST_ID, insecure: false, keep: false };
  const short = new Dispatcher({ ...common, timeoutMs: TIMEOUT_MS });
  const long = new Dispatcher({ ...common, timeoutMs: LONG_TIMEOUT_MS });
  const send = async (each: Case, fresh?: number) => {
    const sent = await (each.alone === true ? long : short).send(each, fresh);
    // What was written last may not have been read yet: each turn reads what there is.
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return { fresh: sent.fresh, bytes: server.takeAll() };
  };
  for (let each = next(); each !== undefined; each = next()) {
    const first = await send(each);
    const again = await send(each, first.fresh);
    const filling = { target, firstId: FIRST_ID, fresh: first.fresh };
    const stated = requestBytes(each.request, filling).filter((bytes) => bytes.length > 0);
    const parts = { stated, first: first.bytes, again: again.bytes };
    compare({ id: each.id, ...(isUnordered(each) ? sortAll(parts) : parts) });
  }
  await Promise.all([short.close(), long.close()]);
  await server.close();
}

const isUnordered = ({ request }: Case): boolean =>
  request.sender === "wire" && request.unordered === true;

const sortAll = ({ stated, first, again }: Omit<Bytes, "id">) => ({
  stated: stated.toSorted(Buffer.compare),
  first: first.toSorted(Buffer.compare),
  again: again.toSorted(Buffer.compare),
});

const same = (one: Buffer[], other: Buffer[]): boolean =>
  one.length === other.length && one.every((bytes, index) => bytes.equals(other[index] ?? bytes));

/** Where a connection is reset, the end of what was written may be thrown away. */
const isPrefix = (one: Buffer[], whole: Buffer[]): boolean =>
  one.length <= whole.length &&
  one.every((bytes, index) => bytes.equals((whole[index] ?? bytes).subarray(0, bytes.length)));

const resets = ({ request }: Case): boolean =>
  request.sender === "wire" && request.steps.some((step) => step.do === "reset");

test(
  "what arrives is what is recorded as sent, and the same once more: all cases",
  { timeout: 240_000 },
  async () => {
    const all = [...chosen, ...drawn];
    const mayLose = new Set(all.filter(resets).map(({ id }) => id));
    const different: string[] = [];
    let compared = 0;
    const compare = ({ id, stated, first, again }: Bytes): void => {
      compared += 1;
      const fits = mayLose.has(id)
        ? isPrefix(first, stated) && isPrefix(again, stated)
        : same(first, stated) && same(again, stated);
      if (!fits) different.push(`${id}: ${[stated, first, again].map(lengths).join(" | ")}`);
    };
    // The slowest first: none is left for the end.
    const queue = all.toSorted((a, b) => Number(a.alone ?? false) - Number(b.alone ?? false));
    const next = (): Case | undefined => queue.pop();
    await Promise.all(Array.from({ length: SERVERS }, () => sendShare(next, compare)));
    expect(different).toEqual([]);
    expect(compared).toBe(chosen.length + drawn.length);
    expect(chosen.length).toBeGreaterThan(800);
    expect(drawn.length).toBe(DRAWN * suites.flatMap(({ properties }) => properties).length);
    expect(mayLose.size).toBeGreaterThan(0);
  },
);

const lengths = (list: Buffer[]): string => list.map(({ length }) => length).join("+");
