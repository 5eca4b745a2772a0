import type { GivenValue, Interface } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Profile } from "../../options/index.ts";
import { operationName } from "./choose-operations.ts";
import { readerOf } from "./entity-tags.ts";
import { changesNamed, listedNote, makesNew, othersReason, safeNote } from "./others-resources.ts";
import type { PathParameter, Producer, Reference } from "./producers.ts";
import { givenValues, pathParameters, producersOf, referencesIn } from "./producers.ts";
import { resourcesOf } from "./producers.ts";
import { Namesakes } from "./namesakes.ts";
import { Filters, hasExample, withReference, takeInPath } from "./references.ts";
import { readable, withoutExistence } from "./readable.ts";
import { namingOf, responseIn, type StatedExchange, type StatedSender } from "./stated-sender.ts";
import { misfitNote, missingNote } from "./value-notes.ts";
import type { ResourceValue, ResourceValues } from "./value-in-response.ts";
import { NamedResources, notingMade } from "./value-in-response.ts";

/** The interface of an operation with values in its path, where they are from, and what to know about them. */
export type OperationValues = {
  interface: Interface;
  values: GivenValue[];
  notes: string[];
  /** What is to be known where all requests name one resource, which the first of them deletes. */
  consumed?: string;
  /** Why it is not to be sent with the profile safe. */
  unsafe?: string | undefined;
};

/** A resource that a request has made, with the request; without `values` if the response does not name it. */
export type MadeResource = { exchange: StatedExchange; values?: ResourceValues };

/** Methods of requests that can be sent a second time with the same result. */
const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE", "PUT", "PATCH"]);

/** Finds values for paths: given ones first, then those of the operation that makes such a resource, then those of the one that lists them. */
export class PathValues {
  readonly #operations: readonly DocumentOperation[];
  readonly #sender: StatedSender;
  readonly #givenOf: ReturnType<typeof givenValues>;
  readonly #profile: Profile | undefined;
  /** Interfaces with the values fresh that their runs have found to be unique. */
  readonly #learned = new Map<DocumentOperation, Interface>();

  readonly #filters: Filters;
  readonly #namesakes: Namesakes;
  readonly #results = new Map<DocumentOperation, StatedExchange>();
  readonly #producing = new Set<DocumentOperation>();
  readonly made = new NamedResources();

  constructor(
    operations: readonly DocumentOperation[],
    sender: StatedSender,
    { given, profile }: { given: readonly string[]; profile?: Profile | undefined },
  ) {
    this.#profile = profile;
    this.#operations = operations;
    this.#sender = sender;
    this.#filters = new Filters(sender);
    this.#namesakes = new Namesakes(operations, (...of) => this.#sendNoting(...of));
    this.#givenOf = givenValues(given);
  }

  learn(operation: DocumentOperation, from: Interface | undefined): void {
    if (from !== undefined) this.#learned.set(operation, structuredClone(from));
  }

  async of(
    operation: DocumentOperation,
    from: Interface,
    known = new Map<string, ResourceValue>(),
  ): Promise<OperationValues> {
    const found: OperationValues = { interface: withoutExistence(from), values: [], notes: [] };
    for (const parameter of pathParameters(operation.path))
      await this.#find(operation, parameter, { found, known });
    if (this.#profile === "safe" && changesNamed(operation, this.#operations))
      found.unsafe = othersReason(operation, found.interface, found.values);
    await this.#findReferences(operation, { found, known });
    const [last] = found.values.slice(-1);
    if (operation.method === "DELETE" && last !== undefined)
      found.consumed = `every request of this row names ${last.parameter} ${last.value}: after one that deletes it, it is gone for the others`;
    return found;
  }

  /** Makes a resource of its own, in new ones of what it is in; undefined if its request cannot be expressed. */
  async make(producer: Producer, parameter: PathParameter): Promise<MadeResource | undefined> {
    return (await this.maker(producer, parameter))?.();
  }

  /** Makes another resource at each call, all inside of the same ones; undefined if its request cannot be expressed. */
  async maker(
    producer: Producer,
    parameter: PathParameter,
  ): Promise<(() => Promise<MadeResource>) | undefined> {
    const from = this.interfaceOf(producer.operation);
    if (from === undefined) return undefined;
    const known = new Map<string, ResourceValue>();
    const found = await this.of(producer.operation, from, known);
    return async () => {
      const exchange = await this.#sender.send(found.interface);
      const value = this.#valueOf(exchange, producer, { parameter, known });
      return value === undefined
        ? { exchange }
        : { exchange, values: new Map(known).set(parameter.key, value) };
    };
  }

  /** The interface of an operation with these values in its path; undefined if one is missing, or not of its type. */
  async withValues(
    operation: DocumentOperation,
    values: ResourceValues,
  ): Promise<Interface | undefined> {
    const read = this.interfaceOf(operation);
    const from = await this.#inPath(operation, read && withoutExistence(read), values);
    return from && this.#withReferences(operation, from, values);
  }

  /** The interface with a body that names resources which exist. */
  async #withReferences(
    operation: DocumentOperation,
    from: Interface,
    values: ResourceValues,
  ): Promise<Interface> {
    const found: OperationValues = { interface: from, values: [], notes: [] };
    await this.#findReferences(operation, { found, known: new Map(values) });
    return found.interface;
  }

