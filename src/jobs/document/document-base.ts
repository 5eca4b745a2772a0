import { WitnessError } from "../../errors.ts";
import { parseBaseUrl, statedBases, statedFor } from "../../contract/index.ts";
import { headerOf, type Interface, resultWord } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { joinedWords } from "../../text/index.ts";
import { OperationShares } from "./operation-shares.ts";
import { pathParameters } from "./producers.ts";
import { readable } from "./readable.ts";
import type { StatedExchange, StatedSending } from "./stated-sender.ts";
import { responseIn, StatedSender } from "./stated-sender.ts";

const MOST_ASKED = 3;

/**
 * Asks a few operations that only read whether they are there, until one is. Of a document whose paths begin elsewhere, each of
 * thousands of requests would get 404. @throws WitnessError `base-url` where all of them are found below another URL, which the
 * document's `servers` or the target suggest; Interrupted after the signal.
 */
export async function requireBase(
  sending: StatedSending,
  operations: readonly DocumentOperation[],
): Promise<void> {
  const firstId = new OperationShares(sending.options, 1).firstIdOf(-1);
  const asked = operations
    .filter(({ method, path }) => method === "GET" && pathParameters(path).length === 0)
    .flatMap((each) => readable(each) ?? [])
    .slice(0, MOST_ASKED);
  const { baseUrl } = sending.target;
  const missing: StatedExchange[] = [];
  for (const from of asked) {
    const exchange = await sent(sending, from, baseUrl, firstId);
    if (responseIn(exchange)?.status !== 404) return;
    missing.push(exchange);
  }
  if (missing.length === 0) return;
  const gets = missing.length === 1 ? "gets" : "get";
  const all = `${joinedWords(missing.map(nameOf), "and")} ${gets} 404`;
  for (const other of otherBases(baseUrl, asked)) {
    const found: StatedExchange[] = [];
    for (const from of asked) {
      const exchange = await sent(sending, from, other.url, firstId);
      if (isAsStated(from, exchange)) found.push(exchange);
    }
    const [first] = found;
    if (first === undefined || found.length < asked.length) continue;
    // One path alone may be another server's by chance: `/health` is on many.
    if (found.length < 2 && !other.isStated) continue;
    throw new WitnessError(
      "base-url",
      `the paths of the document are not below ${baseUrl}: ${all}`,
      {
        hint: `${nameOf(first)} gets ${resultWord(first.result)}: give ${other.url} as the target`,
      },
    );
  }
  // A document that states 404 expects it.
  const isStated = asked.every(({ responses = [] }) =>
    responses.some(({ status }) => status === "404"),
  );
  if (isStated) return;
  sending.control.events.phase?.(
    `${all}: is ${baseUrl} the URL that the document's paths are below?`,
  );
}

const nameOf = ({ method, path }: StatedExchange): string => `${method} ${path.split("?", 1)[0]}`;

const sent = (
  { target, ...sending }: StatedSending,
  from: Interface,
  baseUrl: string,
  firstId: number,
): Promise<StatedExchange> =>
  new StatedSender({ ...sending, target: { ...target, baseUrl } }, firstId).send(from);

/** Whether the response is one that the document states, and no page that a website gives for every path. */
function isAsStated({ responses = [] }: Interface, exchange: StatedExchange): boolean {
  const response = responseIn(exchange);
  if (response === undefined) return false;
  const { status } = response;
  const stated = statedFor(responses, String(status));
  const isPage = /\bhtml\b/i.test(headerOf(response, "content-type") ?? "");
  return status !== 404 && stated !== undefined && stated.implied !== true && !isPage;
}

/** The URLs below which the paths may be instead: those of the document's servers, and the target without its path. */
function otherBases(
  baseUrl: string,
  asked: readonly Interface[],
): { url: string; isStated: boolean }[] {
  const servers = asked.flatMap((each) => each.servers ?? []);
  const stated = statedBases(baseUrl, servers).map((url) => ({ url, isStated: true }));
  const { origin } = new URL(baseUrl);
  const isKnown = [parseBaseUrl(baseUrl).href, ...stated.map(({ url }) => url)].includes(origin);
  return isKnown ? stated : [...stated, { url: origin, isStated: false }];
}
