import type { Shell } from "../../analyse/index.ts";
import { cutText, seenText } from "./cut-text.tsx";
import type { PageContext } from "./page-context.ts";
import type { UsualBlock } from "./usual-lines.ts";

/** The lines behind the marks, by number. */
function UsualList({ title, blocks }: { title: string; blocks: readonly UsualBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      {blocks.map(({ first, lines }) => (
        <ol start={first}>
          {lines.map(({ shared }) => (
            <li>{cutText(shared, 512)}</li>
          ))}
        </ol>
      ))}
    </div>
  );
}

/** Shell variables for the commands of the cases. */
function Definitions({ shell }: { shell: Shell }) {
  return (
    <pre>
      RUN=
      <span id="run">{seenText(shell.run)}</span>
      {shell.curl.before !== "" && (
        <>
          {"\npost() { "}
          <span id="before">{seenText(shell.curl.before.trimEnd())}</span>
          {' "$@"'}
          <span id="after">{seenText(shell.curl.after)}</span>
          {"; }"}
        </>
      )}
    </pre>
  );
}

/** Parts shared by all cases: lines that most of them share, and the beginning of commands. */
export function SharedByCases({ context }: { context: PageContext }) {
  const { shell, usual, noCurl } = context;
  const marked = usual.sent.length + usual.received.length > 0;
  return (
    <details id="shared">
      <summary>Shared parts: {marked && "lines marked by ⋮ and "}the beginning of commands</summary>
      {marked && (
        <>
          <p>In the cases, ⋮ and numbers stand for exactly these lines.</p>
          <div class="usual">
            <UsualList title="Sent" blocks={usual.sent} />
            <UsualList title="Received" blocks={usual.received} />
          </div>
        </>
      )}
      <p>
        Unless a case says otherwise, the connection stayed open and the length of the body was that
        of Content-Length. Times end when the response was complete. A command needs these lines
        first, once in a shell:
      </p>
      <Definitions shell={shell} />
      <p>
        <code>witness replay</code> sends exactly these bytes again and compares;{" "}
        <code>--curl</code> prints a whole command line for curl, <code>--raw</code> the bytes.
        {noCurl !== undefined && <> Cases that show no curl line: {seenText(noCurl)}.</>}
      </p>
    </details>
  );
}
