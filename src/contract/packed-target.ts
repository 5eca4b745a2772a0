import type { BaseUrl } from "./base-url.ts";
import type { ProxyAddress, Route, TlsOptions } from "./route.ts";
import { Secret } from "./secret.ts";

/** A route whose secrets are plain texts. */
type PackedRoute = Omit<Route, "headers" | "proxy" | "tls"> & {
  headers: [name: string, value: string][];
  proxy?: Omit<ProxyAddress, "authorization"> & { authorization?: string | undefined };
  tls?: Omit<TlsOptions, "key"> & { key?: string | undefined };
};

/** A target as plain data for another process of witness, secrets included: never written down. */
export type PackedTarget = Omit<BaseUrl, "route"> & { route?: PackedRoute };

/** Packs a target for a message to another process. */
export function packTarget({ route, ...target }: BaseUrl): PackedTarget {
  if (route === undefined) return target;
  const { headers = new Map<string, Secret>(), proxy, tls, ...rest } = route;
  return {
    ...target,
    route: {
      ...rest,
      headers: Array.from(headers, ([name, value]) => [name, value.reveal()]),
      ...(proxy && { proxy: { ...proxy, authorization: proxy.authorization?.reveal() } }),
      ...(tls && { tls: { ...tls, key: tls.key?.reveal() } }),
    },
  };
}

/** The target of a message. */
export function unpackTarget({ route, ...target }: PackedTarget): BaseUrl {
  if (route === undefined) return target;
  const { headers, proxy, tls, ...rest } = route;
  return {
    ...target,
    route: {
      ...rest,
      headers: new Map(headers.map(([name, value]) => [name, new Secret(value)])),
      ...(proxy && { proxy: { ...proxy, authorization: secretOf(proxy.authorization) } }),
      ...(tls && { tls: { ...tls, key: secretOf(tls.key) } }),
    },
  };
}

const secretOf = (text: string | undefined): Secret | undefined =>
  text === undefined ? undefined : new Secret(text);

/** The target without what only sending needs: for showing a request. */
export const shownTarget = ({ route: _route, ...target }: BaseUrl): BaseUrl => target;
