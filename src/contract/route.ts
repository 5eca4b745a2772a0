import type { GivenHeaders } from "./given-headers.ts";

/** How requests get to the target, and what they carry that no record may hold. */
export type Route = {
  /** Values of given headers. */
  headers?: GivenHeaders | undefined;
};
