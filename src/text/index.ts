export {
  commandFor,
  nameCommand,
  typedCommand,
  linesOfWords,
  wrappedLine,
  quotedWord,
  shellWord,
} from "./words.ts";
export {
  chancePercent,
  counted,
  groupDigits,
  number,
  percent,
  rate,
  sharePercent,
  shortNumber,
  shortValue,
  signed,
  significant,
  size,
  unitAfter,
  were,
  whole,
  clockText,
  dayText,
  durationText,
  fullDateText,
  latencyText,
  momentText,
  secondText,
} from "./numbers.ts";
export {
  inColour,
  terminalBlock,
  terminalJson,
  terminalLines,
  type TerminalText,
  uncoloured,
  escapeUnseen,
  escapeUnseenButBreaks,
  seenParts,
} from "./terminal-text.ts";
export { textsOf } from "./words.ts";
export { nearest, suggestion } from "./nearest.ts";
export { type Paint, plain } from "./terminal-text.ts";
