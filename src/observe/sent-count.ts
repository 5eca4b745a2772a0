import type { CaseRequest, RequestResult } from "../model/index.ts";
import {
  classOf,
  connectionCount,
  hasResponded,
  requestCount,
  resultWord,
  turnsAway,
} from "../model/index.ts";

/** Whoever turns new connections away counts none of these. */
const NOT_OPENED: ReadonlySet<string> = new Set(["reset", "refused", "unreachable"]);

/** What a run has sent to its target, and what came back, whatever is recorded of it. */
export class SentCount {
  sent = 0;
  /** Requests that the target did not turn away. */
  accepted = 0;
  opened = 0;
  errors = 0;
  /** When each request was sent, by `performance.now()`. */
  readonly atMs: number[] = [];
  readonly words = new Map<string, number>();

  /** Without a request, one is begun that the target need not see as a whole. */
  begin(request?: CaseRequest): void {
    this.sent += 1;
    const nowMs = performance.now();
    const all = request === undefined ? 0 : requestCount(request);
    for (let left = all; left > 0; left -= 1) this.atMs.push(nowMs);
  }

  /** What came first of this request, the `nth` of its connection if an ordinary client sent it. */
  open(request: CaseRequest, results: readonly RequestResult[], nth: number | undefined): void {
    if (results.every(({ outcome }) => NOT_OPENED.has(outcome))) return;
    this.opened += request.sender === "client" && nth === 1 ? 1 : connectionCount(request);
  }

  add(answers: readonly RequestResult[]): void {
    const isAway = (each: RequestResult): boolean => turnsAway(each) || resultWord(each) === "503";
    this.accepted += answers.filter((each) => hasResponded(each) && !isAway(each)).length;
    this.errors += answers.filter((each) => classOf(resultWord(each)) === "5xx").length;
    for (const word of answers.map(resultWord))
      this.words.set(word, (this.words.get(word) ?? 0) + 1);
  }

  /** Begun requests that the target waits for: limits count a request once its head has arrived. */
  hasAccepted(begun: number, { hasBody }: { hasBody: boolean }): void {
    this.opened += begun;
    if (hasBody) this.accepted += begun;
  }
}
