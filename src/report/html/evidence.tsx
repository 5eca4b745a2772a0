import type { ConnectionEnd } from "../../model/observation.ts";
import type { Evidence } from "../run-view.ts";
import { AnswerBlock } from "./answer.tsx";
import { Chip } from "./chips.tsx";
import { firstCharacters } from "./cut-text.tsx";
import { Kept } from "./kept-bytes.tsx";
import { count, counted } from "./numbers.ts";
import { Seen } from "./seen-text.tsx";

const REQUEST_LIMIT = 1024;
const COMMAND_LIMIT = 4096;

const ends: Record<ConnectionEnd, string> = {
  kept: "connection kept open",
  closed: "connection closed by the server",
  reset: "connection reset by the server",
  abandoned: "connection given up by this side",
  none: "no connection",
};

function Request({ request }: { request: Evidence["request"] }) {
  const shown = firstCharacters(request.text, REQUEST_LIMIT);
  return (
    <div class="side">
      <p class="cap">Sent · {counted(request.bytes, "byte")}</p>
      <pre>
        <Seen text={shown} breaks />
        {(request.cut || shown.length < request.text.length) && (
          <span class="cut">
            {" "}
            … first {count(shown.length)} characters of {counted(request.bytes, "byte")}
          </span>
        )}
      </pre>
    </div>
  );
}

function Command({ name, line }: { name: string; line: string }) {
  return (
    <p class="command">
      <span>{name}</span>{" "}
      {line.length > COMMAND_LIMIT ? (
        <em>too long to show ({counted(line.length, "character")})</em>
      ) : (
        <code>
          <Seen text={line} breaks />
        </code>
      )}
    </p>
  );
}

function NoCurl({ reason }: { reason: string | undefined }) {
  return (
    <p class="command">
      <span>curl</span>{" "}
      <em>
        cannot send this
        {reason !== undefined && (
          <>
            : <Seen text={reason} />
          </>
        )}
      </em>
    </p>
  );
}

/** The bytes of one sending beside what came back, and how to do it again. */
export function EvidenceBlock({ evidence }: { evidence: Evidence }) {
  const { answers, leftover, curl, curlReason } = evidence;
  return (
    <div class="evidence">
      <p class="met">
        <Chip signature={evidence.signature} /> sending {evidence.attempt} · observation{" "}
        {count(evidence.seq)} · {ends[evidence.end]}
      </p>
      <div class="sides">
        <Request request={evidence.request} />
        <div class="side">
          {answers.map((answer, index) => (
            <AnswerBlock answer={answer} place={answers.length > 1 ? index + 1 : undefined} />
          ))}
          {leftover && (
            <>
              <p class="cap">After the last answer · {counted(leftover.bytes, "byte")}</p>
              <pre>
                <Kept kept={leftover} />
              </pre>
            </>
          )}
        </div>
      </div>
      <Command name="replay" line={evidence.replay} />
      {curl === null ? <NoCurl reason={curlReason} /> : <Command name="curl" line={curl} />}
    </div>
  );
}
