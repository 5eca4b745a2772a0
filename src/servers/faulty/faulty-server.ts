import type { Listening } from "../listening.ts";
import type { Expected } from "./expected.ts";

/** A server whose one peculiarity is known. */
export type Faulty = {
  /** One line: what it does, after "it". */
  about: string;
  /** What the verbs must report of it. */
  expected: Expected;
  start: () => Promise<Listening>;
};
