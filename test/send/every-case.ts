import { parseBaseUrl } from "../../src/contract/index.ts";
import { requestBytes } from "../../src/generate/index.ts";
import type { Case, Interface } from "../../src/model/index.ts";
import { Dispatcher } from "../../src/observe/index.ts";
import { startCapture } from "../servers/capture.ts";

const SERVERS = 32;
const FIRST_ID = 200_000_000;
/** Enough for one quiet moment of the capture server; later responses are not waited for. */
const TIMEOUT_MS = 1000;
/** Tens of MiB take their time. */
const LONG_TIMEOUT_MS = 20_000;

type Bytes = { stated: Buffer[]; first: Buffer[]; again: Buffer[] };

/** Works through cases one after the other on a separate server; returns those whose bytes differ. */
async function sendShare(
  from: Interface,
  next: () => Case | undefined,
  differs: (id: string, bytes: Bytes) => void,
): Promise<void> {
  const server = await startCapture();
  const target = parseBaseUrl(server.url);
  const common = {
    interface: from,
    target,
    firstId: FIRST_ID,
    insecure: false,
    keep: false,
  };
  const short = new Dispatcher({ ...common, timeoutMs: TIMEOUT_MS });
  const long = new Dispatcher({ ...common, timeoutMs: LONG_TIMEOUT_MS });

  const send = async (each: Case, dispatcher: Dispatcher, given?: number) => {
    const { fresh } = await dispatcher.send(each, given);
    // The last written bytes may not have been read yet: each turn reads available ones.
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const bytes = server.takeAll();
    return { fresh, bytes: isUnordered(each) ? bytes.toSorted(Buffer.compare) : bytes };
  };
  /** The same case twice, with the same fresh values. */
  const sendTwice = async (each: Case, dispatcher: Dispatcher): Promise<Bytes> => {
    const first = await send(each, dispatcher);
    const again = await send(each, dispatcher, first.fresh);
    const filling = { interface: from, target, firstId: FIRST_ID, fresh: first.fresh };
    const stated = requestBytes(each.request, filling).filter((bytes) => bytes.length > 0);
    return {
      stated: isUnordered(each) ? stated.toSorted(Buffer.compare) : stated,
      first: first.bytes,
      again: again.bytes,
    };
  };

  for (let each = next(); each !== undefined; each = next()) {
    let bytes = await sendTwice(each, each.alone === true ? long : short);
    // A busy machine may have cut it short.
    if (!fits(each, bytes)) bytes = await sendTwice(each, long);
    if (!fits(each, bytes)) differs(each.id, bytes);
  }
  await Promise.all([short.close(), long.close()]);
  await server.close();
}

function fits(each: Case, { stated, first, again }: Bytes): boolean {
  const compare = resets(each) ? isPrefix : same;
  return compare(first, stated) && compare(again, stated);
}

const isUnordered = ({ request }: Case): boolean =>
  request.sender === "wire" && request.unordered === true;

const same = (one: Buffer[], other: Buffer[]): boolean =>
  one.length === other.length && one.every((bytes, index) => bytes.equals(other[index] ?? bytes));

/** If a connection is reset, the end of the written bytes may be lost. */
const isPrefix = (one: Buffer[], whole: Buffer[]): boolean =>
  one.length <= whole.length &&
  one.every((bytes, index) => bytes.equals((whole[index] ?? bytes).subarray(0, bytes.length)));

/** Whether a connection is reset, so that not everything may arrive. */
export const resets = ({ request }: Case): boolean =>
  request.sender === "wire" && request.steps.some((step) => step.do === "reset");

const lengths = (list: Buffer[]): string => list.map(({ length }) => length).join("+");

/**
 * Sends every case twice to servers that record all bytes. Returns the ids of the sent cases, and of
 * those whose bytes differ from those in a report, with the lengths of both.
 */
export async function sendEveryCase(
  from: Interface,
  cases: readonly Case[],
): Promise<{ sent: Set<string>; different: string[] }> {
  const different: string[] = [];
  const differs = (id: string, { stated, first, again }: Bytes): void => {
    different.push(`${id}: ${[stated, first, again].map(lengths).join(" | ")}`);
  };
  // The slowest first, so that none is left for the end.
  const queue = cases.toSorted((a, b) => Number(a.alone ?? false) - Number(b.alone ?? false));
  const sent = new Set<string>();
  const next = (): Case | undefined => {
    const each = queue.pop();
    if (each !== undefined) sent.add(each.id);
    return each;
  };
  await Promise.all(Array.from({ length: SERVERS }, () => sendShare(from, next, differs)));
  return { sent, different };
}
