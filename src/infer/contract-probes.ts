import fc from "fast-check";
import type { StatedField } from "../contract/fields.ts";
import { exampleBytes } from "../generate/render.ts";
import type { Requests } from "../generate/requests.ts";
import { withoutValue } from "./field-pool.ts";
import { kindOf } from "../kinds/field-type.ts";
import type { CaseRequest } from "../model/request.ts";
import type { KeywordChange } from "../model/keyword-change.ts";
import type { Template } from "../template/template.ts";

/** A request that a changed keyword decides, and its value as text. */
export type Probed = { by: string; request: CaseRequest };

/** Requests that only a changed keyword newly allows, and requests just outside of it. */
export type Probes = { inside: Probed[]; outside: Probed[] };

/** Whether a value broke the keyword before the change. */
export type Broke = (value: unknown) => boolean;

/** Long values are sent less often: this many characters in all, but three values at least. */
const MOST_CHARACTERS = 2_000_000;
const FEWEST = 3;
/** How many values are drawn to find some that the keyword did not allow before. */
const DRAWN = 300;
/** Places just outside a limit: the next ones. */
const NEXT = 3n;
const CAPS = { digits: 400, body: 66_000 };

/** The requests that show whether a changed keyword is right: `count` of each side, if it has so many values. */
export function probesOf(
  change: KeywordChange,
  after: Requests,
  { count, seed, broke }: { count: number; seed: number; broke: Broke },
): Probes {
  const { path, keyword, value } = change;
  if (keyword === "additionalProperties") {
    const requests = count === 0 || path !== "" ? [] : furtherMembers(after, count);
    return value === true ? { inside: requests, outside: [] } : { inside: [], outside: requests };
  }
  const field = after.layout.fields.find(({ slot }) => slot.path === path);
  if (field === undefined) return { inside: [], outside: [] };
  if (keyword === "required") {
    const request = withoutValue(after, field);
    const all = request === undefined ? [] : repeat(count, { by: "no value", request });
    return value === true ? { inside: [], outside: all } : { inside: all, outside: [] };
  }
  const at = (text: Template): Probed => ({
    by: exampleBytes(text, after.interface).toString("utf8"),
    request: after.withValue(field, text),
  });
  if (keyword === "nullable") {
    const all = repeat(count, at(["null"]));
    return value === true ? { inside: all, outside: [] } : { inside: [], outside: all };
  }
  const inside = newlyAllowed(field, after, { seed, broke }).map(at);
  if (value === undefined) return { inside, outside: [] };
  const limit = BigInt(value);
  const isCount = !/imum$/i.test(keyword);
  const times = isCount
    ? Math.min(count, Math.max(FEWEST, Math.floor(MOST_CHARACTERS / Number(limit + 1n))))
    : count;
  return {
    inside: [
      ...placesAt(
        field,
        keyword,
        [limit - (isExclusive(keyword) ? outward(keyword, 1n) : 0n)],
        0,
      ).map(at),
      ...inside,
    ],
    outside: Array.from({ length: times }, (_, nth) => limit + outward(keyword, BigInt(nth) % NEXT))
      .flatMap((place, nth) => placesAt(field, keyword, [place], nth))
      .map(at),
  };
}

const repeat = (count: number, probe: Probed): Probed[] =>
  Array.from({ length: count }, () => probe);

const furtherMembers = (on: Requests, count: number): Probed[] =>
  Array.from({ length: count }, (_, nth) => ({
    by: `"${on.extraKey}"`,
    request: on.request(on.withExtra(["1", '"text"', "true", "{}"][nth % 4] ?? "1")),
  }));

const isLower = (keyword: string): boolean => /^(?:exclusiveM|m)in/.test(keyword);
const isExclusive = (keyword: string): boolean => keyword.startsWith("exclusive");

/** How far outside the n-th value beyond a limit is. */
function outward(keyword: string, nth: bigint): bigint {
  const far = isExclusive(keyword) ? nth : nth + 1n;
  return isLower(keyword) ? -far : far;
}

/** Values at places of a limit: a number, or as long, or with as many items. */
function placesAt(
  { slot }: StatedField,
  keyword: string,
  places: readonly bigint[],
  nth: number,
): Template[] {
  if (/imum$/i.test(keyword)) return places.map((place) => [String(place)]);
  return places
    .filter((place) => place >= 0n)
    .flatMap((place): Template[] => {
      if (/Items$/.test(keyword)) {
        const axis = kindOf(slot.type)
          .axes(slot, CAPS)
          .find(({ name }) => name === "items");
        return axis === undefined ? [] : [axis.value(place)];
      }
      return [[JSON.stringify(textOf(Number(place), nth))]];
    });
}

/** A text of this length that differs from others, as far as its length allows. */
const textOf = (length: number, nth: number): string =>
  `${nth.toString(36)}${"abcdefghijklmnopqrstuvwxyz".repeat(Math.ceil(length / 26))}`.slice(
    0,
    length,
  );

/** Drawn values that the keyword did not allow before. */
const newlyAllowed = (
  { slot }: StatedField,
  on: Requests,
  { seed, broke }: { seed: number; broke: Broke },
): Template[] =>
  fc
    .sample(kindOf(slot.type).valid(slot), { seed, numRuns: DRAWN })
    .filter((text) => broke(valueOf(text, on)));

/** A JSON value; undefined for text that is none. */
function valueOf(text: Template, on: Requests): unknown {
  try {
    return JSON.parse(exampleBytes(text, on.interface).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
