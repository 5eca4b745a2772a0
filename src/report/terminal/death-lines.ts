import { counted } from "../../text/index.ts";
import { startText, type Life } from "../life-words.ts";
import type { Paint } from "./paint.ts";
import { hangingText } from "./wrap-text.ts";

/** How long it took a served target to respond after each start. */
export function startLine(life: Life): string[] {
  const text = startText(life);
  return text === "" ? [] : [text];
}

/** How many deaths are shown; the report has all. */
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
