import { lacksCredentials } from "../../analyse/index.ts";
import { parseBaseUrl, queryKey, shownTarget, withGivenPath } from "../../contract/index.ts";
import { withVersion } from "../../contract/index.ts";
import { FRESH_RANGES } from "../../fresh-numbers.ts";
import type { Filling } from "../../generate/index.ts";
import { clientHead, curlLine, givenPair, layoutOf, takenValue } from "../../generate/index.ts";
import { targetTemplate } from "../../generate/index.ts";
import { hasResponded } from "../../model/index.ts";
import type { Case, ClientRequest, GivenTarget, Interface } from "../../model/index.ts";
import type { RequestResult, Response } from "../../model/index.ts";
import { Dispatcher, FreshSequence, startAgain, type WithCurrent } from "../../observe/index.ts";
import { oncePer } from "../../remember.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Control } from "../open-run.ts";
import type { Settings } from "../settings.ts";
import { validCases } from "../plan-suites.ts";
import { hiddenValues, routed } from "../routed.ts";
import { type Naming, namingIn } from "./value-in-response.ts";
import { EntityTags, type FoundValues, tagValue, withCurrentValues } from "./entity-tags.ts";

export type StatedSending = { target: GivenTarget; options: Settings; control: Control };

/** A sent request and its result. `path` is its target; `curl` is a command that sends it, where there is one. */
export type StatedExchange = {
  method: string;
  path: string;
  curl?: string;
  result: RequestResult;
  /** The body of the response, if it is too long for a record. */
  whole?: Buffer;
  interface: Interface;
};

type Prepared = { own: Interface; hidden: ReturnType<typeof hiddenValues>["hidden"]; client: Case };

/** A dispatcher of one interface, for one request at a time. `isSound`: its last one got a response. */
type Lane = {
  prepared: Prepared;
  dispatcher: Dispatcher;
  found: FoundValues;
  isSound: boolean;
  whole: Buffer | undefined;
  closing?: NodeJS.Timeout;
};

/** So many connections stay open, for so long after a request. */
const MOST_IDLE = 10;
const IDLE_MS = 200;

/** Another method without a body, other credentials than the given ones, or a header that is left out. */
type StatedChange = { method?: string; credentials?: "none" | "wrong"; without?: string };

export const VERSIONS_NOTE =
  "If-Match of each request is the ETag that was read from the resource just before";

/** Sends the stated requests of interfaces, one at a time, each with new values. */
export class StatedSender {
  readonly #sending: StatedSending;
  readonly #firstId: number;
  readonly #numbers = new FreshSequence(FRESH_RANGES.checks.from);
  readonly #tags: EntityTags;
  readonly #prepared = new WeakMap<Interface, Prepared>();
  readonly #idle: Lane[] = [];

  constructor(
    sending: StatedSending,
    firstId: number,
    operations: readonly DocumentOperation[] = [],
  ) {
    this.#sending = sending;
    this.#firstId = firstId;
    this.#tags = new EntityTags(operations);
  }

  /** A change of a resource has the ETag that was read just before, where it needs its version. @throws Interrupted */
  async send(from: Interface, change: StatedChange = {}): Promise<StatedExchange> {
    if (change.method !== undefined) return this.#send(from, change);
    if (change.without !== undefined) return this.#send(withoutHeader(from, change.without), {});
    const tag = this.#tags.isNeeded(from) ? await this.#tagOf(from) : undefined;
    const exchange = await this.#send(from, change, { tag });
    if (tag !== undefined || !this.#tags.noteResponse(from, exchange.result)) return exchange;
    const read = await this.#tagOf(from);
    return read === undefined ? exchange : this.#send(from, change, { tag: read });
  }

  /** The same for an interface with values that are given in its path; sent often, because nothing is prepared for each of them. */
  async sendTo(from: Interface, inPath: FoundValues): Promise<StatedExchange> {
    const reader = this.#tags.isNeeded(from) ? this.#readerTo(from) : undefined;
    const tag = reader && tagIn(await this.#send(reader, {}, { inPath }));
    return this.#send(from, {}, { tag, inPath });
  }

  readonly #readerTo = oncePer((from: Interface) => {
    const reader = this.#tags.readerOf(from);
    return reader && withGivenPath(reader, from.givenPath ?? []);
  });

