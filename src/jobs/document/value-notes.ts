import { operationName } from "./choose-operations.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { resultWord } from "../../model/index.ts";
import { type StatedExchange, successIn } from "./stated-sender.ts";
import type { Producer } from "./producers.ts";
import type { ResourceValue } from "./value-in-response.ts";

/** What to know where no request was a success. */
export const ABSENCE = ": 404 for every request may mean that it does not exist";

export const misfitNote = (name: string, value: ResourceValue, whose: string): string =>
  `${name} ${value} of ${whose} does not fit what the document states of it`;

export function missingNote(
  name: string,
  producers: readonly Producer[],
  results: ReadonlyMap<DocumentOperation, StatedExchange>,
  { refused, hasExample = false }: { refused?: string | undefined; hasExample?: boolean } = {},
): string {
  const example = hasExample ? ": the example of the document is sent" : "";
  if (producers.length === 0) return `no producer of ${name}${example || ABSENCE}`;
  const named = producers.map(({ operation }) => {
    const exchange = results.get(operation);
    const isSuccess = exchange === undefined || successIn(exchange) !== undefined;
    return `${operationName(operation)}${isSuccess ? "" : ` (${resultWord(exchange.result)})`}`;
  });
  const names = [...new Set(named)].join(", ");
  return refused === undefined
    ? `no ${name} in a response of ${names}${example}`
    : `${name} of ${names} is not the one: ${refused}`;
}

/** Why an operation is left out for want of values, of all targets or of each. */
export function missingValues(
  wanted: readonly string[],
  found: readonly { values: readonly { parameter: string }[]; notes: readonly string[] }[],
  targets: readonly { name: string }[],
): string[] {
  const reasons = found.map(({ values, notes }) => {
    const known = new Set(values.map(({ parameter }) => parameter));
    const lacking = wanted.filter((name) => !known.has(name));
    return lacking.length === 0 ? "" : `no value for ${lacking.join(", ")}: ${notes.join("; ")}`;
  });
  const [first = ""] = reasons;
  if (reasons.every((reason) => reason === first)) return first === "" ? [] : [first];
  return reasons.flatMap((reason, at) =>
    reason === "" ? [] : `${targets[at]?.name ?? ""}: ${reason}`,
  );
}