  /** An interface with these or the given values in its path; undefined if one is missing, or not of its type. */
  async #inPath(
    { path }: DocumentOperation,
    read: Interface | undefined,
    values: ResourceValues,
  ): Promise<Interface | undefined> {
    const { withPathValue } = await import("../openapi.lazy.ts");
    let from = read;
    for (const parameter of pathParameters(path)) {
      const value = values.get(parameter.key) ?? this.#givenOf(parameter);
      from = from && value !== undefined ? withPathValue(from, parameter.name, value) : undefined;
    }
    return from;
  }

  /** What a run of the operation has found out about it, else what the document has. */
  interfaceOf = (operation: DocumentOperation): Interface | undefined =>
    this.#learned.get(operation) ?? readable(operation);

  /** Has the body and the query name resources that exist, where others can be made. */
  async #findReferences(
    operation: DocumentOperation,
    { found, known }: { found: OperationValues; known: Map<string, ResourceValue> },
  ): Promise<void> {
    const name = (reference: Reference) =>
      this.#findReference(operation, reference, { found, known });
    for (const reference of referencesIn(operation, found.interface, this.#operations))
      await name(reference);
    const valueFor = async (reference: Reference): Promise<ResourceValue | undefined> => {
      const [producer] = reference.producers;
      const given = this.#givenOf(reference);
      return given ?? (producer && (await this.#produced(producer, reference, known)));
    };
    for (const reference of await this.#namesakes.of(operation, found.interface, valueFor))
      await name(reference);
  }

  async #findReference(
    operation: DocumentOperation,
    reference: Reference,
    { found, known }: { found: OperationValues; known: Map<string, ResourceValue> },
  ): Promise<void> {
    const { path, producers } = reference;
    const name = path.join(".");
    const given = this.#givenOf(reference);
    const takesAny = await this.#filters.takesAny(operation, reference, found.interface);
    if (given === undefined && takesAny && hasExample(found.interface, reference)) return;
    let isTold = false;
    for (const producer of producers) {
      const value = given ?? (await this.#produced(producer, reference, known));
      if (value === undefined) continue;
      const sent = await withReference(found.interface, reference, { value, isOnly: !takesAny });
      if (sent === undefined) {
        found.notes.push(misfitNote(name, value, operationName(producer.operation)));
        isTold = true;
        continue;
      }
      found.interface = sent;
      const from = given === undefined ? operationName(producer.operation) : undefined;
      found.values.push({ parameter: name, value: String(value), from });
      return;
    }
    if (!isTold) found.notes.push(missingNote(name, producers, this.#results));
  }

  async #find(
    operation: DocumentOperation,
    parameter: PathParameter,
    { found, known }: { found: OperationValues; known: Map<string, ResourceValue> },
  ): Promise<void> {
    const { name, key } = parameter;
    const given = this.#givenOf(parameter);
    if (given !== undefined) {
      await takeInPath({ name, key, value: given, from: undefined }, { found, known });
      return;
    }
    const all = producersOf(operation, parameter, this.#operations);
    const isLast = parameter.key === pathParameters(operation.path).at(-1)?.key;
    const isDeleted = isLast && operation.method === "DELETE" && this.#profile !== "full";
    const isSafe = this.#profile === "safe" && changesNamed(operation, this.#operations);
    const producers = isSafe || isDeleted ? all.filter((each) => makesNew(each, parameter)) : all;
    let refused: string | undefined;
    const misfits = new Set<Producer>();
    for (const producer of producers) {
      const value = await this.#produced(producer, parameter, known);
      if (value === undefined) continue;
      const before = { ...found };
      const from = operationName(producer.operation);
      if (!(await takeInPath({ name, key, value, from }, { found, known }))) {
        misfits.add(producer);
        continue;
      }
      refused = isLast ? await this.#refusal(operation, found.interface, known) : undefined;
      if (refused === undefined) return;
      Object.assign(found, before);
    }
    const others = producers.filter((each) => !misfits.has(each));
    if (others.length === 0 && producers.length < all.length)
      found.notes.push(isSafe ? safeNote(operation, name) : listedNote(operation.path, name));
    else if (others.length > 0 || misfits.size === 0)
      found.notes.push(
        missingNote(name, others, this.#results, {
          refused,
          hasExample: hasExample(found.interface, { in: "path", name }),
        }),
      );
  }

  /** The value that the response to a stated request of a producer has; undefined without one. */
  async #produced(
    producer: Producer,
    parameter: PathParameter,
    known: Map<string, ResourceValue>,
  ): Promise<ResourceValue | undefined> {
    const { operation } = producer;
    const read = await this.#readForProducing(operation, known);
    const from = await this.#inPath(operation, read, known);
    if (from === undefined) return undefined;
    const exchange = await this.#sender.send(from);
    this.#results.set(operation, exchange);
    const value = this.#valueOf(exchange, producer, { parameter, known });
    // Where the stated request is refused, another one of its run may have been a success.
    return (
      value ??
      this.made
        .by(producer)
        .findLast((each) => each.has(parameter.key))
        ?.get(parameter.key)
    );
  }

  async #sendNoting(operation: DocumentOperation, from: Interface): Promise<StatedExchange> {
    const exchange = await this.#sender.send(from);
    const naming = namingOf(exchange);
    if (naming) notingMade(operation, [], resourcesOf(this.#operations), this.made)(naming);
    return exchange;
  }

  #valueOf(
    exchange: StatedExchange,
    producer: Producer,
    of: { parameter: PathParameter; known: ResourceValues },
  ): ResourceValue | undefined {
    const naming = namingOf(exchange);
    return naming && this.made.note(naming, producer, of);
  }

  /** The interface of a producer: what is in its path, and without a run what it refers to, is produced first, unless that refers back. */
  async #readForProducing(
    operation: DocumentOperation,
    known: Map<string, ResourceValue>,
  ): Promise<Interface | undefined> {
    const from = this.interfaceOf(operation);
    if (from === undefined || this.#producing.has(operation)) return from;
    this.#producing.add(operation);
    try {
      const found: OperationValues = { interface: from, values: [], notes: [] };
      for (const parameter of pathParameters(operation.path))
        if (!known.has(parameter.key)) await this.#find(operation, parameter, { found, known });
      if (!this.#learned.has(operation)) await this.#findReferences(operation, { found, known });
      return found.interface;
    } finally {
      this.#producing.delete(operation);
    }
  }

  /** How the operation refuses its stated request, if it may be sent to find out; undefined if it does not. */
  async #refusal(
    operation: DocumentOperation,
    from: Interface,
    known: ResourceValues,
  ): Promise<string | undefined> {
    // A 404 may be about what the body names.
    const asked = REPEATABLE.has(operation.method)
      ? await this.#withReferences(operation, from, known)
      : readerOf({ ...from, path: operation.path }, this.#operations);
    const response = asked && responseIn(await this.#sender.send(asked));
    return response?.status === 404 ? `404 for ${operationName(operation)}` : undefined;
  }
}
