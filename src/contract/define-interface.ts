import { WitnessError } from "../errors.ts";
import { slugOf } from "../kinds/index.ts";
import type { Interface, Parameter } from "../model/index.ts";
import { clausesOf, type Stated } from "./clauses.ts";
import { membersOf, type Field } from "./field-builders.ts";
import { problemsOf } from "./interface-problems.ts";

/** An interface as an author writes it. */
export type InterfaceInput = {
  /** For people and file names; made from method and path by default. */
  name?: string;
  /** POST by default. */
  method?: string;
  /** Appended to the base URL; `{name}` is a parameter, described in `parameters`. */
  path: string;
  /**
   * Headers that every request has; Accept, Accept-Encoding and User-Agent replace those of witness. One that
   * is described as a field has a value of its type, and a suite of its own.
   */
  headers?: Record<string, string | Field>;
  /** The members of the JSON body, in order; without them, the request has no body. */
  fields?: Record<string, Field>;
  /** The parameters of the query, in order. */
  query?: Record<string, Field>;
  /** The value of each `{name}` of the path. */
  parameters?: Record<string, Field>;
};

/**
 * Makes an interface for `--interface` and the option `interface`:  ```ts export default
 * defineInterface({ path: "/v1/orders/{shopId}", parameters: { shopId: wholeNumber() }, fields: {
 * orderId: wholeNumber({ fresh: true }), note: text({ maxLength: 80 }).optional() }, }); ```  The
 * interface states which requests are valid: each must get a complete response. Nothing else is
 * stated.  @throws WitnessError `interface` with each place that is wrong and what to write
 * instead.
 */
export function defineInterface(input: InterfaceInput): Interface {
  const problems = problemsOf(input);
  if (problems.length > 0)
    throw new WitnessError("interface", `the interface is not valid: ${problems.join("; ")}`, {
      hint: 'an interface looks like defineInterface({ path: "/v1/orders", fields: { id: wholeNumber({ fresh: true }) } })',
    });
  const { method = "POST", path, headers = {}, fields, query = {}, parameters = {} } = input;
  const fixed = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const described = Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, Field] => typeof entry[1] !== "string",
    ),
  );
  const named = (place: Parameter["in"], of: Record<string, Field>): Parameter[] =>
    membersOf(of).map((member) => ({ ...member, in: place }));
  const all = [
    ...named("path", parameters).map((each) => ({ ...each, required: true })),
    ...named("query", query),
    ...named("header", described),
  ];
  const stated: Stated = {
    method,
    path,
    ...(fixed.length > 0 && { headers: fixed }),
    ...(all.length > 0 && { parameters: all }),
    ...(fields !== undefined && { body: { kind: "object", fields: membersOf(fields) } }),
  };
  const name = input.name ?? `${method.toLowerCase()}-${slugOf(path)}`;
  return { ...stated, name, clauses: clausesOf(stated) };
}
