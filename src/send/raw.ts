import { setTimeout as sleep } from "node:timers/promises";
import { renderSend, renderSendPieces, type Filling } from "../generate/index.ts";
import type { Exchange, RawRequest, RawStep, RequestResult } from "../model/index.ts";
import { redactorOf, type Redactor } from "./redactor.ts";
import { keepBytes } from "./request-result.ts";
import { deadlineOf, type SenderOptions } from "./sender.ts";
import { RawConnection } from "./raw-connection.ts";

/** `settled` follows when the connections have been watched. A signal destroys them: unfinished results reject. */
export async function sendRaw(
  request: RawRequest,
  filling: Filling,
  options: SenderOptions,
  signal?: AbortSignal,
): Promise<{ results: RequestResult[]; settled: Promise<Exchange> }> {
  const connections = new Map<number, RawConnection>();
  signal?.addEventListener("abort", () => {
    for (const each of connections.values()) each.abandon();
  });
  const connection = (on = 0): RawConnection => {
    const known = connections.get(on) ?? new RawConnection(options);
    connections.set(on, known);
    return known;
  };
  const results: RequestResult[] = [];
  const heads = new HeadRequests();
  let last = 0;
  // One time limit for all responses after the last sent bytes: missing responses on several
  // connections are not waited for one after the other.
  let deadlineMs = deadlineOf(options);
  // Pauses since the last sent bytes: a connection that is opened after them has the whole time.
  let pausedMs = 0;
  for (const step of request.steps) {
    signal?.throwIfAborted();
    if (step.do === "pause") {
      await sleep(step.ms, undefined, { signal });
      pausedMs += step.ms;
      continue;
    }
    const current = connection(step.on);
    if (current.over) continue;
    if (step.do === "read") {
      last = step.on ?? 0;
      const isHead = heads.read(last);
      results.push(await current.read(step.bodyless ?? isHead, deadlineMs));
    } else if (await current.ready(deadlineMs + pausedMs)) {
      pausedMs = 0;
      heads.note(step);
      await act(current, step, { ...filling, answers: results }, signal);
      deadlineMs = deadlineOf(options);
    }
  }
  return {
    results,
    settled: conclude(connections, last, results, redactorOf(options.target.route)),
  };
}

/** Which responses have no body because they are to HEAD: the first of a connection is to its first request, and so on. */
class HeadRequests {
  readonly #sent = new Map<number, boolean[]>();
  readonly #reads = new Map<number, number>();

  note(step: RawStep): void {
    if (step.do !== "send" || step.head === undefined) return;
    const { on = 0, head } = step;
    const start = head.filter((part) => typeof part === "string").join("");
    this.#sent.set(on, [...(this.#sent.get(on) ?? []), start.startsWith("HEAD ")]);
  }

  /** Of more responses than requests, the last ones are as the last request. */
  read(on: number): boolean {
    const nth = this.#reads.get(on) ?? 0;
    this.#reads.set(on, nth + 1);
    const sent = this.#sent.get(on) ?? [];
    return sent[Math.min(nth, sent.length - 1)] === true;
  }
}

async function act(
  connection: RawConnection,
  step: Exclude<RawStep, { do: "read" | "pause" }>,
  filling: Filling,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (step.do === "half-close") return connection.halfClose();
  if (step.do === "reset") {
    // Earlier bytes are sent first: a reset discards what the system still buffers.
    await sleep(5);
    return connection.reset();
  }
  if (step.pieces === undefined) return connection.write(renderSendPieces(step, filling).pieces());
  for (const [index, piece] of cut(renderSend(step, filling), step.pieces).entries()) {
    if (index > 0) await sleep(step.pauseMs ?? 0, undefined, { signal });
    connection.write([piece]);
  }
}

function cut(bytes: Buffer, pieces: "bytes" | number[]): Buffer[] {
  const inner = pieces === "bytes" ? Array.from(bytes.keys()).slice(1) : pieces;
  const offsets = [0, ...inner, bytes.length];
  return offsets.slice(1).map((end, index) => bytes.subarray(offsets[index], end));
}

const NOT_USED = { end: "none", leftover: Buffer.alloc(0) } as const;

async function conclude(
  connections: Map<number, RawConnection>,
  last: number,
  results: RequestResult[],
  redactor: Redactor,
): Promise<Exchange> {
  const finished = await Promise.all(
    [...connections].map(async ([on, each]) => ({ on, ...(await each.finish()) })),
  );
  const { end, leftover } = finished.find(({ on }) => on === last) ?? NOT_USED;
  return {
    answers: results,
    end,
    leftover: leftover.length > 0 ? keepBytes(leftover, redactor) : undefined,
  };
}
