export { nearest, suggestion } from "./nearest.ts";
export { andMore, chancePercent, counted, groupDigits, number, percent, rate } from "./numbers.ts";
export {
  clippedText,
  sharePercent,
  firstLines,
  shortList,
  shortNumber,
  shortValue,
  signed,
} from "./numbers.ts";
export { significant, size, unitAfter, were, whole, clockText, dayText } from "./numbers.ts";
export { durationText, fullDateText, latencyText, momentText, secondText } from "./numbers.ts";
export type { TerminalText, Paint } from "./terminal-text.ts";
export { inColour, terminalBlock, terminalJson, withoutRunnerCommands } from "./terminal-text.ts";
export { terminalLines, uncoloured, escapeUnseen, escapeUnseenButBreaks } from "./terminal-text.ts";
export { seenParts, plain } from "./terminal-text.ts";
export { commandFor, nameCommand, typedCommand, linesOfWords, isObject } from "./words.ts";
export { joinedWords, jsonEscapes, parsedJson, percentDecoded, wrappedLine } from "./words.ts";
export { labelsText, memberOf, quotedWord, shellWord, textsOf } from "./words.ts";
