import type { BaseUrl } from "./base-url.ts";
import type { Route } from "./route.ts";
import { Secret } from "./secret.ts";

/** A target as plain data for another process of witness, secrets included: never written down. */
export type PackedTarget = Omit<BaseUrl, "route"> & {
  route?: Omit<Route, "headers"> & { headers: [name: string, value: string][] };
};

/** Packs a target for a message to another process. */
export function packTarget({ route, ...target }: BaseUrl): PackedTarget {
  if (route === undefined) return target;
  const headers = [...(route.headers ?? [])].map(([name, value]): [string, string] => [
    name,
    value.reveal(),
  ]);
  return { ...target, route: { ...route, headers } };
}

/** The target of a message. */
export function unpackTarget({ route, ...target }: PackedTarget): BaseUrl {
  if (route === undefined) return target;
  const headers = new Map(route.headers.map(([name, value]) => [name, new Secret(value)]));
  return { ...target, route: { ...route, headers } };
}

/** The target without what only sending needs: for showing a request. */
export const shownTarget = ({ route: _route, ...target }: BaseUrl): BaseUrl => target;
