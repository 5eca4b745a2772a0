import type { GivenHeaders } from "./given-headers.ts";
import type { Secret } from "./secret.ts";

/** An HTTP proxy, and the value for Proxy-Authorization. */
export type ProxyAddress = {
  hostname: string;
  port: number;
  /** The proxy itself speaks TLS. */
  secure: boolean;
  authorization?: Secret | undefined;
};

/** Settings of TLS besides the target's name: texts of PEM files, and another name to ask for and to verify. */
export type TlsOptions = {
  cert?: string | undefined;
  key?: Secret | undefined;
  ca?: string | undefined;
  serverName?: string | undefined;
};

/** The route to the target, and the values of given headers, which no record may contain. */
export type Route = {
  /** Values of given headers. */
  headers?: GivenHeaders | undefined;
  /** Further headers, and members of JSON documents, whose values are not stored. */
  redact?: readonly string[] | undefined;
  /** An address to connect to, instead of the addresses of the name. */
  address?: string | undefined;
  unixSocket?: string | undefined;
  proxy?: ProxyAddress | undefined;
  family?: 4 | 6 | undefined;
  tls?: TlsOptions | undefined;
  /** The address of the first connection, to which all others go, too. */
  used?: { address?: string | undefined } | undefined;
};
