import type { Integrity, Summary } from "../../model/index.ts";
import { hangingText, type Paint, widthOf } from "./screen-text.ts";
import { counted, whole } from "../../text/index.ts";
import { type Life, startText } from "../run-words.ts";

export function recordLines(record: Integrity | undefined, paint: Paint, target = ""): string[] {
  if (record === undefined) return [];
  const of = target === "" ? "" : `${target}: `;
  const mark = record.state === "unchecked" ? "note" : paint("red", record.state);
  return [`${mark}  ${of}${record.text}`, ""];
}

/** Why a run is not complete, for the end of a line; empty if it is. */
export function incompleteText({ complete, end, record }: Summary): string {
  if (complete) return "";
  return record?.state === "damaged" ? "the record is damaged" : `incomplete: ${end}`;
}

/** How long it took a served target to respond after each start. */
export function startLine(life: Life): string[] {
  const text = startText(life);
  return text === "" ? [] : [text];
}

const MOST_DEATHS = 6;

/**
 * The cases that ended a served target, made it hang or made its memory grow: at the very top. `name` is given if there
 * are several targets.
 */
export function deathLines(
  { deaths = [], growths = [] }: Life,
  paint: Paint,
  { name = "", width = Infinity }: { name?: string; width?: number | undefined } = {},
): string[] {
  if (deaths.length + growths.length === 0) return [];
  const of = name === "" ? "" : `${name}: `;
  const further = deaths.slice(MOST_DEATHS).flatMap(({ cases }) => cases.at(-1) ?? []);
  const left = deaths.length - MOST_DEATHS;
  const named = further.length === 0 ? "" : `: ${further.join(", ")}`;
  const marked = (colour: "red" | "yellow", text: string): string[] =>
    hangingText("  ", of + text, width).map((line, at) =>
      at === 0 ? `${paint(colour, colour === "red" ? "✗" : "!")} ${line.slice(2)}` : line,
    );
  const below = (text: string): string[] => hangingText("    ", text, width);
  return [
    ...deaths
      .slice(0, MOST_DEATHS)
      .flatMap(({ text, reason, count, cases }) => [
        ...marked("red", text),
        ...(reason === undefined ? [] : below(`${cases.at(-1) ?? ""}: ${reason}`)),
        ...(count > 1 ? [paint("dim", `    ${counted(count, "time")} in this run`)] : []),
      ]),
    ...(left > 0 ? marked("red", `${counted(left, "further death")}, in the report${named}`) : []),
    ...growths.flatMap(({ text, reason, case: id }) => [
      ...marked("yellow", text),
      ...below(`${id}: ${reason}`),
    ]),
    "",
  ];
}

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
