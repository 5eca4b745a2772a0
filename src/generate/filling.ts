import type { BaseUrl } from "../contract/index.ts";
import type { Interface, RequestResult } from "../model/index.ts";

/** The values for the holes of a template. */
export type Filling = {
  /** The interface of the requests: it has the path, and defines how fresh values are made. */
  interface: Interface;
  target: BaseUrl;
  firstId: number;
  /** Index of the observation's first fresh value. */
  fresh: number;
  /** The responses so far to earlier requests of the same case, or all of a recorded one. */
  answers?: readonly RequestResult[];
  /** A request that is only looked at, or one of load; absent for one that is recorded. */
  purpose?: "example" | "load";
};
