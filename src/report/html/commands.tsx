import type { Evidence, Shell } from "../../analyse/run-view.ts";
import { counted } from "./numbers.ts";
import type { PageContext } from "./page-context.ts";
import { Seen } from "./seen-text.tsx";
import { UsualList } from "./usual-list.tsx";

const CURL_LIMIT = 400;

/** A curl line with the stated request's part of it as `post`; any other as it is. */
export function shortCurl(line: string, { curl: { before, after } }: Shell): string {
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

/** What is written once for all cases: lines that most of them share, and the beginning of commands. */
export function SharedByCases({ context }: { context: PageContext }) {
  const { shell, usual, noCurl } = context;
  const marked = usual.sent.length + usual.received.length > 0;
  return (
    <details id="shared">
      <summary>Written once: {marked && "usual lines and "}the beginning of commands</summary>
      {marked && (
        <>
          <p>
            In the cases, ⋮ and numbers stand for these lines, word for word
            {"; a body without a remark ended where Content-Length says."}
          </p>
          <div class="usual">
            <UsualList title="Sent" blocks={usual.sent} />
            <UsualList title="Came back" blocks={usual.received} />
          </div>
        </>
      )}
      <p>Commands need these two lines first, once in a shell:</p>
      <pre>
        RUN=
        <span id="run">
          <Seen text={shell.run} />
        </span>
        {shell.curl.before !== "" && (
          <>
            {"\npost() { "}
            <span id="before">
              <Seen text={shell.curl.before.trimEnd()} />
            </span>
            {' "$@"'}
            <span id="after">
              <Seen text={shell.curl.after} />
            </span>
            {"; }"}
          </>
        )}
      </pre>
      <p>
        <code>witness replay</code> sends the very bytes again and compares; <code>--curl</code>{" "}
        prints a whole command line for curl, <code>--raw</code> the bytes.
        {noCurl !== undefined && (
          <>
            {" "}
            Cases that show no curl line: <Seen text={noCurl} />.
          </>
        )}
      </p>
    </details>
  );
}
