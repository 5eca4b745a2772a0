import { styleText } from "node:util";
import { jsonEscapes } from "./words.ts";

declare const made: unique symbol;

/**
 * Text that may be written to a terminal or to the log of a CI job. Only the functions of this file make it, and they escape.
 * Text from a server, a corpus or a run folder cannot move the cursor, colour anything, begin a line or command a CI runner.
 */
export type TerminalText = string & { readonly [made]: true };

/** Stands for ESC in our colours; random, so that no text from outside contains it. Made for the first colour. */
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

/** Shows a text in a format: with its colours, or as it is. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export const plain: Paint = (_format, text) => text;

export function inColour(format: Parameters<typeof styleText>[0], text: string): string {
  const [on = "", off = ""] = styleText(format, "|", { validateStream: false }).split("|");
  const own = (ownEscape ??= makeOwnEscape());
  return `${on}${text}${off}`.replaceAll("\u001b", (escape, at: number) =>
    at < on.length || at >= on.length + text.length ? own : escape,
  );
}

export const uncoloured = (text: string): string =>
  ownEscape === undefined ? text : text.replace(ownColours, "");

/** Lines for a terminal, without a line feed at the end. A line feed inside a line is escaped. */
export const terminalLines = (lines: readonly string[]): TerminalText =>
  lines.map(safeLine).join("\n") as TerminalText;

/** Text of several lines, such as the message of an error, for a terminal. */
export const terminalBlock = (text: string): TerminalText => terminalLines(text.split("\n"));

export const terminalJson = (value: unknown): TerminalText =>
  defuseJson(escapeUnseenInJson(JSON.stringify(value, null, 2))) as TerminalText;

function safeLine(line: string): string {
  if (ownEscape === undefined) return defuse(escapeUnseen(line));
  const parts = line.split(ownEscape).map(escapeUnseen);
  return defuse(parts.join(ownEscape), beforeCommand).replaceAll(ownEscape, "\u001b");
}

/** What CI runners interpret: `::command` at the start of a line, `##[command]`, `##vso[command]` anywhere. */
const anywhere = /#(?=#\w*\[)/g;

/** Text in which no CI runner finds a command that can be anywhere in a line. */
export const withoutRunnerCommands = (text: string): string =>
  text.replace(anywhere, String.raw`\u{23}`);

/** A line in which no CI runner finds a command. `ignored` matches what may precede a leading `::`. */
const defuse = (line: string, ignored = /^\s*/): string => {
  const [before = ""] = ignored.exec(line) ?? [];
  const text = line.slice(before.length).replace(/^:(?=:)/, String.raw`\u{3a}`);
  return before + withoutRunnerCommands(text);
};

/** JSON text in which no CI runner finds a command; it parses to the same value. */
const defuseJson = (json: string): string => json.replace(anywhere, String.raw`\u0023`);

/**
 * The only definition of a character that must not be shown as it is: it is invisible, or it moves
 * or reorders the text. C0, DEL and C1 controls, bidirectional and zero-width characters, line
 * separators, lone surrogates, unassigned and private characters, and every space but U+0020.
 */
const UNSEEN = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}`;

const unseen = new RegExp(UNSEEN, "gu");
const unseenButBreaks = new RegExp(String.raw`(?![\n\t])(?:${UNSEEN})`, "gu");

/** An invisible character written out: `\u{1b}`. */
const written = (char: string): string => `\\u{${char.codePointAt(0)!.toString(16)}}`;

/** Matches every invisible character except line feeds and tabs, and a few visible ones, but none that is frequent on pages. */
const rare = /[^\t\n\x20-\x7e·×–…⋮]/gu;
const isUnseen = new RegExp(`^(?:${UNSEEN})$`, "u");

const replaceUnseenButBreaks = (text: string, write: (char: string) => string): string =>
  text.replace(rare, (char) => (isUnseen.test(char) ? write(char) : char));

export const escapeUnseen = (text: string): string => text.replace(unseen, written);

/** The same for text with several lines: line feeds and tabs stay. */
export const escapeUnseenButBreaks = (text: string): string =>
  replaceUnseenButBreaks(text, written);

/** JSON text with each invisible character inside its strings as `\u001b`: it parses to the same value. */
const escapeUnseenInJson = (json: string): string => replaceUnseenButBreaks(json, jsonEscapes);

const PLAIN = /^[\x20-\x7e]*$/;

type SeenPart = { text: string; escaped: boolean };

/** Text as parts, so that a page can distinguish an escaped character from the same letters in the text. */
export function seenParts(text: string, { breaks = false } = {}): SeenPart[] {
  if (text !== "" && PLAIN.test(text)) return [{ text, escaped: false }];
  const parts: SeenPart[] = [];
  let from = 0;
  for (const match of text.matchAll(breaks ? unseenButBreaks : unseen)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), escaped: false });
    parts.push({ text: written(match[0]), escaped: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), escaped: false });
  return parts;
}