  /** Whether the document or an earlier response says that each request needs the ETag of its resource. */
  needsVersion = (from: Interface): boolean => this.#tags.isNeeded(from);

  /** The interface with the ETag in each request that is sent by `withCurrent`; undefined if the operation needs none. */
  async withVersions(
    from: Interface,
  ): Promise<{ interface: Interface; withCurrent: WithCurrent } | undefined> {
    const tag = this.#tags.isNeeded(from) ? await this.#tagOf(from) : undefined;
    if (tag === undefined) return undefined;
    const reader = this.#tags.readerOf(from);
    const read = async (): Promise<FoundValues | undefined> => {
      const current = await this.#tagIn(reader);
      return current === undefined ? undefined : tagValue(current);
    };
    return { interface: withVersion(from), withCurrent: withCurrentValues(tagValue(tag), read) };
  }

  /** Whether the options give none of the credentials that an operation demands. */
  lacksCredentials = async (from: Interface): Promise<boolean> =>
    lacksCredentials((await this.#preparedFor(from)).own);

  /** The ETag of the resource, if its change needs it. */
  versionOf = async (from: Interface): Promise<string | undefined> =>
    this.#tags.isNeeded(from) ? this.#tagOf(from) : undefined;

  readonly #tagOf = (from: Interface): Promise<string | undefined> =>
    this.#tagIn(this.#tags.readerOf(from));

  /** The ETag in a new response of this reader; undefined without one. */
  async #tagIn(reader: Interface | undefined): Promise<string | undefined> {
    return reader && tagIn(await this.#send(reader, {}));
  }

  /** Made once for an interface whose stated request is sent again and again. */
  async #preparedFor(from: Interface): Promise<Prepared> {
    const { validSuitesFor } = await import("../suites.lazy.ts");
    const known = this.#prepared.get(from);
    if (known !== undefined) return known;
    const { interface: own, hidden } = hiddenValues(from, this.#sending.options);
    const { client } = validCases(validSuitesFor(own));
    const prepared = { own, hidden, client };
    this.#prepared.set(from, prepared);
    return prepared;
  }

  async #send(
    stated: Interface,
    change: StatedChange,
    { tag, inPath = new Map<string, string>() }: { tag?: string; inPath?: FoundValues } = {},
  ): Promise<StatedExchange> {
    const { target, options, control } = this.#sending;
    const found = tag === undefined ? inPath : new Map([...inPath, ...tagValue(tag)]);
    const lane = this.#take(
      await this.#preparedFor(tag === undefined ? stated : versioned(stated)),
    );
    const { dispatcher, prepared } = lane;
    lane.found = found;
    lane.whole = undefined;
    lane.isSound = false;
    try {
      const sent = changed(prepared.client, prepared.own, change);
      const fresh = dispatcher.reserve(sent);
      // How the connection ends is not asked, and is known later.
      const { answers } = await dispatcher.reply(sent, fresh);
      const [result] = answers;
      if (result === undefined) throw new Error("a request has no result");
      lane.isSound = hasResponded(result);
      if (control.served !== undefined && !hasResponded(result))
        await startAgain(control.served, parseBaseUrl(target.baseUrl), control.signal);
      const filling = { ...dispatcher.fill(sent, fresh), found };
      const about = sentOf(sent, filling, options);
      return { ...about, result, whole: lane.whole };
    } finally {
      await this.#giveBack(lane);
    }
  }

