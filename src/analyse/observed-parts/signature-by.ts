import {
  classOf,
  rawText,
  signatureOf,
  type Exchange,
  type ObservedPart,
  type RequestResult,
} from "../../model/index.ts";
import { bodySignature } from "./body-signature.ts";

/** The compared parts, and the paths that are ignored in JSON bodies. */
export type ComparedBy = { parts: readonly ObservedPart[]; ignore: readonly string[] };

/** Values of a request that a response may repeat: different for each sending. */
export type SignatureContext = { unordered: boolean; fresh: readonly string[] };

/** The compared part of an exchange, as text: `201`, `201 · application/json · kept`. */
export function signatureBy(
  { parts, ignore }: ComparedBy,
  exchange: Pick<Exchange, "answers" | "end">,
  sent: SignatureContext,
): string {
  return parts.map((part) => partOf(part, exchange, sent, ignore)).join(" · ");
}

function partOf(
  part: ObservedPart,
  exchange: Pick<Exchange, "answers" | "end">,
  { unordered, fresh }: SignatureContext,
  ignore: readonly string[],
): string {
  const last = exchange.answers.at(-1);
  switch (part) {
    case "status":
      return signatureOf(exchange, unordered);
    case "class":
      return eachWord(signatureOf(exchange, unordered), classOf);
    case "outcome":
      return eachWord(signatureOf(exchange, unordered), () => "answered");
    case "content-type":
      return last?.outcome === "answered" ? mediaType(last) : (last?.outcome ?? "none");
    case "body":
      return last?.outcome === "answered"
        ? bodySignature(last.response.decoded ?? last.response.body, { ignore, fresh })
        : (last?.outcome ?? "none");
    case "close":
      return exchange.end;
  }
}

/** The statuses in a signature, replaced. */
const eachWord = (signature: string, word: (status: string) => string): string =>
  signature
    .split(", ")
    .map((each) => each.replace(/^\d+/, word))
    .join(", ");

function mediaType({ response }: RequestResult & { outcome: "answered" }): string {
  const header = response.headers.find(([name]) => rawText(name).toLowerCase() === "content-type");
  return (
    rawText(header?.[1] ?? "")
      .split(";")[0]
      ?.trim()
      .toLowerCase() || "no content type"
  );
}
