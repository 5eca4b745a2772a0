import type { GroupEvidence } from "../../../model/index.ts";
import { chip, CommandLine, firstCharacters, seenText, caseAnchor, cutText } from "../text.tsx";
import { counted, whole } from "../../../text/index.ts";
import { responseKey, SHOWN, togetherBy, type PageFacts } from "./page-facts.ts";
import { PageSection } from "../elements.tsx";

const encoder = new TextEncoder();

/** Maximum characters of printable text: a line break counts as two, an escape as one. */
const mostBytes = (text: string): number =>
  encoder.encode(text).length + (text.match(/\n/g)?.length ?? 0);

function renderPrinted(kept: { text: string; bytes: number }, limit: number) {
  const shown = firstCharacters(kept.text, limit);
  const cut = shown.length < kept.text.length || mostBytes(shown) < kept.bytes;
  return (
    <>
      {seenText(shown, true)}
      {cut && (
        <span class="cut">
          {" "}
          … the first {counted(shown.length, "character")} of {counted(kept.bytes, "byte")}
        </span>
      )}
    </>
  );
}

/** How many commands are shown under a response; the others are folded. */
const FEW = 3;

function TargetResponse(props: {
  evidence: GroupEvidence;
  places: number[];
  names: readonly string[];
}) {
  const { places, names } = props;
  const { targets } = props.evidence;
  const first = targets[places[0] ?? 0];
  if (first === undefined) return null;
  const others = places.some((at) => targets[at]?.response.text !== first.response.text);
  const commands = places.map((at) => <CommandLine text={targets[at]?.replay ?? ""} of={at} />);
  return (
    <div data-t={places.join(" ")}>
      <p class="label">
        {places.map((at) => names[at]).join(", ")} {chip(first.signature)}
      </p>
      <pre>{renderPrinted(first.response, SHOWN.response)}</pre>
      {others && (
        <small>
          Here that of {names[places[0] ?? 0]}. As far as it is shown, only the Date line differs.
        </small>
      )}
      {commands.length <= FEW ? (
        commands
      ) : (
        <details class="more">
          <summary>{counted(commands.length, "command")} to replay it</summary>
          {commands}
        </details>
      )}
    </div>
  );
}

export function GroupEvidenceBlock(props: { evidence: GroupEvidence; names: readonly string[] }) {
  const { request, curl } = props.evidence;
  return (
    <div class="evidence">
      <div>
        <p class="label">
          The request <span class="tally">{whole(request.bytes)} bytes</span>
        </p>
        <pre>{renderPrinted(request, SHOWN.request)}</pre>
      </div>
      <div class="again">
        <p class="label">Send it with curl</p>
        {curl === undefined ? (
          <p class="quiet">curl cannot send this request.</p>
        ) : (
          <CommandLine text={curl} />
        )}
      </div>
      <div class="responses">
        {togetherBy(props.evidence.targets.map(responseKey)).map(([, places]) => (
          <TargetResponse places={places} {...props} />
        ))}
      </div>
    </div>
  );
}

export function ExploredEvidence({ facts }: { facts: PageFacts }) {
  const { explored, names } = facts;
  if (explored.length === 0) return null;
  return (
    <PageSection id="explored" title="Evidence of what was explored">
      <p class="quiet">{counted(explored.length, "request")} that the parts above link to.</p>
      <details class="suite">
        <summary>
          <h3>Requests and responses</h3>
          <span class="about" />
          <span class="tally">{counted(explored.length, "case")}</span>
        </summary>
        <div class="inside">
          {explored.map((evidence) => (
            <details class="row">
              <summary>
                <code class="what">{cutText(evidence.case, 120)}</code>
              </summary>
              <div class="inside" id={caseAnchor(evidence.case)}>
                <noscript>
                  <GroupEvidenceBlock evidence={evidence} names={names} />
                </noscript>
              </div>
            </details>
          ))}
        </div>
      </details>
    </PageSection>
  );
}
