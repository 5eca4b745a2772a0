import type {
  CaseRequest,
  Interface,
  Observation,
  RequestResult,
  Response,
  UniqueField,
} from "../model/index.ts";
import { rawText, resultWord } from "../model/index.ts";
import { exampleBytes, requestFreshCount, requestSize } from "../generate/index.ts";
import { counted, isObject } from "../text/index.ts";

const MOST_CHARACTERS = 160;
const MOST_PARTS = 3;
const DEEPEST = 4;
/** Members with a message, the most telling first. */
const NAMES = [
  "detail",
  "message",
  "error_description",
  "msg",
  "error",
  "errors",
  "reason",
  "title",
  "issues",
  "code",
];
/** A message in JSON of which the record has only the beginning. */
const IN_PART = /"(?:detail|message|msg|error|title)"\s*:\s*"((?:[^"\\]|\\.){1,400})"/;

/**
 * Why a server refuses a request, in its own words: the message of its error body, in one line of at most 160 characters.
 * Reads problem+json (RFC 9457), lists of errors as of FastAPI and Django REST framework, the usual members of JSON, the title
 * of a page, and plain text. Undefined if the body has none. Text of a server: to be escaped where it is shown.
 */
export function serverReason(response: Response): string | undefined {
  const kept = (response.decoded ?? response.body).text;
  const text = kept === undefined ? "" : rawText(kept).trim();
  const found = /^[[{"]/.test(text) ? fromJson(text) : fromText(text);
  const line = found?.replace(/\s+/g, " ").trim() ?? "";
  if (line === "") return undefined;
  const characters = Array.from(line);
  if (characters.length <= MOST_CHARACTERS) return line;
  return `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}

/** The reason in the last response of an observation that is an error, or a refusal. */
export function reasonIn({ answers }: Observation): string | undefined {
  const last = answers.findLast(
    (each) => each.outcome === "answered" && (each.status >= 400 || each.refusal === true),
  );
  return last?.outcome === "answered" ? serverReason(last.response) : undefined;
}

function fromText(text: string): string | undefined {
  if (!text.startsWith("<")) return text.split(/[\r\n]/)[0];
  // The page of Express has `Error` as its title, and the error itself, then its stack, in `pre`.
  const said =
    /<(pre)\b[^>]*>([^<]+)</i.exec(text) ??
    /<(title|h1|message|detail)\b[^>]*>([^<]+)</i.exec(text);
  return withoutEntities(said?.[2] ?? text.replace(/<[^>]*>/g, " "));
}

const ENTITIES: Record<string, string> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };

const withoutEntities = (text: string): string =>
  text.replace(/&(quot|#39|lt|gt|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);

function fromJson(text: string): string | undefined {
  try {
    return messageOf(JSON.parse(text), DEEPEST);
  } catch {
    return IN_PART.exec(text)?.[1];
  }
}

function messageOf(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth === 0) return undefined;
  if (Array.isArray(value)) return joined(value.map((each) => messageOf(each, depth - 1)));
  const members = new Map<string, unknown>(Object.entries(value));
  const place = placeOf(members);
  for (const name of NAMES) {
    const message = messageOf(members.get(name), depth - 1);
    if (message === undefined || message === "") continue;
    const title = name === "detail" ? members.get("title") : undefined;
    const before = typeof title === "string" && title !== message ? title : place;
    return before === undefined ? message : `${before}: ${message}`;
  }
  // The names of fields, each with its messages.
  return joined(
    [...members].map(([name, inner]) => {
      const message = isListed(inner) ? messageOf(inner, depth - 1) : undefined;
      return message === undefined ? undefined : `${name}: ${message}`;
    }),
  );
}

/** A list, or what Django REST framework has of one: the places of the items that are wrong. */
const isListed = (value: unknown): boolean =>
  Array.isArray(value) ||
  (isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => /^\d+$/.test(key)));

function placeOf(members: ReadonlyMap<string, unknown>): string | undefined {
  const place = ["loc", "field", "instancePath", "path"]
    .map((name) => members.get(name))
    .find((each) => each !== undefined);
  if (typeof place === "string" && place !== "") return place;
  return Array.isArray(place) && place.length > 0 ? place.map(String).join(".") : undefined;
}

function joined(messages: readonly (string | undefined)[]): string | undefined {
  const found = messages.filter((each) => each !== undefined && each !== "");
  if (found.length === 0) return undefined;
  return [...found.slice(0, MOST_PARTS), ...(found.length > MOST_PARTS ? ["…"] : [])].join("; ");
}

/** Without digits next to them, because parts of a UUID are not words. */
const WORD = /(?<![0-9a-z])[a-z]{3,}(?![0-9a-z])/g;
/** The words of larger requests are not compared: a message about a repeated value does not have them. */
const MOST_BYTES = 70_000;

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD));

/** The words of a response that its request does not have, in order: what the message says, without the value. */
export function messageWords(
  result: RequestResult,
  request: CaseRequest,
  from: Interface,
): string[] {
  if (result.outcome !== "answered") return [];
  const { body, decoded = body } = result.response;
  return [...wordsIn(rawText(decoded.text ?? ""))].filter(isNotIn(request, from)).toSorted();
}

/** Whether a word is not in the body of a request. */
function isNotIn(request: CaseRequest, from: Interface): (word: string) => boolean {
  const sent =
    request.sender === "client" && requestSize(request, from) <= MOST_BYTES
      ? exampleBytes(request.body, from).toString("latin1")
      : "";
  const own = wordsIn(sent);
  return (word) => !own.has(word);
}

/**
 * Whether a response only says that a value of a unique field was used before, by this run or another one. It then says nothing about the
 * request.
 */
export function isRepeatedValue(
  answers: readonly RequestResult[],
  request: CaseRequest,
  { unique, from }: { unique: readonly UniqueField[]; from: Interface },
): boolean {
  const [result, ...others] = answers;
  if (unique.length === 0 || result === undefined || others.length > 0) return false;
  const word = resultWord(result);
  const fixed = unique.filter(
    ({ path, signature }) => signature === word && requestFreshCount(request, path) === 0,
  );
  if (fixed.length === 0) return false;
  const said = messageWords(result, request, from).join(" ");
  // A word of the message may be in this value: `mail` of "the e-mail address ... is taken".
  const isSaid = isNotIn(request, from);
  return fixed.some(({ words }) => words.filter(isSaid).join(" ") === said);
}

/** Whether a request has a value of a unique field that another request may send at the same time: an error of the server may then be due to both. */
export const mayCollide = (request: CaseRequest, unique: readonly UniqueField[]): boolean =>
  unique.some(({ path }) => requestFreshCount(request, path) === 0);

/** `12 cases not compared: the value of name had been sent before, and each value is accepted once`. */
export const repeatedText = (cases: number, unique: readonly UniqueField[]): string =>
  `${counted(cases, "case")} not compared: ${
    unique.length === 0
      ? "got 409 each time, as a request gets whose value is there already"
      : `the value of ${unique.map(({ path }) => path).join(" or ")} had been sent before, and each value is accepted once`
  }`;

/** What a response says, in one line: the reason of an error (`serverReason`), or the beginning of the body of a success. */
export function messageIn(response: Response): string | undefined {
  const reason = serverReason(response);
  if (reason !== undefined || response.status >= 300) return reason;
  const { text } = response.decoded ?? response.body;
  return text === undefined || text === "" ? undefined : rawText(text).slice(0, MOST_CHARACTERS);
}
