import { machineFault } from "../machine-fault.ts";
import type { RequestResult } from "../model/index.ts";
import { completeResult, failedResult, keptOf, timesFrom, type Times } from "./request-result.ts";
import type { ExchangeHandler } from "./exchange-handler.ts";
import { endingOf, reasonOf, type Ending } from "./outcome.ts";
import { redactorOf } from "./redactor.ts";
import { nothingMore, ownSlowness, silentMs, type SenderOptions } from "./sender.ts";
import type { TappedConnection } from "./tapped-connection.ts";
import type { TappedResponse } from "./tapped-response.ts";
import { whole } from "../text/index.ts";

/** The client's result, with the received bytes. An error if the request itself or this machine prevented it. */
export function clientResult(
  handler: ExchangeHandler,
  tapped: TappedResponse,
  connection: TappedConnection | undefined,
  limits: SenderOptions,
): RequestResult | Error {
  const { startedUs, endedUs } = handler;
  const { firstByteUs, lastByteUs } = tapped;
  const times = timesFrom(startedUs, firstByteUs, endedUs);
  const ending = endingIn(handler, tapped, connection, limits);
  if (ending instanceof Error) return ending;
  if (ending === undefined) return complete(handler, tapped, times, limits);
  const { response } = tapped;
  const isRefused = ending.outcome === "malformed" || tapped.beyondClient !== undefined;
  const refused = isRefused ? response : undefined;
  return failedResult(
    {
      ...ending,
      phase: handler.phase(connection?.socket),
      received: response === undefined ? tapped.unread() : tapped.whole(),
      isCoded: response === undefined && tapped.isInCoded,
      status: handler.status,
      whole: refused && { status: refused.status, framing: refused.framing },
      ...(handler.wait && ownSlowness(handler.wait, silentMs(lastByteUs, endedUs), limits)),
      sentLate: handler.sentLate && firstByteUs === undefined,
    },
    times,
    redactorOf(limits.target.route),
  );
}

/** As the bytes show it; as the client reports it if the two do not agree on the body. */
function complete(
  handler: ExchangeHandler,
  { response, known }: TappedResponse,
  times: Times,
  limits: SenderOptions,
): RequestResult {
  const isSame = response?.body.length === handler.bodyBytes;
  const read = isSame ? response : handler.response();
  if (known === undefined || !isSame) return completeResult(keptOf(read, limits), times);
  known.kept ??= keptOf(read, limits);
  return completeResult(known.kept, times);
}

function endingIn(
  handler: ExchangeHandler,
  tapped: TappedResponse,
  connection: TappedConnection | undefined,
  limits: SenderOptions,
): Ending | Error | undefined {
  const refusal = connection?.refusal;
  const error = refusal ?? handler.error;
  if (handler.wait !== undefined && refusal === undefined)
    return { outcome: "timed-out", detail: nothingMore(limits) };
  if (tapped.tooLarge !== undefined) return { outcome: "too-large", detail: tapped.tooLarge };
  if (tapped.beyondClient !== undefined && tapped.response !== undefined)
    return { outcome: "too-large", detail: tapped.beyondClient.message };
  if (error === undefined) return undefined;
  if (handler.tooLarge)
    return { outcome: "too-large", detail: `response over ${whole(limits.limitBytes)} bytes` };
  const ending = endingOf(error, connection?.serverEnd());
  const isRefusal = ending === undefined || ending.outcome === "malformed";
  if (ending !== undefined && !isRefusal) return ending;
  if (!handler.started || machineFault(error) !== undefined) return ending ?? error;
  return { outcome: "malformed", detail: refusalOf(handler, tapped, error) };
}

/** The client's reason. For an unreadable head, undici reports a wrong length: the head itself shows the reason. */
function refusalOf({ status }: ExchangeHandler, tapped: TappedResponse, error: Error): string {
  const isHidden =
    status === undefined && Reflect.get(error, "code") === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
  if (!isHidden) return reasonOf(error);
  const { headers = [] } = tapped.response ?? {};
  const names = headers.map(([name]) => name.toLowerCase());
  const lengths = names.filter((name) => name === "content-length").length;
  if (tapped.fault !== undefined) return tapped.fault;
  const why = names.includes("transfer-encoding")
    ? " (Content-Length together with Transfer-Encoding)"
    : lengths > 1
      ? ` (Content-Length ${lengths} times)`
      : "";
  return `a response head that it cannot read${why}`;
}
