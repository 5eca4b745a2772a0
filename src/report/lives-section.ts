import { counted, textsOf } from "../text/index.ts";
import { type BlockSection, type SentencesBlock, sentences, sectionOf } from "./blocks.ts";
import type { Life } from "./run-words.ts";

type Item = SentencesBlock["items"][number];
type NamedLife = Life & { name?: string | undefined };

/**
 * The cases that ended a served target, made it hang or made its memory grow: before everything else. Of several targets,
 * each sentence has a name. Beyond the first `most` deaths of a target, only the cases are named.
 */
export function livesSection(targets: readonly NamedLife[], most = Infinity): BlockSection {
  const isDead = targets.some(({ deaths = [] }) => deaths.length > 0);
  const several = targets.some(({ name }) => name !== undefined);
  const [died, grew] = several
    ? ["Servers that did not stay up", "Servers whose memory grew"]
    : ["The server did not stay up", "The server's memory grew"];
  const restarted =
    "It was there again each time. Cases that were cut off with it were sent again.";
  return sectionOf(
    "deaths",
    isDead ? died : grew,
    sentences(
      targets.flatMap((each) => itemsOf(each, most)),
      { shown: Infinity },
    ),
    sentences(isDead && !several ? [restarted] : [], { quiet: true, isOnPage: true }),
  );
}

function itemsOf({ deaths = [], growths = [], name }: NamedLife, most: number): Item[] {
  const of = name === undefined ? "" : `${name}: `;
  const further = deaths.slice(most);
  const named = further.flatMap(({ cases }) => cases.at(-1) ?? []).join(", ");
  return [
    ...deaths.slice(0, most).map(({ text, reason, count, cases, suspects = [] }): Item => ({
      text: of + text,
      mark: "red",
      cases: [...cases, ...suspects],
      below: textsOf(
        reason !== undefined && `${cases.at(-1) ?? ""}: ${reason}`,
        count > 1 && `${counted(count, "time")} in this run`,
      ),
    })),
    ...textsOf(
      further.length > 0 &&
        `${of}${counted(further.length, "further death")}, in the report${named && `: ${named}`}`,
    ).map((text): Item => ({ text, mark: "red" })),
    ...growths.map(({ text, reason, case: id }): Item => ({
      text: of + text,
      mark: "yellow",
      cases: [id],
      below: [`${id}: ${reason}`],
    })),
  ];
}
