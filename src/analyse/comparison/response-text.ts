import { printable } from "../../generate/index.ts";
import {
  rawText,
  type KeptBytes,
  type Observation,
  type RequestResult,
  type Response,
  type ShownResponse,
  type Untrusted,
} from "../../model/index.ts";
import { counted } from "../../text/index.ts";

/** How many characters of a response are shown. */
const SHOWN = 600;
/** How many of several responses are shown. */
const MOST_RESPONSES = 3;

/**
 * Status line, headers and the beginning of the body of each response, or the outcome without one.
 */
export function responseText({
  answers,
  leftover,
}: Pick<Observation, "answers" | "leftover">): ShownResponse {
  const parts = answers.slice(0, MOST_RESPONSES).map(oneResult);
  const more = answers.length - parts.length;
  const texts = [
    ...parts,
    ...(more > 0 ? [`… and ${counted(more, "more response")}`] : []),
    ...(leftover === undefined ? [] : [`after the last response:\n${keptText(leftover)}`]),
  ];
  const bytes = answers.reduce((sum, each) => sum + bodyBytes(each), leftover?.bytes ?? 0);
  const date = dateOf(answers[0]);
  return { text: cut(texts.join("\n\n")), bytes, ...(date !== undefined && { date }) };
}

function dateOf(result: RequestResult | undefined): string | undefined {
  const headers = result?.outcome === "answered" ? result.response.headers : [];
  const date = headers.find(([name]) => rawText(name).toLowerCase() === "date");
  return date && visible(date[1]);
}

const bodyBytes = (result: RequestResult): number =>
  (result.outcome === "answered" ? result.response.body : result.received)?.bytes ?? 0;

function oneResult(result: RequestResult): string {
  if (result.outcome === "answered") return received(result.response);
  const { outcome, phase, detail, received: kept } = result;
  const what = `${outcome} (${phase}): ${visible(detail)}`;
  return kept === undefined || kept.bytes === 0 ? what : `${what}\n${keptText(kept)}`;
}

function received({ version, status, reason, headers, body, decoded }: Response): string {
  const head = [
    `HTTP${version === undefined ? "" : `/${version}`} ${status} ${visible(reason)}`.trimEnd(),
    ...headers.map(([name, value]) => visible(`${name}: ${value}`)),
  ].join("\n");
  const shown = keptText(decoded ?? body);
  return shown === "" ? head : `${head}\n\n${shown}`;
}

function visible(text: Untrusted): string {
  const raw = rawText(text);
  return /^[\x20-\x7e]*$/.test(raw) ? raw : printable(Buffer.from(raw, "utf8"), SHOWN);
}

function keptText({ text, base64 }: KeptBytes): string {
  const raw = text === undefined ? undefined : rawText(text);
  if (raw !== undefined && /^[\x20-\x7e]*$/.test(raw)) return raw;
  const bytes = raw === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(raw);
  return printable(bytes, SHOWN);
}

function cut(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${Array.from(text.slice(0, SHOWN)).slice(0, -1).join("")}…`;
}
