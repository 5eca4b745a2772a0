import { operationName } from "./choose-operations.ts";
import type { Producer } from "./producers.ts";
import type { ResourceValue } from "./value-in-response.ts";

/** What to know where no request was a success. */
export const ABSENCE = ": 404 for every request may mean that it does not exist";

export const misfitNote = (name: string, value: ResourceValue, whose: string): string =>
  `${name} ${value} of ${whose} does not fit what the document states of it`;

/** Why no value was found for a parameter or a member. */
export function missingNote(
  name: string,
  producers: readonly Producer[],
  { refused, hasExample }: { refused: string | undefined; hasExample: boolean },
): string {
  const example = hasExample ? ": the example of the document is sent" : "";
  if (producers.length === 0) return `no producer of ${name}${example || ABSENCE}`;
  const names = [...new Set(producers.map(({ operation }) => operationName(operation)))].join(", ");
  return refused === undefined
    ? `no ${name} in a response of ${names}${example}`
    : `${name} of ${names} is not the one: ${refused}`;
}
