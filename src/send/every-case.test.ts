import { userSubmission } from "../contract/user-submission.ts";
import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { drawCases } from "../generate/draw-cases.ts";
import { requestBytes } from "../generate/request-bytes.ts";
import type { Case } from "../model/case.ts";
import { Dispatcher } from "../run/dispatcher.ts";
import { startCapture } from "../servers/capture.ts";
import { sampled } from "../statistics.fixture.ts";

const SERVERS = 32;
const DRAWN = sampled("cases of each property", { all: 40, sample: 10 });
const SEED = 20_240_229;
const FIRST_ID = 200_000_000;
/** Enough for one quiet moment of the capture server; what it does not respond to is not waited for longer. */
const TIMEOUT_MS = 1000;
/** Tens of MiB take their time. */
const LONG_TIMEOUT_MS = 20_000;

const chosen = suites.flatMap(({ cases }) => cases);
const drawn = suites.flatMap((suite) =>
  suite.properties.flatMap((property) => [...drawCases(suite.name, property, SEED, DRAWN)]),
);

type Bytes = { stated: Buffer[]; first: Buffer[]; again: Buffer[] };

/** Works through cases one after the other on a server of its own; hands over those of which other bytes arrived. */
async function sendShare(
  next: () => Case | undefined,
  differs: (id: string, bytes: Bytes) => void,
) {
  const server = await startCapture();
  const target = parseBaseUrl(server.url);
  const common = {
    interface: userSubmission,
    target,
    firstId: FIRST_ID,
    insecure: false,
    keep: false,
  };
  const short = new Dispatcher({ ...common, timeoutMs: TIMEOUT_MS });
  const long = new Dispatcher({ ...common, timeoutMs: LONG_TIMEOUT_MS });

  const send = async (each: Case, dispatcher: Dispatcher, given?: number) => {
    const { fresh } = await dispatcher.send(each, given);
    // What was written last may not have been read yet: each turn reads what there is.
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const bytes = server.takeAll();
    return { fresh, bytes: isUnordered(each) ? bytes.toSorted(Buffer.compare) : bytes };
  };
  /** The same case twice, with the same fresh values. */
  const sendTwice = async (each: Case, dispatcher: Dispatcher): Promise<Bytes> => {
    const first = await send(each, dispatcher);
    const again = await send(each, dispatcher, first.fresh);
    const filling = { interface: userSubmission, target, firstId: FIRST_ID, fresh: first.fresh };
    const stated = requestBytes(each.request, filling).filter((bytes) => bytes.length > 0);
    return {
      stated: isUnordered(each) ? stated.toSorted(Buffer.compare) : stated,
      first: first.bytes,
      again: again.bytes,
    };
  };

  for (let each = next(); each !== undefined; each = next()) {
    let bytes = await sendTwice(each, each.alone === true ? long : short);
    // A machine with other work may have cut it short.
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
    const different: string[] = [];
    const differs = (id: string, { stated, first, again }: Bytes): void => {
      different.push(`${id}: ${[stated, first, again].map(lengths).join(" | ")}`);
    };
    // The slowest first: none is left for the end.
    const queue = all.toSorted((a, b) => Number(a.alone ?? false) - Number(b.alone ?? false));
    const sent = new Set<string>();
    const next = (): Case | undefined => {
      const each = queue.pop();
      if (each !== undefined) sent.add(each.id);
      return each;
    };
    await Promise.all(Array.from({ length: SERVERS }, () => sendShare(next, differs)));
    expect(different).toEqual([]);
    expect(sent.size).toBe(chosen.length + drawn.length);
    expect(drawn.length).toBe(DRAWN * suites.flatMap(({ properties }) => properties).length);
    expect(all.filter(resets).length).toBeGreaterThanOrEqual(10);
  },
);

const lengths = (list: Buffer[]): string => list.map(({ length }) => length).join("+");
