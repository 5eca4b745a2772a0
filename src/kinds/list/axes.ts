import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { aroundBounds, countRungs, every } from "../rungs.ts";
import { listWithItems, MOST_UNIQUE, nthItem } from "./cases.ts";
import type { ListType } from "./type.ts";

/** The assumed minimum of bytes per item, so that lists end near the cap of a body. */
const ITEM_BYTES = 16;

/** The number of items, from zero. */
export function listAxes(slot: Slot<ListType<unknown>>, { body }: ValueCaps): ValueAxis[] {
  const { minItems, maxItems } = slot.type;
  const bounds = aroundBounds([minItems, maxItems]);
  const written = nthItem(slot, 0)
    .map((part) => (typeof part === "string" ? part : ""))
    .join("");
  const fitting = Math.max(1, Math.floor(body / Math.max(ITEM_BYTES, written.length + 1)));
  // A longer list would repeat an item, and be refused for that.
  const most = Math.min(fitting, slot.unique?.(MOST_UNIQUE).length ?? fitting);
  return [
    {
      name: "items",
      title: `items of ${slot.label}`,
      unit: "items",
      scale: "log",
      capped: true,
      probes: ["values", "limit-size"],
      rungs: countRungs(0n, BigInt(most), [...every(0, 12), 50n, 51n, 100n, 101n, ...bounds]),
      value: (at) => listWithItems(slot, Number(at)),
    },
  ];
}

const KNOWN: Record<string, string> = {
  0: "the empty list",
  100: "100 items, what many batch interfaces take",
  500: "500 items, what a batch of Firestore took",
  1000: "1000 items, the longest IN list of Oracle and what S3 deletes at once",
  2100: "2100 items, the most parameters of a query of SQL Server",
  10_000: "10000 items, the usual window of Elasticsearch",
  32_766: "32766 items, the most parameters of a query of SQLite",
  65_535: "65535 items, the most parameters of a query of PostgreSQL",
};

/** The well-known number of items at a place on the axis of a list. */
export const knownItems = (_: string, at: bigint): string | undefined => KNOWN[String(at)];
