import { gunzipSync, gzipSync } from "node:zlib";
import { Observation } from "../model/index.ts";

/** The maximum size of a slice's observations: 1,000 observations with whole responses are much smaller. */
const MOST_BYTES = 2 ** 28;
/** The same, compressed. */
export const MOST_PACKED = 2 ** 26;

/** Observations as one object at the broker: NDJSON, compressed. */
export class Chunk {
  // As text: a thousand objects would be copied with each collection of garbage.
  readonly #lines: string[] = [];

  get observations(): number {
    return this.#lines.length;
  }

  add(observation: Observation): void {
    this.#lines.push(`${JSON.stringify(observation)}\n`);
  }

  pack(): Uint8Array {
    return gzipSync(this.#lines.join(""), { level: 1 });
  }
}

/** The observations of an object, checked against the schema of records; undefined if it is not of observations. */
export function unpackChunk(bytes: Uint8Array): Observation[] | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Observation.parse(JSON.parse(line)));
  } catch {
    return undefined;
  }
}
