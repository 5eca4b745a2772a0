import type { OutcomeCounts } from "../../model/summary.ts";
import { firstCharacters } from "./cut-text.tsx";
import { count } from "./numbers.ts";
import { Seen, seenLine } from "./seen-text.tsx";
import { markOfSignature } from "./status-class.ts";

const SIGNATURE_LIMIT = 56;
const CHIP_LIMIT = 12;

/** One signature, with how often it was met where that is more than once. */
export function Chip({ signature, times = 1 }: { signature: string; times?: number }) {
  const shown = firstCharacters(signature, SIGNATURE_LIMIT);
  const cut = shown.length < signature.length;
  return (
    <span
      class={`chip ${markOfSignature(signature)}`}
      {...(cut ? { title: seenLine(firstCharacters(signature, 1024)) } : {})}
    >
      <Seen text={shown} />
      {cut && `… (${count(signature.length)} characters)`}
      {times > 1 && <b>×{count(times)}</b>}
    </span>
  );
}

/** All signatures of something, the most frequent first. */
export function Chips({ outcomes, counts }: { outcomes: OutcomeCounts; counts?: boolean }) {
  const entries = Object.entries(outcomes).sort((a, b) => b[1] - a[1]);
  const left = entries.length - CHIP_LIMIT;
  return (
    <span class="chips">
      {entries.slice(0, CHIP_LIMIT).map(([signature, times], index) => (
        <>
          {index > 0 && " "}
          <Chip signature={signature} times={counts ? times : 1} />
        </>
      ))}
      {left > 0 && <span class="cut"> and {count(left)} more kinds</span>}
    </span>
  );
}
