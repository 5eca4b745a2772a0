import type { RequestResult, Exchange } from "./observation.ts";

/**
 * The compared part of an observation: the status of each response, or its outcome without one;
 * repetitions are counted (`201 ×3, closed`). `unordered` compares responses as a set.
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

/** One response in a signature: its status, or its outcome without one. */
export const resultWord = (result: RequestResult): string =>
  result.outcome === "answered" ? String(result.status) : result.outcome;

/**
 * The words of a signature in order, each group once: `201`, `closed` of `201 ×3, closed`. This is the
 * only reader of the output of `signatureOf`: records, findings and baselines keep only the text.
 */
export function signatureWords(signature: string): string[] {
  // Other compared parts follow a dot: `201 · application/json`.
  const [responses = ""] = signature.split(" · ", 1);
  return responses.split(", ").map((group) => group.split(" ", 1)[0] ?? "");
}

export type StatusClass = "1xx" | "2xx" | "3xx" | "4xx" | "5xx" | "other" | "noAnswer";

/** The class of a signature: the class of its last response, because a sequence leads up to it. */
export function classOf(signature: string): StatusClass {
  const last = signatureWords(signature).at(-1) ?? "";
  // If classes are compared, the signature is one.
  if (/^[1-5]xx$/.test(last)) return last as StatusClass;
  if (!/^\d+$/.test(last)) return "noAnswer";
  return /^[1-5]\d\d$/.test(last) ? (`${last[0]}xx` as StatusClass) : "other";
}
