import type { Evidence, Shell } from "../../analyse/run-view.ts";
import { counted } from "../../text/numbers.ts";
import type { PageContext } from "./page-context.ts";
import { Seen } from "./seen-text.tsx";

const CURL_LIMIT = 400;

/** A curl line with the stated request's part of it as `post`; any other as it is. */
function shortCurl(line: string, { curl: { before, after } }: Shell): string {
  const start = before === "" ? -1 : line.indexOf(before);
  if (start < 0 || !line.endsWith(after) || start + before.length > line.length - after.length)
    return line;
  // Only a pipe that the line itself brings may stand before curl.
  if (!/^(echo [\w+/=]+ \| base64 -d \| )?$/.test(line.slice(0, start))) return line;
  return `${line.slice(0, start)}post ${line.slice(start + before.length, line.length - after.length)}`;
}

/** How to send it again. */
export function Commands({ evidence, context }: { evidence: Evidence; context: PageContext }) {
  const { curl, curlReason, replay } = evidence;
  const line = curl === null ? undefined : shortCurl(curl, context.shell);
  const unsaid = curl === null && (curlReason === undefined || curlReason !== context.noCurl);
  return (
    <>
      <code>
        <Seen text={`witness replay $RUN ${replay}`} />
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
          not for curl
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
