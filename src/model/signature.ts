import type { RequestResult, Exchange } from "./observation.ts";

/**
 * The part of an observation that is compared: the status of each response, or what came instead;
 * runs of the same are counted (`201 ×3, closed`). `unordered` compares responses as a set.
 */
export function signatureOf(exchange: Pick<Exchange, "answers">, unordered = false): string {
  const [only, second] = exchange.answers;
  if (only !== undefined && second === undefined) return resultWord(only);
  const words = exchange.answers.map(resultWord);
  if (unordered) words.sort();
  const groups: { word: string; count: number }[] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last?.word === word) last.count += 1;
    else groups.push({ word, count: 1 });
  }
  return groups
    .map(({ word, count }) =>
      count > 2 ? `${word} ×${count}` : Array(count).fill(word).join(", "),
    )
    .join(", ");
}

/** What a signature says of one response: its status, or what came instead. */
export const resultWord = (result: RequestResult): string =>
  result.outcome === "answered" ? String(result.status) : result.outcome;

/**
 * The words of a signature in order, each group once: `201`, `closed` of `201 ×3, closed`. This is the one
 * reader of what `signatureOf` writes: records, findings and baselines keep the text alone.
 */
export function signatureWords(signature: string): string[] {
  // What else was compared stands behind a dot: `201 · application/json`.
  const [responses = ""] = signature.split(" · ", 1);
  return responses.split(", ").map((group) => group.split(" ", 1)[0] ?? "");
}

export type StatusClass = "1xx" | "2xx" | "3xx" | "4xx" | "5xx" | "other" | "noAnswer";

/** The class of a signature: that of its last response, which is what a sequence leads up to. */
export function classOf(signature: string): StatusClass {
  const last = signatureWords(signature).at(-1) ?? "";
  // Where classes are compared, the signature is one.
  if (/^[1-5]xx$/.test(last)) return last as StatusClass;
  if (!/^\d+$/.test(last)) return "noAnswer";
  return /^[1-5]\d\d$/.test(last) ? (`${last[0]}xx` as StatusClass) : "other";
}
