import type { Listening } from "../listening.ts";

/** A server whose one peculiarity is known. */
export type Faulty = {
  /** One line: what it does, after "it". */
  about: string;
  start: () => Promise<Listening>;
};
