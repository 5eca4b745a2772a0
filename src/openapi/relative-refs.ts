import { dirname, relative, resolve } from "node:path";

/** The `$ref`s of a part of another file, as they lead from the document. */
export function rebased(value: unknown, file: string, root: string): unknown {
  return withRefs(value, (ref) => {
    const [address = "", fragment] = ref.split("#");
    const to = address === "" ? file : relative("/", resolve("/", dirname(file), address));
    const hash = fragment === undefined ? "" : `#${fragment}`;
    return to === root ? hash : `${to}${hash}`;
  });
}

function withRefs(value: unknown, read: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withRefs(each, read));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string" ? read(each) : withRefs(each, read),
    ]),
  );
}

/** The paths in a document that have a relative address of a file, with that address. */
export function relativeRefs(value: unknown, path: readonly string[] = []): [string[], string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]): [string[], string][] =>
    key === "$ref" && typeof each === "string" && !/^(?:#|[a-z][a-z\d+.-]*:)/i.test(each)
      ? [[[...path, key], each]]
      : relativeRefs(each, [...path, key]),
  );
}
