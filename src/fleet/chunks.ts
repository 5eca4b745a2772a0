import { gunzipSync, gzipSync } from "node:zlib";
import { Observation } from "../model/observation.ts";

/** What the observations of a slice may be at most: 1,000 with whole responses are far less. */
const MOST_BYTES = 2 ** 28;

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

/** The observations of an object, checked against the schema of records. */
export const unpackChunk = (bytes: Uint8Array): Observation[] =>
  gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Observation.parse(JSON.parse(line)));
