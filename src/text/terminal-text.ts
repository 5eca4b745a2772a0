import { styleText } from "node:util";
import { escapeUnseen, escapeUnseenInJson } from "./unseen.ts";

declare const made: unique symbol;

/**
 * Text that may be written to a terminal or to the log of a CI job. Only the functions of this file
 * make it, and they escape. Text from a server, a corpus or a run folder cannot move the cursor,
 * colour anything, begin a line or command a CI runner.
 */
export type TerminalText = string & { readonly [made]: true };

/**
 * Stands for ESC in the colours that witness writes. Random for each process: no text from outside contains it. Made for
 * the first colour, because that takes some milliseconds.
 */
let ownEscape: string | undefined;

/** Characters that may precede a command at the start of a line: spaces and colours. */
let beforeCommand = /^\s*/;
let ownColours = /^$/;

function makeOwnEscape(): string {
  const escape = `<${crypto.randomUUID()}>`;
  ownColours = new RegExp(String.raw`${escape}\[[\d;]*m`, "g");
  beforeCommand = new RegExp(String.raw`^(?:\s|${escape}\[[\d;]*m)*`);
  return escape;
}

/** A text in colour. An escape sequence inside the text itself is escaped when the line is made. */
export function inColour(format: Parameters<typeof styleText>[0], text: string): string {
  const [on = "", off = ""] = styleText(format, "|", { validateStream: false }).split("|");
  const own = (ownEscape ??= makeOwnEscape());
  return `${on}${text}${off}`.replaceAll("\u001b", (escape, at: number) =>
    at < on.length || at >= on.length + text.length ? own : escape,
  );
}

/** The text without its colours, to measure it. */
export const uncoloured = (text: string): string =>
  ownEscape === undefined ? text : text.replace(ownColours, "");

/** Lines for a terminal, without a line feed at the end. A line feed inside a line is escaped. */
export const terminalLines = (lines: readonly string[]): TerminalText =>
  lines.map(safeLine).join("\n") as TerminalText;

/** Text of several lines, such as the message of an error, for a terminal. */
export const terminalBlock = (text: string): TerminalText => terminalLines(text.split("\n"));

/** A value as a JSON document for a terminal, without a line feed at the end. */
export const terminalJson = (value: unknown): TerminalText =>
  defuseJson(escapeUnseenInJson(JSON.stringify(value, null, 2))) as TerminalText;

function safeLine(line: string): string {
  if (ownEscape === undefined) return defuse(escapeUnseen(line));
  const parts = line.split(ownEscape).map(escapeUnseen);
  return defuse(parts.join(ownEscape), beforeCommand).replaceAll(ownEscape, "\u001b");
}

/**
 * CI runners interpret these in a log: `::command` at the start of a line, after optional spaces, and `##[command]`,
 * `##vso[command]` or `##teamcity[command]` anywhere in it.
 */
const anywhere = /#(?=#\w*\[)/g;

/** A line in which no CI runner finds a command. `ignored` matches what may precede a leading `::`. */
const defuse = (line: string, ignored = /^\s*/): string => {
  const [before = ""] = ignored.exec(line) ?? [];
  const text = line.slice(before.length).replace(/^:(?=:)/, String.raw`\u{3a}`);
  return before + text.replace(anywhere, String.raw`\u{23}`);
};

/** JSON text in which no CI runner finds a command; it parses to the same value. */
const defuseJson = (json: string): string => json.replace(anywhere, String.raw`\u0023`);
