import type { Evidence } from "../../analyse/run-view.ts";
import { typedCommand } from "../../text/command-name.ts";
import { counted } from "../../text/numbers.ts";
import type { PageContext } from "./page-context.ts";
import { Seen } from "./cut-text.tsx";

const CURL_LIMIT = 400;

/** How to send it again. */
export function Commands({ evidence, context }: { evidence: Evidence; context: PageContext }) {
  const { curl, curlReason, replay } = evidence;
  const line = evidence.shortCurl ?? curl ?? undefined;
  const unsaid = curl === null && (curlReason === undefined || curlReason !== context.noCurl);
  return (
    <>
      <code>
        <Seen text={typedCommand(`replay $RUN ${replay}`)} />
      </code>
      {line !== undefined && line.length <= CURL_LIMIT && (
        <code>
          <Seen text={line} />
        </code>
      )}
      {line !== undefined && line.length > CURL_LIMIT && (
        <small>curl: {counted(curl?.length ?? 0, "character")}, by --curl</small>
      )}
      {unsaid && (
        <small>
          not possible with curl
          {curlReason !== undefined && (
            <>
              : <Seen text={curlReason} />
            </>
          )}
        </small>
      )}
    </>
  );
}
