import type { Summary } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { cutText } from "./cut-text.tsx";
import { caseLink, type Links } from "./links.tsx";

/** What ended a served target or made it hang: first on the page. */
export function Deaths({
  summary: { deaths = [], growths = [] },
  links,
}: {
  summary: Summary;
  links: Links;
}) {
  return (
    <>
      <Died deaths={deaths} links={links} />
      <Grew growths={growths} links={links} />
    </>
  );
}

function Grew({ growths, links }: { growths: NonNullable<Summary["growths"]>; links: Links }) {
  if (growths.length === 0) return null;
  return (
    <section aria-labelledby="growths">
      <div class="card verdict">
        <h2 id="growths">The server's memory grew</h2>
        <ul class="rests">
          {growths.map(({ text, reason, case: id }) => (
            <li>
              {cutText(`${text} (${reason})`, 600)} {caseLink(id, links)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Died({ deaths, links }: { deaths: NonNullable<Summary["deaths"]>; links: Links }) {
  if (deaths.length === 0) return null;
  return (
    <section aria-labelledby="deaths">
      <div class="card verdict not-held">
        <h2 id="deaths">The server did not stay up</h2>
        <ul class="rests">
          {deaths.map(({ text, reason, cases, suspects = [], count }) => (
            <li>
              <strong>{cutText(text, 600)}</strong>
              {reason !== undefined && <> {cutText(`(${reason})`, 200)}</>}
              {count > 1 && <span class="quiet"> {counted(count, "time")} in this run</span>}
              <ul class="flow">
                {[...cases, ...suspects].map((id) => (
                  <li>{caseLink(id, links)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <p class="quiet">
          It was started again each time. Cases that were cut off with it were sent again.
        </p>
      </div>
    </section>
  );
}
