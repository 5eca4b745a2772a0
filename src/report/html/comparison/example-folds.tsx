import type { ExampleGroup, ExampleSummary } from "../../../model/index.ts";
import { chip } from "../chips.tsx";
import { cutText } from "../cut-text.tsx";
import { evidenceLink, requestCode } from "../explore/evidence.tsx";
import { counted, whole } from "../../../text/index.ts";
import type { PageFacts } from "./page-facts.ts";

const MOST_OF_PROPERTY = 12;

function Example({ example, facts }: { example: ExampleSummary; facts: PageFacts }) {
  return (
    <li>
      {chip(example.signature)}
      <span>
        {requestCode(example.text, 0)}
        <small>
          {example.note !== undefined && <>{cutText(example.note, 160)}, </>}
          {counted(example.bytes, "byte")}, met {whole(example.met)} of {whole(example.drawn)} times
          {": "}
          {evidenceLink(example.case, facts.links, "evidence")}
        </small>
      </span>
    </li>
  );
}

function Property({ group, facts }: { group: ExampleGroup; facts: PageFacts }) {
  const more = group.entries.length - MOST_OF_PROPERTY;
  return (
    <div class="drawn">
      <h4>{cutText(group.title, 90)}</h4>
      <ul>
        {group.entries.slice(0, MOST_OF_PROPERTY).map((example) => (
          <Example example={example} facts={facts} />
        ))}
      </ul>
      {more > 0 && <p class="quiet">and {counted(more, "more kind")}, in comparison.json</p>}
    </div>
  );
}

/** For each target, the smallest request that got each of its responses. */
export function ExampleFolds({ facts }: { facts: PageFacts }) {
  const shown = facts.comparison.examples.filter(({ groups }) => groups.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">Smallest examples</h2>
      <p class="quiet">
        The shortest request for each response, for each property that generated random requests.
      </p>
      {shown.map(({ target, groups }) => (
        <details class="suite" data-t={target}>
          <summary>
            <h3>{facts.names[target]}</h3>
            <span class="about" />
            <span class="tally">
              {counted(
                groups.reduce((sum, { entries }) => sum + entries.length, 0),
                "example",
              )}
            </span>
          </summary>
          <div class="inside">
            {groups.map((group) => (
              <Property group={group} facts={facts} />
            ))}
          </div>
        </details>
      ))}
    </section>
  );
}
