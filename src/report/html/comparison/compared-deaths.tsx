import { counted } from "../../../text/index.ts";
import { cutText } from "../cut-text.tsx";
import type { PageFacts } from "./page-facts.ts";

/** What ended the targets, made them hang or made their memory grow: first on the page. */
export function ComparedDeaths({ facts }: { facts: PageFacts }) {
  const { targets } = facts.comparison;
  const lives = targets.map(({ deaths = [], growths = [] }, at) => ({
    name: facts.names[at] ?? "",
    sentences: [
      ...deaths.map(({ text, reason = "", count }) => ({ text, reason, count })),
      ...growths.map(({ text, reason }) => ({ text, reason, count: 1 })),
    ],
  }));
  if (lives.every(({ sentences }) => sentences.length === 0)) return null;
  const died = targets.some(({ deaths }) => deaths !== undefined);
  return (
    <section aria-labelledby="deaths">
      <div class={`card verdict ${died ? "not-held" : ""}`}>
        <h2 id="deaths">{died ? "Servers that did not stay up" : "Servers whose memory grew"}</h2>
        <ul class="rests">
          {lives.flatMap(({ name, sentences }) =>
            sentences.map(({ text, reason, count }) => (
              <li>
                <strong>{name}</strong>: {cutText(text, 600)}
                {reason !== "" && <> {cutText(`(${reason})`, 200)}</>}
                {count > 1 && <span class="quiet"> {counted(count, "time")} in this run</span>}
              </li>
            )),
          )}
        </ul>
      </div>
    </section>
  );
}
