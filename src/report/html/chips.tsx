import type { OutcomeCounts } from "../../model/index.ts";
import { firstCharacters, seenText } from "./cut-text.tsx";
import { counted, escapeUnseen, whole } from "../../text/index.ts";
import { markOfSignature } from "./status-class.ts";

const SIGNATURE_LIMIT = 56;
const CHIP_LIMIT = 12;

function Signature({ signature }: { signature: string }) {
  const shown = firstCharacters(signature, SIGNATURE_LIMIT);
  return (
    <>
      {seenText(shown)}
      {shown.length < signature.length && `… (${whole(signature.length)} characters)`}
    </>
  );
}

const titleOf = (signature: string) =>
  signature.length > SIGNATURE_LIMIT
    ? { title: escapeUnseen(firstCharacters(signature, 1024)) }
    : undefined;

/** One signature, with its count if that is more than one. */
export function chip(signature: string, times = 1) {
  return (
    <span class={`chip ${markOfSignature(signature)}`} {...titleOf(signature)}>
      <Signature signature={signature} />
      {times > 1 && <b>×{whole(times)}</b>}
    </span>
  );
}

const ranked = (outcomes: OutcomeCounts) => Object.entries(outcomes).sort((a, b) => b[1] - a[1]);

/** All signatures of something with their counts, the most frequent first. */
export function Chips(props: {
  outcomes: OutcomeCounts;
  limit?: number;
  more?: number | undefined;
}) {
  const { outcomes, limit = CHIP_LIMIT } = props;
  const entries = ranked(outcomes);
  const left = Math.max(0, entries.length - limit) + (props.more ?? 0);
  return (
    <span class="chips">
      {entries.slice(0, limit).map(([signature, times], index) => (
        <>
          {index > 0 && " "}
          {chip(signature, times)}
        </>
      ))}
      {left > 0 && <span class="cut"> and {counted(left, "more kind")}</span>}
    </span>
  );
}

function RowChip({ signature }: { signature: string }) {
  return (
    <b class={markOfSignature(signature)} {...titleOf(signature)}>
      <Signature signature={signature} />
    </b>
  );
}

/** The signatures of one case, with minimal markup: there are thousands of them. */
export function RowChips(props: { outcomes: OutcomeCounts; flag: string | undefined }) {
  const entries = ranked(props.outcomes);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && props.flag === undefined)
    return <RowChip signature={only[0]} />;
  const left = entries.length - CHIP_LIMIT;
  return (
    <span>
      {entries.slice(0, CHIP_LIMIT).map(([signature], index) => (
        <>
          {index > 0 && " "}
          <RowChip signature={signature} />
        </>
      ))}
      {left > 0 && <span class="cut"> and {counted(left, "more kind")}</span>}
      {props.flag !== undefined && <span class="flag"> {props.flag}</span>}
    </span>
  );
}
