import { signatureOf, type Case, type Observation, type Remark } from "../model/index.ts";
import { refusalText } from "./completeness.ts";

/** A case and one observation of it. */
export type Example = { case: Case; observation: Observation };

/** Reasons counted separately: the client has few, so this only bounds the memory. */
const MOST_REASONS = 40;

type Counted = { case: string; signature: string; count: number };

/** Responses that are unusual HTTP, whatever their status. */
export type ConductFold = {
  /** By reason: complete responses that the ordinary client refused. */
  refused: Map<string, Counted>;
  /** By number of bytes: data after the last expected response. */
  surplus: Map<number, Counted>;
};

export const emptyConduct = (): ConductFold => ({ refused: new Map(), surplus: new Map() });

export function foldConduct(fold: ConductFold, { case: sent, observation }: Example): void {
  const counted = (): Omit<Counted, "count"> => ({
    case: sent.id,
    signature: signatureOf(observation),
  });
  for (const result of observation.answers)
    if (result.outcome !== "answered" && result.whole !== undefined)
      add(fold.refused, refusalText(result), counted());
  const { leftover } = observation;
  // A raw case may cause a second response: only bytes after a single request are surplus.
  const isSurplus = sent.request.sender === "client" || sent.valid === true;
  if (leftover !== undefined && isSurplus) add(fold.surplus, leftover.bytes, counted());
}

function add<Key>(counts: Map<Key, Counted>, key: Key, found: Omit<Counted, "count">): void {
  const known = counts.get(key);
  if (known !== undefined) known.count += 1;
  else if (counts.size < MOST_REASONS) counts.set(key, { ...found, count: 1 });
}

/** Disagreement of the two senders comes first: it decides whether clients can use the server. */
export function conductRemarks({ refused, surplus }: ConductFold): Remark[] {
  return [
    ...[...refused].map(([reason, found]): Remark => ({
      kind: "refused-by-client",
      text: `${reason}; the bytes are a complete response`,
      ...found,
    })),
    ...[...surplus].map(([bytes, found]): Remark => ({
      kind: "surplus-bytes",
      text: `bytes after the response: ${bytes}`,
      ...found,
    })),
  ];
}