  /** A dispatcher of this interface that nothing uses, or a new one. */
  #take(prepared: Prepared): Lane {
    const at = this.#idle.findIndex((each) => each.prepared === prepared);
    const [known] = at < 0 ? [] : this.#idle.splice(at, 1);
    clearTimeout(known?.closing);
    return known ?? this.#lane(prepared);
  }

  #lane(prepared: Prepared): Lane {
    const { target, options, control } = this.#sending;
    const dispatcher = new Dispatcher(
      {
        interface: prepared.own,
        target: routed(parseBaseUrl(target.baseUrl), options, prepared.hidden),
        firstId: this.#firstId,
        timeoutMs: options.timeoutMs,
        insecure: options.insecure,
        limitBytes: options.readLimitBytes,
        keep: true,
        heardBody: ({ body }) => (lane.whole = body),
        withCurrent: (sending) => sending(lane.found),
        signal: control.signal,
      },
      this.#numbers,
    );
    const found: FoundValues = new Map();
    const lane: Lane = { prepared, dispatcher, found, isSound: false, whole: undefined };
    return lane;
  }

  /** Keeps its connection open for the next request, for a moment. */
  async #giveBack(lane: Lane): Promise<void> {
    const isKept = lane.isSound && !this.#sending.control.signal.aborted;
    if (!isKept || this.#idle.length >= MOST_IDLE) return lane.dispatcher.close();
    this.#idle.push(lane);
    lane.closing = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(lane), 1);
      void lane.dispatcher.close();
    }, IDLE_MS);
  }
}

const versioned = oncePer(withVersion);

export const tagIn = ({ result }: StatedExchange): string | undefined =>
  takenValue("etag", [result]);

/** Without a header, whether the document states it or the options give it. */
const withoutHeader = ({ parameters, given, ...from }: Interface, header: string): Interface => ({
  ...from,
  parameters: parameters?.filter(
    ({ in: place, name }) => place !== "header" || name.toLowerCase() !== header.toLowerCase(),
  ),
  given: given?.filter((name) => name !== header),
});

function changed(sent: Case, from: Interface, { method, credentials }: StatedChange): Case {
  const { request } = sent;
  if (request.sender === "wire") return sent;
  return {
    ...sent,
    request: {
      ...request,
      ...(method !== undefined && { method, body: [] }),
      ...(credentials !== undefined && otherCredentials(from, credentials)),
    },
  };
}

/** Headers and target of the stated request without credentials, or with wrong ones. */
function otherCredentials(from: Interface, how: "none" | "wrong"): Partial<ClientRequest> {
  const { schemes = [], givenQuery = [] } = from;
  const names = new Set(schemes.flat().map(({ header }) => header.toLowerCase()));
  const headers = layoutOf(from).headers.filter(([name]) => !names.has(name.toLowerCase()));
  const [first = []] = how === "none" ? [] : schemes;
  for (const { header, in: place, before = "" } of first)
    if (place === undefined) headers.push([header, `${before}wrong`]);
  if (givenQuery.length === 0) return { headers };
  const pairs = givenQuery.map((name) => [
    queryKey(name),
    how === "none" ? [] : [givenPair(name, ["wrong"])],
  ]);
  return { headers, path: targetTemplate(layoutOf(from), { pairs: Object.fromEntries(pairs) }) };
}

function sentOf({ request }: Case, filling: Filling, options: Settings) {
  if (request.sender === "wire") throw new Error("the stated request is sent by the client");
  // A key in the query is not shown.
  const shown = { ...filling, target: shownTarget(filling.target) };
  const { method, path } = clientHead(request, shown);
  const { curl } = curlLine(request, filling, options);
  return { method, path, ...(curl !== null && { curl }), interface: filling.interface };
}

export const responseIn = ({ result }: StatedExchange): Response | undefined =>
  result.outcome === "answered" ? result.response : undefined;

/** What the response names a resource with. */
export function namingOf(exchange: StatedExchange): Naming | undefined {
  const response = responseIn(exchange);
  return response && namingIn(response, exchange.whole);
}

export function successIn(exchange: StatedExchange): Response | undefined {
  const response = responseIn(exchange);
  return response !== undefined && response.status >= 200 && response.status <= 299
    ? response
    : undefined;
}
