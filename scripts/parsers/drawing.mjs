// Random choices with a fixed seed, so that a table has the same values wherever it is written.
import { mersenne } from "pure-rand/generator/mersenne";
import { uniformInt } from "pure-rand/distribution/uniformInt";

/** Choices from one seed. */
export function drawing(seed) {
  const random = mersenne(seed);
  const integer = (from, to) => uniformInt(random, from, to);
  const pick = (list) => list[integer(0, list.length - 1)];
  const maybe = (one, of) => integer(1, of) <= one;
  const digits = (count) => Array.from({ length: count }, () => integer(0, 9)).join("");
  return { integer, pick, maybe, digits };
}

/** Different values: the chosen ones, then drawn ones until there are `count`. */
export function different(count, chosen, draw) {
  const found = new Set(chosen);
  for (let tries = 0; found.size < count && tries < 50 * count; tries++) found.add(draw());
  if (found.size < count) throw new Error(`only ${found.size} different values`);
  return [...found];
}

/** The text with a character removed, repeated, replaced or inserted. */
export function misspelled({ integer, pick }, text, characters) {
  const at = integer(0, text.length);
  const before = text.slice(0, at);
  const after = text.slice(at);
  return pick([
    before + after.slice(1),
    before + pick(characters) + after,
    before + pick(characters) + after.slice(1),
    before + after.slice(0, 1) + after,
  ]);
}
