import { joinNodes } from "./elements.tsx";
import { seenParts, whole, counted, escapeUnseen } from "../../text/index.ts";
import type { OutcomeCounts } from "../../model/index.ts";
import { markOfSignature } from "./status-class.tsx";
import type { ComponentChildren } from "preact";

/** Text from outside; escaped characters are marked, so that a server cannot imitate them. */
export const seenText = (text: string, breaks = false) => (
  <>
    {seenParts(text, { breaks }).map((part) =>
      part.escaped ? <i class="u">{part.text}</i> : part.text,
    )}
  </>
);

/** The first `limit` characters, never half of a surrogate pair. */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

/** The words about a cut are as long as this. */
const NOT_WORTH_CUTTING = 20;

/** Text from outside up to a limit, followed by its length if it was cut. */
export function cutText(text: string, limit: number, breaks = false) {
  const isLittleMore = text.length <= limit + NOT_WORTH_CUTTING;
  const shown = isLittleMore ? text : firstCharacters(text, limit);
  return (
    <>
      {seenText(shown, breaks)}
      {shown.length < text.length && (
        <span class="cut">
          {" "}
          … {whole(shown.length)} of {whole(text.length)} characters
        </span>
      )}
    </>
  );
}

/** What a line break must not cut: `--duration`, `5.7 ms`, `0.59 ×`, `[0.30, 0.84]`. */
const KEPT =
  /(?<=^|[ (])(--[a-z][a-z-]+|\[[\d.,]+, [\d.,]+\]|[\d.,]+ (?:×|µs|ms|s|min|h|[KMG]iB|bytes?)(?![\w]))/;

/** A sentence of witness itself: no line break cuts the name of an option, a figure from its unit, or an interval. */
export function advice(text: string, limit: number) {
  const parts = text.length > limit ? [text] : text.split(KEPT);
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 0 ? cutText(part, limit) : <span class="unbroken">{part}</span>,
      )}
    </>
  );
}

const SIGNATURE_LIMIT = 56;
const CHIP_LIMIT = 12;

function renderSignature(signature: string) {
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

export const chip = (signature: string, times = 1) => (
  <span class={`chip ${markOfSignature(signature)}`} {...titleOf(signature)}>
    {renderSignature(signature)}
    {times > 1 && <b>×{whole(times)}</b>}
  </span>
);

const ranked = (outcomes: OutcomeCounts) => Object.entries(outcomes).sort((a, b) => b[1] - a[1]);

const renderMoreKinds = (count: number) => (
  <span class="cut"> and {counted(count, "more kind")}</span>
);

export function Chips({ outcomes }: { outcomes: OutcomeCounts }) {
  const entries = ranked(outcomes);
  const left = entries.length - CHIP_LIMIT;
  return (
    <span class="chips">
      {joinNodes(
        entries.slice(0, CHIP_LIMIT).map(([signature, times]) => chip(signature, times)),
        " ",
      )}
      {left > 0 && renderMoreKinds(left)}
    </span>
  );
}

const renderRowChip = (signature: string) => (
  <b class={markOfSignature(signature)} {...titleOf(signature)}>
    {renderSignature(signature)}
  </b>
);

/** The marks that `RowChips` shows of a case. */
export const rowMarks = (outcomes: OutcomeCounts): ReadonlySet<string> =>
  new Set(
    ranked(outcomes)
      .slice(0, CHIP_LIMIT)
      .map(([signature]) => markOfSignature(signature)),
  );

/** The signatures of one case, with minimal markup: there are thousands of them. */
export function RowChips(props: { outcomes: OutcomeCounts; flag: string | undefined }) {
  const entries = ranked(props.outcomes);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && props.flag === undefined)
    return renderRowChip(only[0]);
  const left = entries.length - CHIP_LIMIT;
  return (
    <span>
      {joinNodes(
        entries.slice(0, CHIP_LIMIT).map(([signature]) => renderRowChip(signature)),
        " ",
      )}
      {left > 0 && renderMoreKinds(left)}
      {props.flag !== undefined && <span class="flag"> {props.flag}</span>}
    </span>
  );
}

/** Longer commands are folded, and whole. */
const LONG_COMMAND = 400;

/** A command to copy, never cut; `of` are its targets. */
export function CommandLine({ text, of }: { text: string; of?: number | undefined }) {
  const shown = of === undefined ? {} : { "data-t": of };
  if (text.length <= LONG_COMMAND) return <code {...shown}>{seenText(text)}</code>;
  return (
    <details class="more" {...shown}>
      <summary>the whole command, {counted(text.length, "character")}</summary>
      <code>{seenText(text)}</code>
    </details>
  );
}

/** The fragment part of a link, for ids with any character but white space. */
export const fragment = (id: string): string => id.replace(/[^\w.~/=-]/gu, encodeURIComponent);

// The page escapes invisible characters in every attribute, so links must use the escaped form.
export const caseAnchor = (id: string): string => `case=${escapeUnseen(id)}`;
export const suiteAnchor = (name: string): string => `suite=${escapeUnseen(name)}`;

export type Links = { toCase: (id: string) => string | undefined };

export function linksTo(ids: Iterable<string>): Links {
  const cases = new Set(ids);
  return { toCase: (id) => (cases.has(id) ? `#${fragment(caseAnchor(id))}` : undefined) };
}

export function caseLink(id: string, links: Links) {
  const href = links.toCase(id);
  const name = cutText(id, 90);
  return href === undefined ? (
    <code>{name}</code>
  ) : (
    <a class="id" href={href}>
      {name}
    </a>
  );
}

/** Links to the evidence of a finding, if the page shows it. */
export function evidenceLink(id: string, links: Links, children: ComponentChildren) {
  const href = links.toCase(id);
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} title={escapeUnseen(id)}>
      {children}
    </a>
  );
}

const LIMIT = 240;

export const requestCode = (text: string) =>
  text === "" ? (
    <span class="quiet">an empty body</span>
  ) : (
    <code class="request">{cutText(text, LIMIT, true)}</code>
  );
