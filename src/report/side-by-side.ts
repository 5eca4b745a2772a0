import { fitText, hangingText, padText, widthOf, wrapText } from "./terminal/screen-text.ts";
import { rawText, type Exchange, type RequestResult } from "../model/index.ts";
import { counted, escapeUnseen, latencyText } from "../text/index.ts";

const WIDTH = 123;
const MARK = 3;

/**
 * The responses before and now, as lines of two columns, with `≠` where lines differ. Long lines are wrapped between
 * words. If a word is wider than its column, the line of now is below the line of before.
 */
export function renderSideBySide(
  then: { title: string; exchange: Exchange },
  now: { title: string; exchange: Exchange },
  width = WIDTH,
): string[] {
  const left = [then.title, ...linesOf(then.exchange)];
  const right = [now.title, ...linesOf(now.exchange)];
  const column = Math.min(
    Math.floor((width - MARK) / 2),
    Math.max(...left.map((line) => widthOf(fitText(line, Infinity)))),
  );
  const rest = width - MARK - column;
  const rows = Math.max(left.length, right.length);
  return Array.from({ length: rows }).flatMap((_, at) => {
    const [a, b] = [left[at] ?? "", right[at] ?? ""];
    const mark = at === 0 || a === b ? "│" : "≠";
    const [before, after] = [wrapText(a, column), wrapText(b, rest)];
    const isWide =
      before.some((line) => widthOf(line) > column) || after.some((line) => widthOf(line) > rest);
    if (isWide) return [...wrapText(a, width), ...hangingText(`${mark} `, b, width)];
    return Array.from({ length: Math.max(before.length, after.length) }, (__, nth) =>
      `${padText(before[nth] ?? "", column)} ${nth === 0 ? mark : "│"} ${after[nth] ?? ""}`.trimEnd(),
    );
  });
}

const linesOf = ({ answers, end, leftover }: Exchange): string[] => [
  ...answers.flatMap(resultLines),
  ...(leftover === undefined ? [] : [`${counted(leftover.bytes, "byte")} left over`]),
  `connection ${end}`,
];

function resultLines(result: RequestResult): string[] {
  const time = latencyText(result.totalUs);
  if (result.outcome !== "answered")
    return [
      `${result.outcome} (${result.phase}) after ${time}`,
      escapeUnseen(rawText(result.detail)),
    ];
  const { version, status, reason, headers, body, decoded } = result.response;
  const kept = decoded ?? body;
  const shown = rawText(kept.text ?? `${counted(kept.bytes, "byte")}, base64 ${kept.base64 ?? ""}`);
  return [
    escapeUnseen(
      `${version === undefined ? "HTTP" : `HTTP/${version}`} ${status} ${reason}`.trimEnd(),
    ),
    ...headers.map(([name, value]) => escapeUnseen(`${name}: ${value}`)),
    `body of ${counted(body.bytes, "byte")}, in ${time}`,
    ...shown.split("\n").slice(0, 12).map(escapeUnseen),
  ];
}
