import { Cut } from "../cut-text.tsx";
import { count } from "../numbers.ts";

const LIMIT = 240;
const LONG = 200;

/** A request as far as the summary has it; its length where that is much. */
export function RequestCode({ text, bytes }: { text: string; bytes: number }) {
  if (text === "") return <span class="quiet">an empty body</span>;
  return (
    <>
      <code class="request">
        <Cut text={text} limit={LIMIT} breaks />
      </code>
      {bytes > LONG && <small class="quiet">{count(bytes)} bytes</small>}
    </>
  );
}
