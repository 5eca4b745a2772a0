import type { Interface } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { namesakesIn, plainName, type Reference } from "./producers.ts";
import { withReference } from "./references.ts";
import { responseIn, type StatedExchange, successIn } from "./stated-sender.ts";
import type { ResourceValue } from "./value-in-response.ts";

type Send = (operation: DocumentOperation, from: Interface) => Promise<StatedExchange>;

const ABOUT_VALUES: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** Finds out which members name a resource, although only their names say so: with such a value, a refused POST succeeds. */
export class Namesakes {
  readonly #operations: readonly DocumentOperation[];
  readonly #send: Send;
  readonly #tried = new Set<DocumentOperation>();
  readonly #confirmed = new Set<string>();

  constructor(operations: readonly DocumentOperation[], send: Send) {
    this.#operations = operations;
    this.#send = send;
  }

  /** Those of an operation. The POST of a collection is tried once; other operations have the same members. */
  async of(
    operation: DocumentOperation,
    from: Interface,
    valueFor: (reference: Reference) => Promise<ResourceValue | undefined>,
  ): Promise<Reference[]> {
    const all = namesakesIn(operation, from, this.#operations);
    const isConfirmed = (each: Reference): boolean => this.#confirmed.has(keyOf(each));
    const mayTry = operation.method === "POST" && !operation.path.includes("{");
    if (mayTry && !all.every(isConfirmed) && !this.#tried.has(operation)) {
      this.#tried.add(operation);
      if (await this.#makesTheDifference(operation, from, { all, valueFor }))
        for (const each of all) this.#confirmed.add(keyOf(each));
    }
    return all.filter(isConfirmed);
  }

  async #makesTheDifference(
    operation: DocumentOperation,
    from: Interface,
    how: {
      all: readonly Reference[];
      valueFor: (reference: Reference) => Promise<ResourceValue | undefined>;
    },
  ): Promise<boolean> {
    const refusal = responseIn(await this.#send(operation, from));
    if (refusal === undefined || !ABOUT_VALUES.has(refusal.status)) return false;
    let named = from;
    for (const each of how.all) {
      const value = await how.valueFor(each);
      if (value === undefined) return false;
      named = (await withReference(named, each, { value, isOnly: true })) ?? named;
    }
    return successIn(await this.#send(operation, named)) !== undefined;
  }
}

const keyOf = ({ name, key }: Reference): string => `${plainName(name)} ${key}`;
