import type { Case } from "../model/index.ts";
import type { Example } from "./conduct-fold.ts";

/** Generated cases kept for each signature of a property: the shortest ones. */
const EXAMPLES = 3;

/** The generated cases of a property: how often each signature came, and its shortest requests. */
export type PropertyFold = {
  id: string;
  clauses: string[];
  runs: number;
  outcomes: Map<string, number>;
  examples: Map<string, Example[]>;
};

/** Adds a generated case to its property. */
export function foldProperty(
  properties: Map<string, PropertyFold>,
  example: Example,
  signature: string,
): void {
  const id = example.case.generated?.property ?? "";
  let property = properties.get(id);
  if (property === undefined) {
    property = {
      id,
      clauses: example.case.clauses,
      runs: 0,
      outcomes: new Map(),
      examples: new Map(),
    };
    properties.set(id, property);
  }
  property.runs += 1;
  property.outcomes.set(signature, (property.outcomes.get(signature) ?? 0) + 1);
  const kept = property.examples.get(signature);
  if (kept === undefined) property.examples.set(signature, [example]);
  else keepShortest(kept, example);
}

/** Keeps the shortest requests, in order of length, the earlier one first. */
function keepShortest(kept: Example[], example: Example): void {
  const size = requestSize(example.case);
  const longest = kept.at(-1);
  const isLongest = longest === undefined || requestSize(longest.case) <= size;
  if (isLongest && kept.length >= EXAMPLES) return;
  const place = isLongest ? kept.length : kept.findIndex((each) => requestSize(each.case) > size);
  kept.splice(place, 0, example);
  if (kept.length > EXAMPLES) kept.pop();
}

/** The rough length of a request: enough to distinguish short from long, and cheap. */
function requestSize({ request }: Case): number {
  if (request.sender === "wire") return request.steps.length * 100;
  return request.body.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 10), 0);
}
