import type { FieldType } from "../kinds/index.ts";

type Member = { name: string; type: FieldType; example?: unknown };

/** What a name says of the first and of the last moment of a time. */
const PAIRS: Record<string, readonly string[]> = {
  start: ["end", "stop", "finish"],
  starts: ["ends", "stops", "finishes"],
  started: ["ended", "stopped", "finished"],
  starting: ["ending"],
  begin: ["end"],
  begins: ["ends"],
  from: ["to", "until", "till", "through"],
  since: ["until", "to"],
  after: ["before"],
  created: ["expires", "expired", "expiry", "expiration"],
  issued: ["expires", "expiry", "expiration"],
  opens: ["closes"],
};
/** They say that a name is of a moment, and not of which. */
const OF_MOMENTS = new Set(["at", "on", "date", "time", "datetime"]);

/** `startsAt`, `starts_at` and `Starts-At` have the same words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "" && !OF_MOMENTS.has(word));

const endNames = (name: string): string[] => {
  const words = wordsOf(name);
  return words.flatMap((word, at) =>
    (Object.hasOwn(PAIRS, word) ? (PAIRS[word] ?? []) : []).map((end) =>
      words.with(at, end).join(" "),
    ),
  );
};

const isMoment = ({ type, example }: Member): boolean =>
  (type.kind === "date-time" || type.kind === "date") && example === undefined;

/** Marks the two moments of a time, as their names tell them: a server may refuse an end that is not after its start. */
export function withSpans<Of extends Member>(members: readonly Of[]): Of[] {
  const moments = members.filter(isMoment);
  const spans = new Map<string, "start" | "end">();
  for (const { name, type } of moments) {
    const ends = endNames(name);
    const end = moments.find(
      (each) => each.type.kind === type.kind && ends.includes(wordsOf(each.name).join(" ")),
    );
    if (end === undefined || spans.has(end.name) || spans.has(name)) continue;
    spans.set(name, "start").set(end.name, "end");
  }
  return members.map((member) => {
    const span = spans.get(member.name);
    return span === undefined ? member : { ...member, type: { ...member.type, span } };
  });
}

/** Marks the name of a pair of name and value, as of a label or a variable: only some characters may be in it. */
export function withNames<Of extends Member>(members: readonly Of[]): Of[] {
  const hasValue = members.some(({ name, type }) => /^value$/i.test(name) && type.kind === "text");
  if (!hasValue) return [...members];
  return members.map((member) => {
    const { name, type } = member;
    if (!/^(?:name|key|label)$/i.test(name) || type.kind !== "text") return member;
    return type.pattern === undefined ? { ...member, type: { ...type, isName: true } } : member;
  });
}
