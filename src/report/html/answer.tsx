import type { Answer, Response } from "../../model/observation.ts";
import { Cut } from "./cut-text.tsx";
import { Kept } from "./kept-bytes.tsx";
import { counted, micros } from "./numbers.ts";

const HEAD_LIMIT = 2048;

type Unanswered = Exclude<Answer, { outcome: "answered" }>;

const outcomes: Record<Unanswered["outcome"], string> = {
  refused: "connection refused",
  unreachable: "host not reachable",
  unresolved: "name not resolved",
  "tls-failed": "TLS failed",
  reset: "connection reset",
  closed: "connection closed",
  "timed-out": "no more came in time",
  malformed: "not readable as HTTP",
  "too-large": "more than is read",
};

const phases: Record<Unanswered["phase"], string> = {
  connect: "while connecting",
  send: "while sending",
  head: "before the whole head had come",
  body: "before the whole body had come",
};

const endings: Record<Response["framing"], string> = {
  none: "no body",
  length: "by Content-Length",
  chunked: "chunked",
  close: "until the close",
};

const times = ({ firstByteUs, totalUs }: Answer) =>
  firstByteUs === undefined || micros(firstByteUs) === micros(totalUs)
    ? micros(totalUs)
    : `first byte ${micros(firstByteUs)}, all ${micros(totalUs)}`;

const headText = ({ version, status, reason, headers }: Response) =>
  [
    `HTTP${version === undefined ? "" : `/${version}`} ${status} ${reason}`,
    ...headers.map(([name, value]) => `${name}: ${value.replaceAll("\n", "\\n")}`),
  ].join("\n");

function Received({ response }: { response: Response }) {
  const { body, decoded, decodeError, interim } = response;
  const shown = decoded ?? body;
  return (
    <>
      <pre>
        <span class="head">
          <Cut text={headText(response)} limit={HEAD_LIMIT} breaks />
        </span>
        {shown.bytes > 0 && (
          <>
            {"\n\n"}
            <Kept kept={shown} />
          </>
        )}
      </pre>
      <p class="quiet">
        {response.framing === "none" ? "no body" : `body ${endings[response.framing]}`}
        {body.bytes > 0 && `, ${counted(body.bytes, "byte")}`}
        {decoded && ", shown without its content coding"}
        {interim && interim.length > 0 && `; ${interim.join(", ")} came before it`}
        {decodeError !== undefined && (
          <>
            {", "}
            content coding could not be undone: <Cut text={decodeError} limit={200} />
          </>
        )}
      </p>
    </>
  );
}

function Missing({ answer }: { answer: Unanswered }) {
  return (
    <>
      <p>
        {outcomes[answer.outcome]} {phases[answer.phase]}
        {answer.status !== undefined && `, after status ${answer.status}`}:{" "}
        <Cut text={answer.detail} limit={300} />
      </p>
      {answer.received && answer.received.bytes > 0 && (
        <pre>
          <Kept kept={answer.received} />
        </pre>
      )}
    </>
  );
}

/** What came back for one expected answer. */
export function AnswerBlock({ answer, place }: { answer: Answer; place: number | undefined }) {
  return (
    <>
      <p class="cap">
        {place === undefined ? "Came back" : `Answer ${place}`} · {times(answer)}
      </p>
      {answer.outcome === "answered" ? (
        <Received response={answer.response} />
      ) : (
        <Missing answer={answer} />
      )}
    </>
  );
}
