export { textsOf, linesOfWords, wrappedLine } from "./lines-of-words.ts";
export { commandFor, nameCommand, typedCommand } from "./command-name.ts";
export { nearest, suggestion } from "./nearest.ts";
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
} from "./numbers.ts";
export { quotedWord, shellWord } from "./shell-word.ts";
export {
  inColour,
  terminalBlock,
  terminalJson,
  terminalLines,
  type TerminalText,
  uncoloured,
} from "./terminal-text.ts";
export {
  clockText,
  dayText,
  durationText,
  fullDateText,
  latencyText,
  momentText,
  secondText,
} from "./times.ts";
export { escapeUnseen, escapeUnseenButBreaks, seenParts } from "./unseen.ts";
