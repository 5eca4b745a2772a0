import { rawText, type RequestResult, type Response, type KeptBytes } from "../../model/index.ts";
import { caseLink, cutText, seenText, firstCharacters } from "./text.tsx";
import { counted, latencyText, textsOf, whole } from "../../text/index.ts";
import { type PageContext, headerLines } from "./page-context.ts";
import { shortened, type HeadPart } from "./usual-lines.ts";

const HEAD_LIMIT = 2048;

type NoResponse = Exclude<RequestResult, { outcome: "answered" }>;
type Within = { context: PageContext; caseId: string };

const outcomes: Record<NoResponse["outcome"], string> = {
  refused: "connection refused",
  unreachable: "host not reachable",
  unresolved: "name not resolved",
  "tls-failed": "TLS failed",
  reset: "connection reset",
  closed: "connection closed",
  "timed-out": "timed out",
  malformed: "not readable as HTTP",
  "too-large": "over the size limit",
};

const phases: Record<NoResponse["phase"], string> = {
  connect: "while connecting",
  send: "while sending",
  head: "before the head was complete",
  body: "before the body was complete",
};

const endings: Record<Response["framing"], string | undefined> = {
  none: undefined,
  length: undefined,
  chunked: "body chunked",
  close: "body until the close",
};

const statusLine = ({ version, status, reason }: Response) =>
  `HTTP${version === undefined ? "" : `/${version}`} ${status} ${reason}`;

function Head({ response, context }: { response: Response; context: PageContext }) {
  const lines = shortened(headerLines(response, context.during), context.usual.received);
  const { shown, whole } = cutParts([{ text: statusLine(response) }, ...lines], HEAD_LIMIT);
  return (
    <>
      <HeadParts parts={shown} />
      {!whole && <em> … the first of {counted(response.headers.length, "header line")}</em>}
    </>
  );
}

function Body({ response, context, caseId }: Within & { response: Response }) {
  const shown = response.decoded ?? response.body;
  if (shown.bytes === 0) return null;
  const same = context.caseWithBody(shown, caseId);
  return (
    <>
      {"\n\n"}
      {same === undefined ? (
        <Kept kept={shown} />
      ) : (
        <em>
          {whole(shown.bytes)} bytes, the same as in {caseLink(same, context.links)}
        </em>
      )}
    </>
  );
}

const aside = ({ framing, body, decoded, interim }: Response): string =>
  textsOf(
    body.bytes > 0 && endings[framing],
    decoded && `${counted(body.bytes, "byte")} as received, shown without content coding`,
    interim && interim.length > 0 && `${interim.join(", ")} came before this response`,
  ).join("; ");

function Received(props: Within & { response: Response }) {
  const { decodeError } = props.response;
  const said = aside(props.response);
  return (
    <>
      <Head {...props} />
      <Body {...props} />
      {said !== "" && <em>{`\n${said}`}</em>}
      {decodeError !== undefined && (
        <em>
          {"\n"}content coding could not be undone: {cutText(decodeError, 200)}
        </em>
      )}
    </>
  );
}

function renderMissing(response: NoResponse) {
  const after = response.status === undefined ? "" : `, after status ${response.status}`;
  return (
    <>
      <em>
        {`${outcomes[response.outcome]} ${phases[response.phase]}${after}: `}
        {seenText(rawText(response.detail).slice(0, 300))}
      </em>
      {response.received && response.received.bytes > 0 && (
        <>
          {"\n"}
          <Kept kept={response.received} />
        </>
      )}
    </>
  );
}

function caption(result: RequestResult, place: number | undefined): string {
  const bytes =
    result.outcome === "answered" && result.response.body.bytes > 0
      ? `, ${counted(result.response.body.bytes, "byte")}`
      : "";
  return `${place === undefined ? "Response" : `Response ${place}`} in ${latencyText(result.totalUs)}${bytes}`;
}

export function ResponseBlock(
  props: Within & { result: RequestResult; place: number | undefined },
) {
  const { result, place } = props;
  return (
    <>
      <b>{caption(result, place)}</b>
      {"\n"}
      {result.outcome === "answered" ? (
        <Received {...props} response={result.response} />
      ) : (
        renderMissing(result)
      )}
    </>
  );
}

const BODY_LIMIT = 640;

/** Received bytes as they are shown: as text, or as base64 if they are not UTF-8. */
export function Kept({ kept }: { kept: KeptBytes }) {
  const isText = kept.text !== undefined;
  const shown = firstCharacters(rawText(kept.text ?? kept.base64 ?? ""), BODY_LIMIT);
  const bytes = isText ? new TextEncoder().encode(shown).length : bytesOfBase64(shown);
  return (
    <>
      {!isText && shown !== "" && <span class="cut">not UTF-8, shown as base64: </span>}
      {seenText(shown, true)}
      {bytes < kept.bytes && (
        <span class="cut">
          {" "}
          … {whole(bytes)} of {whole(kept.bytes)} bytes
        </span>
      )}
    </>
  );
}

const bytesOfBase64 = (text: string) => Math.floor((text.replace(/=+$/, "").length * 3) / 4);

export function cutParts(parts: readonly HeadPart[], limit: number) {
  const shown: HeadPart[] = [];
  let left = limit;
  let shownLength = 0;
  for (const part of parts) {
    if (!("text" in part)) {
      shown.push(part);
      shownLength += part.length;
      continue;
    }
    const text = firstCharacters(part.text, left);
    shown.push({ text });
    shownLength += text.length + 1;
    left -= text.length + 1;
    if (text.length < part.text.length || left <= 0) break;
  }
  const whole = shown.length === parts.length && (left > 0 || lengthOf(shown) === lengthOf(parts));
  return { shown, whole, shownLength: Math.max(0, shownLength - 1) };
}

const lengthOf = (parts: readonly HeadPart[]): number =>
  parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0);

/** Lines as they are; usual ones are replaced by the mark ⋮ with their numbers. */
export function HeadParts({ parts }: { parts: readonly HeadPart[] }) {
  const out = [];
  let text = "";
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += "\n";
    if ("text" in part) {
      text += part.text;
      continue;
    }
    out.push(seenText(text, true));
    text = "";
    out.push(<i>⋮{part.from === part.to ? part.from : `${part.from}–${part.to}`}</i>);
  }
  out.push(seenText(text, true));
  return <>{out}</>;
}
