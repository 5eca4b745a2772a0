import type { CaseRequest } from "../model/index.ts";
import type { SeenResponse } from "./candidate.ts";

/** The responses of a run, by request. */
export class KnownResponses {
  readonly #byRequest = new Map<string, SeenResponse | undefined>();
  readonly #repeated: { signature: string; first: string } | undefined;

  /** `repeated` is the response to a repeated identity, which differs from the first one. */
  constructor(repeated?: { signature: string; first: string }) {
    this.#repeated = repeated;
  }

  /** Adds a case with its signatures. A request that got different ones is not known. */
  add(request: CaseRequest, sent: string, signatures: readonly string[]): void {
    const settled = new Set(signatures.map((each) => this.#settled(each)));
    const [signature] = settled;
    const key = JSON.stringify(request);
    if (signature === undefined) return;
    const before = this.#byRequest.get(key);
    const isUnlike = before !== undefined && before.signature !== signature;
    this.#byRequest.set(
      key,
      settled.size > 1 || isUnlike
        ? undefined
        : { signature, case: sent, confirmed: signatures.length > 1 || before !== undefined },
    );
  }

  of(request: CaseRequest): SeenResponse | undefined {
    return this.#byRequest.get(JSON.stringify(request));
  }

  #settled(signature: string): string {
    const known = this.#repeated;
    return known !== undefined && signature === known.signature ? known.first : signature;
  }
}
