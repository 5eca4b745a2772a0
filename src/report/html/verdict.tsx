import type { Summary } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { breachesSection, clausesSection } from "../run-section.ts";
import { STATED_WORDS } from "../run-words.ts";
import { renderBlock } from "./section-view.tsx";
import { bulletList, PageSection } from "./elements.tsx";
import { cutText } from "./text.tsx";

/** A clause of the record as a sentence of the page. */
const sentence = (text: string): string =>
  text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

const BEFORE_LOAD = " They were sent before the load; the results under load are above.";

/** The only verdict of this page: on what the specification states. */
export function StatedVerdict({ summary }: { summary: Summary }) {
  const [word, , mark] = STATED_WORDS[summary.accepts];
  const isUnderLoad = summary.suites.length === 0 && (summary.load?.rounds.length ?? 0) > 0;
  return (
    <PageSection
      id="verdict"
      title="Stated by the specification"
      class={`stated ${summary.accepts}`}
    >
      <p>
        <span class="word">
          <span aria-hidden="true">{mark}</span> {word.slice(0, 1).toUpperCase() + word.slice(1)}:
        </span>{" "}
        {cutText(sentence(summary.stated.text), 500)}
        {isUnderLoad && BEFORE_LOAD}
      </p>
      {[breachesSection, clausesSection].flatMap((section) =>
        section(summary).blocks.map((block) => renderBlock(block)),
      )}
      <NotExpressedFold lines={summary.notExpressed} />
    </PageSection>
  );
}

export function NotExpressedFold({ lines = [] }: { lines?: readonly string[] | undefined }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        {counted(lines.length, "part")} of the document not expressed by the requests
      </summary>
      {bulletList("rests", lines, (line) => cutText(line, 400))}
    </details>
  );
}
