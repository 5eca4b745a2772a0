import type { BaseUrl } from "../contract/base-url.ts";
import type { GivenHeaders } from "../contract/given-headers.ts";
import type { Route } from "../contract/route.ts";
import { givenValues, type CredentialOptions } from "./credentials.ts";

/** Options about the route to the target. */
export type RouteOptions = CredentialOptions;

/** The target with the way to it, and with the values of headers: those that are given override those that are `hidden`. */
export function routed(
  target: BaseUrl,
  options: RouteOptions,
  hidden: GivenHeaders = new Map(),
): BaseUrl {
  const { redact = [] } = options;
  const headers = new Map([...hidden, ...givenValues(options)]);
  const route: Route = {
    ...(headers.size > 0 && { headers }),
    ...(redact.length > 0 && { redact }),
  };
  return Object.keys(route).length === 0 ? target : { ...target, route };
}
