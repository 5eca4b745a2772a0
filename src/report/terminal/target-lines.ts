import type { Integrity, Summary } from "../../model/index.ts";
import { type Screen, widthOf } from "./screen-text.ts";
import { counted, whole } from "../../text/index.ts";
import { livesSection } from "../lives-section.ts";
import { type Life, startText, STATED_WORDS } from "../run-words.ts";
import { blockLines } from "./block-lines.ts";

export function recordLines(record: Integrity | undefined, screen: Screen, target = ""): string[] {
  if (record === undefined) return [];
  const of = target === "" ? "" : `${target}: `;
  const mark = record.state === "unchecked" ? "note" : screen.paint("red", record.state);
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

/** What ended the targets, at the very top. */
export const livesLines = (targets: Parameters<typeof livesSection>[0], screen: Screen): string[] =>
  blockLines({ ...livesSection(targets, MOST_DEATHS), title: "" }, screen);

/** The notes of a run, each with its cases unless its text names them; `of` is the target, if there are several. */
export function noteLines({ notes }: Summary, screen: Screen, of = ""): string[] {
  const lines = notes.flatMap(({ text, cases }) =>
    screen.hang(`${screen.bold("note")}  `, `${of}${text}${casesText(text, cases)}`),
  );
  return lines.length === 0 ? [] : [...lines, ""];
}

const casesText = (text: string, cases: readonly string[] = []): string =>
  cases.every((id) => text.includes(id)) ? "" : `: ${cases.slice(0, 12).join(", ")}`;

const MOST_SHOWN = 8;
const LABEL = "stated by the specification";

export function statedLines({ accepts, stated }: Summary, screen: Screen, of = ""): string[] {
  const [word, colour] = STATED_WORDS[accepts];
  const head = `${screen.bold(LABEL)}   ${of}${screen.paint(colour, word)}`;
  const columns = widthOf(`${LABEL}   ${of}${word}: `);
  return [
    ...(columns + widthOf(stated.text) <= screen.width
      ? [`${head}: ${stated.text}`]
      : [head, ...screen.hang("  ", stated.text)]),
    ...breachLines(stated, screen),
  ];
}

/** The verdict after the results of a load or an exploration: if a document states responses, or if it is the reason for the exit code. */
export function statedAfter(summary: Summary, screen: Screen, of?: string): string[] {
  const { accepts, ledger } = summary;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const isReason = accepts === "not-held" || accepts === "not-judged" || accepts === "not-shown";
  return isReason || isDocumented ? [...statedLines(summary, screen, of), ""] : [];
}

function breachLines({ breaches = [] }: Summary["stated"], screen: Screen): string[] {
  const left = breaches.length - MOST_SHOWN;
  return [
    ...breaches
      .slice(0, MOST_SHOWN)
      .flatMap(({ clause, at, expected, observed, count, case: id }) => [
        `  ${screen.paint("red", "✗")} ${at ?? clause}`,
        ...screen.hang(
          "    ",
          `expected ${expected}, observed ${observed} (${counted(count, "response")}, first ${id})`,
        ),
      ]),
    ...(left > 0 ? [`  … and ${whole(left)} more`] : []),
  ];
}
