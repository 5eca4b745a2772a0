import type { GivenHeaders } from "./given-headers.ts";
import type { Secret } from "./secret.ts";

/** An HTTP proxy, with what it wants in Proxy-Authorization. */
export type ProxyAddress = {
  hostname: string;
  port: number;
  secure: boolean;
  authorization?: Secret | undefined;
};

/** How requests get to the target, and what they carry that no record may hold. */
export type Route = {
  /** Values of given headers. */
  headers?: GivenHeaders | undefined;
  /** Further headers, and members of JSON documents, whose values are not stored. */
  redact?: readonly string[] | undefined;
  /** A proxy that connects to the target. */
  proxy?: ProxyAddress | undefined;
};
