import type { MessageKind } from "./messages.ts";
import { counted, size } from "../text/numbers.ts";

/** Messages of one place that were dropped for one reason. */
type Dropped = { place: string; why: string; all: number; told: number };

/**
 * Reads whatever comes from the broker: other programs may use its subjects, and witness of other versions. What is
 * not a message of the expected kind is dropped, and counted by place and reason.
 */
export class MessageReader {
  readonly #dropped = new Map<string, Dropped>();

  /** The message, or undefined if it is dropped. A too large one is not parsed. `place` names where it came from. */
  read<T>(place: string, bytes: Uint8Array, { schema, mostBytes }: MessageKind<T>): T | undefined {
    if (bytes.length > mostBytes) return this.drop(place, `larger than ${size(mostBytes)}`);
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      return this.drop(place, "not JSON");
    }
    try {
      return schema.parse(value);
    } catch {
      // Also a value that is nested too deeply for the schema, and a histogram that cannot be decoded.
      return this.drop(place, "not of this version");
    }
  }

  /** Counts something that was dropped. */
  drop(place: string, why: string): undefined {
    const key = `${place} ${why}`;
    const known = this.#dropped.get(key);
    if (known !== undefined) known.all += 1;
    else this.#dropped.set(key, { place, why, all: 1, told: 0 });
  }

  /** Sentences about what was dropped since the last call. */
  takeDropped(): string[] {
    return [...this.#dropped.values()].flatMap((each) => {
      const { place, why, all, told } = each;
      each.told = all;
      if (all === told) return [];
      const before = told > 0 ? `, ${all} in all` : "";
      return [`dropped ${counted(all - told, "message")} on ${place}: ${why}${before}`];
    });
  }
}
