import type { DroppedMessages } from "../model/index.ts";
import type { MessageKind } from "./messages.ts";

/** Why a message is dropped. */
type Reason = Pick<DroppedMessages, "why" | "mostBytes">;

/**
 * Reads whatever comes from the broker: other programs may use its subjects, and witness of other versions. What is
 * not a message of the expected kind is dropped, and counted by place and reason.
 */
export class MessageReader {
  readonly #dropped = new Map<string, Omit<DroppedMessages, "count"> & { told: number }>();

  /** The message, or undefined if it is dropped. A too large one is not parsed. `place` names where it came from. */
  read<T>(place: string, bytes: Uint8Array, { schema, mostBytes }: MessageKind<T>): T | undefined {
    if (bytes.length > mostBytes) return this.drop(place, { why: "too-large", mostBytes });
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      return this.drop(place, { why: "not-json" });
    }
    try {
      return schema.parse(value);
    } catch {
      // Also a value that is nested too deeply for the schema, and a histogram that cannot be decoded.
      return this.drop(place, { why: "not-of-this-version" });
    }
  }

  /** Counts something that was dropped. */
  drop(place: string, reason: Reason): undefined {
    const key = `${place} ${reason.why}`;
    const known = this.#dropped.get(key);
    if (known !== undefined) known.all += 1;
    else this.#dropped.set(key, { place, ...reason, all: 1, told: 0 });
  }

  /** What was dropped since the last call. */
  takeDropped(): DroppedMessages[] {
    return [...this.#dropped.values()].flatMap((each) => {
      const { told, ...dropped } = each;
      each.told = each.all;
      return each.all === told ? [] : [{ ...dropped, count: each.all - told }];
    });
  }
}
