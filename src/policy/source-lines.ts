import { extname } from "node:path";
import type { Node } from "jsonc-parser";
import type { Judgement } from "../model/index.ts";
import { modulePlaces, type PlaceOf } from "./module-places.ts";

/** Where a rule is: `source` is for people (`witness.config.ts:14`), file and line are for programs. */
type SourcePlace = Pick<Judgement, "file" | "line"> & { source: string };

/** A file with rules: `at` returns the place of a key by its path, without a line if it is not certain. */
export type Source = { at: (path: readonly (string | number)[]) => SourcePlace };

/** The source of rules without a file. */
export const NO_FILE: Source = { at: () => ({ source: "policy" }) };

/**
 * Finds the lines of keys in the syntax tree of a configuration: JSON, JavaScript or TypeScript, by
 * the name of its file. A file that cannot be parsed has no lines.
 */
export async function sourceLines(file: string, text: string): Promise<Source> {
  const placeOf = extname(file) === ".json" ? await jsonPlaces(text) : await modulePlaces(text);
  return {
    at: (path) => {
      const place = placeOf(path);
      if (place === undefined) return { source: file, file };
      const line = lineOf(text, place);
      return { source: `${file}:${line}`, file, line };
    },
  };
}

const lineOf = (text: string, place: number): number => text.slice(0, place).split("\n").length;

/** Where keys and items of a JSON text begin. Of a duplicate key the last one counts, as for `JSON.parse`. */
async function jsonPlaces(text: string): Promise<PlaceOf> {
  const { parseTree } = await import("jsonc-parser");
  const root = parseTree(text);
  return (path) => {
    let value = root;
    let place: number | undefined;
    for (const part of path) {
      const found = typeof part === "number" ? itemOf(value, part) : memberOf(value, part);
      if (found === undefined) return undefined;
      [place, value] = [found.place, found.value];
    }
    return place;
  };
}

type Found = { place: number; value: Node | undefined };

function itemOf(array: Node | undefined, nth: number): Found | undefined {
  const item = array?.type === "array" ? array.children?.[nth] : undefined;
  return item && { place: item.offset, value: item };
}

function memberOf(object: Node | undefined, key: string): Found | undefined {
  if (object?.type !== "object") return undefined;
  const member = object.children?.findLast(({ children }) => children?.[0]?.value === key);
  return member && { place: member.offset, value: member.children?.[1] };
}
