import type { ExampleGroup, ExampleSummary, Smallest } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import type { RunFold } from "../run-fold.ts";
import { acceptedNote, acceptedOddity } from "./accepted-note.ts";
import { requestText } from "./request-text.ts";

/** Length of a request within a sentence, in characters. */
const IN_SENTENCE = 80;

/** Smallest examples by property, with a sentence for each. */
export function exampleGroups(run: RunFold, found: readonly Smallest[]): ExampleGroup[] {
  const properties = [...new Set(found.map(({ property }) => property))];
  return properties.map((property) => {
    const entries = found
      .filter((each) => each.property === property)
      .map((each) => exampleOf(run, each));
    // A suite with a single property is named by the suite.
    const suite = suiteName(property);
    const alone = properties.filter((each) => suiteName(each) === suite).length === 1;
    const title = alone ? suite : property;
    return { property, title, sentence: `${title}: ${sentenceOf(entries)}`, entries };
  });
}

const suiteName = (property: string): string => property.split("/", 1)[0] ?? property;

function exampleOf(run: RunFold, finding: Smallest): ExampleSummary {
  const { signature, family, met, drawn, cut } = finding;
  const { text, bytes } = requestText(run, finding.case);
  const oddity = acceptedOddity(signature, family);
  return {
    signature,
    family,
    text,
    bytes,
    case: finding.case,
    met,
    drawn,
    ...(oddity !== undefined && { note: acceptedNote(oddity), oddity }),
    ...(cut !== undefined && { cut }),
  };
}

/** For each signature, the smallest example of all families. */
function sentenceOf(entries: readonly ExampleSummary[]): string {
  const signatures = [...new Set(entries.map(({ signature }) => signature))];
  return signatures
    .map((signature) => {
      const alike = entries.filter((each) => each.signature === signature);
      const [smallest] = alike.toSorted((a, b) => a.bytes - b.bytes);
      const { text = "", note } = smallest ?? {};
      const more = alike.length - 1;
      const rest = more === 0 ? "" : `; ${counted(more, "more kind")}`;
      return `${signature} (smallest: ${quoted(text)}${note === undefined ? "" : `: ${note}`}${rest})`;
    })
    .join("; ");
}

function quoted(text: string): string {
  const characters = Array.from(text);
  if (characters.length === 0) return "an empty body";
  if (characters.length <= IN_SENTENCE) return `\`${text}\``;
  return `\`${characters.slice(0, IN_SENTENCE - 1).join("")}…\``;
}
