import type { ClientRequest } from "../../model/request.ts";
import { user } from "../user-submission.ts";
import { chunks, without } from "./chunks.ts";
import { headerSteps, headersSize } from "./header-steps.ts";
import { templateSize } from "./size.ts";
import { templateSteps } from "./template-steps.ts";

const DEVIATION = 20;
const CHARACTER = 3;

/** How far a request of the ordinary client is from the stated one, and its body from nothing. */
export function clientSize({ method, path, headers, body }: ClientRequest): number {
  const methodSize = method === undefined ? 0 : DEVIATION;
  const pathSize = path === undefined ? 0 : DEVIATION + CHARACTER * path.length;
  return methodSize + pathSize + headersSize(headers) + templateSize(body);
}

/** Requests of the ordinary client that are one step simpler. */
export function* clientSteps(request: ClientRequest): Generator<ClientRequest> {
  const { method, path, headers, body, ...rest } = request;
  const make = (change: Partial<ClientRequest>): ClientRequest => {
    const all = { method, path, headers, body, ...change };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return { ...rest, body: all.body, ...Object.fromEntries(given) };
  };
  if (method !== undefined) yield make({ method: undefined });
  if (path !== undefined) yield make({ path: undefined });
  for (const step of headerSteps(headers)) yield make({ headers: step });
  for (const step of templateSteps(body, user())) yield make({ body: step });
  const characters = Array.from(path?.slice(1) ?? "");
  for (const range of chunks(characters.length))
    yield make({ path: `/${without(characters, [range]).join("")}` });
}
