import { type PathParameter, pathParameters } from "./producers.ts";

/** The values of `--given`: `id=7` for each parameter `id`, `/books/{id}=7` for those that name a book. */
export class GivenValues {
  readonly #values: ReadonlyMap<string, string>;

  constructor(given: readonly string[]) {
    this.#values = new Map(
      given.map((text): [string, string] => {
        const [name = "", ...value] = text.split("=");
        return [pathParameters(name).at(-1)?.key ?? name, value.join("=")];
      }),
    );
  }

  of = ({ key, name }: PathParameter): string | undefined =>
    this.#values.get(key) ?? this.#values.get(name);
}
