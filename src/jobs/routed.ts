import type { BaseUrl } from "../contract/base-url.ts";
import { givenValues, type CredentialOptions } from "./credentials.ts";

/** What the options say of the way to the target. */
export type RouteOptions = CredentialOptions;

/** The target with the way to it, and with the values of given headers. */
export function routed(
  target: BaseUrl,
  options: RouteOptions,
  headers = givenValues(options),
): BaseUrl {
  return headers.size === 0 ? target : { ...target, route: { headers } };
}
