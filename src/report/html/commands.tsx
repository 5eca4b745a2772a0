import type { Evidence } from "../../analyse/index.ts";
import { typedCommand } from "../../text/index.ts";
import type { PageContext } from "./page-context.ts";
import { CommandLine } from "./command-line.tsx";
import { seenText } from "./cut-text.tsx";

/** How to send it again. */
export function Commands({ evidence, context }: { evidence: Evidence; context: PageContext }) {
  const { curl, curlReason, replay } = evidence;
  const line = evidence.shortCurl ?? curl ?? undefined;
  const unsaid = curl === null && (curlReason === undefined || curlReason !== context.noCurl);
  return (
    <>
      <CommandLine text={typedCommand(`replay $RUN ${replay}`)} />
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
