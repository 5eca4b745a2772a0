import type { ConnectionEnd, RequestResult } from "../../model/index.ts";
import type { CaseView, Evidence } from "../../analyse/index.ts";
import { ResponseBlock, HeadParts, cutParts, Kept } from "./response-block.tsx";
import { chip, CommandLine, seenText } from "./text.tsx";
import { counted, whole, typedCommand } from "../../text/index.ts";
import { type PageContext, sentLines } from "./page-context.ts";
import { shortened } from "./usual-lines.ts";

const REQUEST_LIMIT = 512;
/** In a longer series of responses with the same status, only this many of the first and the last ones are shown. */
const ALIKE = 6;
const SHOWN_OF_ALIKE = 3;

type Props = { evidence: Evidence; context: PageContext; caseId: string };

const ends: Record<ConnectionEnd, string | undefined> = {
  kept: undefined,
  closed: "connection closed by the server",
  reset: "connection reset by the server",
  "closed-by-client": "connection closed by the client because of the server's data",
  abandoned: "connection abandoned by the client",
  none: "no connection",
};

function Sent({ evidence: { request }, context }: Props) {
  const parts = shortened(sentLines(request), context.usual.sent);
  const { shown, whole: complete, shownLength } = cutParts(parts, REQUEST_LIMIT);
  return (
    <pre>
      <b>
        Sent, {counted(request.bytes, "byte")}
        {request.connections > 1 && ` on ${request.connections} connections, here one by one`}
      </b>
      {"\n"}
      <HeadParts parts={shown} />
      {(request.cut || !complete) && (
        <em>
          {" "}
          … first {whole(shownLength)} characters of {counted(request.bytes, "byte")}
        </em>
      )}
    </pre>
  );
}

type Row = { result: RequestResult; place: number } | { word: string; from: number; to: number };

const wordOf = (result: RequestResult): string =>
  result.outcome === "answered" ? String(result.status) : result.outcome;

/** Responses in order; the middle of a long series with the same status is only counted. */
function rowsOf(results: readonly RequestResult[]): Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (const [index, result] of results.entries()) {
    const next = results[index + 1];
    if (next !== undefined && wordOf(next) === wordOf(result)) continue;
    const few = index + 1 - start <= ALIKE;
    const shown = few ? index + 1 : start + SHOWN_OF_ALIKE;
    for (let at = start; at < shown; at += 1) {
      const each = results[at];
      if (each !== undefined) rows.push({ result: each, place: at + 1 });
    }
    if (!few) {
      rows.push({ word: wordOf(result), from: shown + 1, to: index });
      rows.push({ result, place: index + 1 });
    }
    start = index + 1;
  }
  return rows;
}

function CameBack({ evidence: { results, leftover, end }, context, caseId }: Props) {
  const several = results.length > 1;
  return (
    <pre>
      {rowsOf(results).map((row, index) => (
        <>
          {index > 0 && "\n\n"}
          {"result" in row ? (
            <ResponseBlock
              result={row.result}
              place={several ? row.place : undefined}
              context={context}
              caseId={caseId}
            />
          ) : (
            <em>
              responses {row.from} to {row.to}: {row.word} each, not shown here
            </em>
          )}
        </>
      ))}
      {leftover && (
        <>
          {"\n\n"}
          <b>After the last response, {counted(leftover.bytes, "byte")}</b>
          {"\n"}
          <Kept kept={leftover} />
        </>
      )}
      {ends[end] !== undefined && <em>{`\n${ends[end]}`}</em>}
    </pre>
  );
}

/** What a case has sent and received, once for each different response. */
export const CaseEvidence = ({ view, context }: { view: CaseView; context: PageContext }) => (
  <>
    {view.evidence.map((evidence) => (
      <EvidenceBlock
        evidence={evidence}
        several={view.evidence.length > 1}
        context={context}
        caseId={view.id}
      />
    ))}
  </>
);

function EvidenceBlock(props: Props & { several: boolean }) {
  const { evidence, several, context } = props;
  return (
    <>
      {several && (
        <p>
          {chip(evidence.signature)} sending {evidence.attempt}, observation {whole(evidence.seq)}
        </p>
      )}
      <Sent {...props} />
      <CameBack {...props} />
      {renderCommands(evidence, context)}
    </>
  );
}

function renderCommands(evidence: Evidence, context: PageContext) {
  const { curl, curlReason, replay } = evidence;
  const line = (context.run === undefined ? evidence.shortCurl : undefined) ?? curl ?? undefined;
  const unsaid = curl === null && (curlReason === undefined || curlReason !== context.noCurl);
  return (
    <>
      <CommandLine text={typedCommand(`replay ${context.run ?? "$RUN"} ${replay}`)} />
      {line !== undefined && <CommandLine text={line} />}
      {unsaid && (
        <small>
          not possible with curl
          {curlReason !== undefined && <>: {seenText(curlReason)}</>}
        </small>
      )}
    </>
  );
}
