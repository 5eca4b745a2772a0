import type { UniqueField } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { Resource } from "./producers.ts";

/** The fields that creating a resource has found to be unique: a change of it cannot find out, because it keeps its own values. */
export class UniqueValues {
  readonly #resources: readonly Resource[];
  readonly #byPath = new Map<string, readonly UniqueField[]>();

  constructor(resources: readonly Resource[]) {
    this.#resources = resources;
  }

  note(operation: DocumentOperation, unique: readonly UniqueField[]): void {
    for (const { path, create } of this.#resources)
      if (create.operation === operation)
        this.#byPath.set(path, [...this.#known(path), ...unique.filter(isNew(this.#known(path)))]);
  }

  of = ({ path }: DocumentOperation): readonly UniqueField[] | undefined => this.#byPath.get(path);

  #known = (path: string): readonly UniqueField[] => this.#byPath.get(path) ?? [];
}

const isNew =
  (known: readonly UniqueField[]) =>
  ({ path }: UniqueField): boolean =>
    known.every((each) => each.path !== path);
