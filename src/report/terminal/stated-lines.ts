import type { Summary } from "../../model/index.ts";
import { counted, whole } from "../../text/index.ts";
import { widthOf } from "./fit-text.ts";
import type { Paint } from "./paint.ts";
import { hangingText } from "./wrap-text.ts";

/** Breaches that are shown; the report has all. */
const MOST_SHOWN = 8;
const LABEL = "stated by the specification";

/** The verdict in a word or two, with its colour. */
export const STATED_WORDS: Record<
  Summary["accepts"],
  [word: string, colour: "green" | "yellow" | "red" | "dim"]
> = {
  held: ["held", "green"],
  "not-held": ["not held", "red"],
  "not-judged": ["not judged", "yellow"],
  "not-shown": ["not shown", "yellow"],
  unreachable: ["target not reached", "red"],
  "not-probed": ["not probed", "dim"],
};

/** The verdict on the stated clauses, and the responses that differ from the document. */
export function statedLines(
  { accepts, stated }: Summary,
  paint: Paint,
  width = Infinity,
  of = "",
): string[] {
  const [word, colour] = STATED_WORDS[accepts];
  const head = `${paint("bold", LABEL)}   ${of}${paint(colour, word)}`;
  const columns = widthOf(`${LABEL}   ${of}${word}: `);
  return [
    ...(columns + widthOf(stated.text) <= width
      ? [`${head}: ${stated.text}`]
      : [head, ...hangingText("  ", stated.text, width)]),
    ...breachLines(stated, paint, width),
  ];
}

/**
 * The verdict after the results of a load or an exploration: if a document states responses, or if it is the reason for
 * the exit code.
 */
export function statedAfter(summary: Summary, paint: Paint, width?: number, of?: string): string[] {
  const { accepts, ledger } = summary;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const isReason = accepts === "not-held" || accepts === "not-judged" || accepts === "not-shown";
  return isReason || isDocumented ? [...statedLines(summary, paint, width, of), ""] : [];
}

/** The place in the document, and the response that differs. */
function breachLines({ breaches = [] }: Summary["stated"], paint: Paint, width: number): string[] {
  const left = breaches.length - MOST_SHOWN;
  return [
    ...breaches
      .slice(0, MOST_SHOWN)
      .flatMap(({ clause, at, expected, observed, count, case: id }) => [
        `  ${paint("red", "✗")} ${at ?? clause}`,
        ...hangingText(
          "    ",
          `expected ${expected}, observed ${observed} (${counted(count, "response")}, first ${id})`,
          width,
        ),
      ]),
    ...(left > 0 ? [`  … and ${whole(left)} more`] : []),
  ];
}
