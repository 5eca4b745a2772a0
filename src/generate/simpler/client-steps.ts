import type { ClientRequest } from "../../model/index.ts";
import { headerSteps, headersSize } from "./header-steps.ts";
import { headerValueSteps } from "./parameter-steps.ts";
import { templateSize } from "./size.ts";
import type { StatedParts } from "./stated.ts";
import { targetSize, targetSteps } from "./target-steps.ts";
import { bodySteps } from "./template-steps.ts";

const DEVIATION = 20;

/**
 * The distance of a request of the ordinary client from the stated one, and the size of its body.
 */
export function clientSize(
  { method, path, headers, body }: ClientRequest,
  stated: StatedParts,
): number {
  const methodSize = method === undefined ? 0 : DEVIATION;
  const pathSize = targetSize(path, stated);
  return (
    methodSize +
    (pathSize === 0 ? 0 : DEVIATION + pathSize) +
    headersSize(headers, stated.headers) +
    templateSize(body, stated.fresh)
  );
}

/** Requests of the ordinary client that are one step simpler. */
export function* clientSteps(
  request: ClientRequest,
  stated: StatedParts,
): Generator<ClientRequest> {
  const { method, path, headers, body, ...rest } = request;
  const make = (change: Partial<ClientRequest>): ClientRequest => {
    const all = { method, path, headers, body, ...change };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return { ...rest, body: all.body, ...Object.fromEntries(given) };
  };
  if (method !== undefined) yield make({ method: undefined });
  if (path !== undefined) yield make({ path: stated.path });
  for (const step of headerSteps(headers, stated.headers)) yield make({ headers: step });
  for (const step of headerValueSteps(headers, stated.parameters)) yield make({ headers: step });
  for (const step of bodySteps(body, stated)) yield make({ body: step });
  for (const step of targetSteps(path, stated)) yield make({ path: step });
}
