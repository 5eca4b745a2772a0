import { oncePer } from "../remember.ts";
import type { Case, Property, Suite } from "../model/index.ts";

/** The cases of a suite as they are written, and what says of one how its identity is read and whether it is valid. */
type Unmarked = { cases: () => readonly Case[]; mark: (each: Case) => Case };

const unmarked = new WeakMap<Suite, Unmarked>();

const unmarkedOf = (suite: Suite): Unmarked =>
  unmarked.get(suite) ?? { cases: () => suite.cases, mark: (each) => each };

/** A suite whose cases and properties are made when they are first read. */
export function lazySuite(
  { name, about }: Pick<Suite, "name" | "about">,
  { cases, properties }: { cases: () => Case[]; properties: () => Property[] },
): Suite {
  const made: Partial<Suite> = {};
  return {
    name,
    about,
    get cases() {
      return (made.cases ??= cases());
    },
    get properties() {
      return (made.properties ??= properties());
    },
  };
}

/**
 * The same, with cases that are marked when they are first read. That takes longer than making them: who needs some of them
 * (`casesWhere`), or only their names (`unmarkedCases`), does not wait for the marks of the others.
 */
export function markedSuite(
  named: Pick<Suite, "name" | "about">,
  { cases, properties }: { cases: () => readonly Case[]; properties: () => Property[] },
  mark: (each: Case) => Case,
): Suite {
  let made: readonly Case[] | undefined;
  const plain = { cases: () => (made ??= cases()), mark: oncePer(mark) };
  const suite = lazySuite(named, { cases: () => plain.cases().map(plain.mark), properties });
  unmarked.set(suite, plain);
  return suite;
}

/** A part of a suite, by what needs no marks. */
export function partOfSuite(
  suite: Suite,
  isWanted: (each: Case) => boolean,
  properties: () => Property[],
): Suite {
  const { cases, mark } = unmarkedOf(suite);
  return markedSuite(suite, { cases: () => cases().filter(isWanted), properties }, mark);
}

/** The wanted cases of a suite, by what needs no marks. */
export const casesWhere = (suite: Suite, isWanted: (each: Case) => boolean): Case[] => {
  const { cases, mark } = unmarkedOf(suite);
  return cases().filter(isWanted).map(mark);
};

/** The cases of a suite without the marks: their names, clauses and requests. */
export const unmarkedCases = (suite: Suite): readonly Case[] => unmarkedOf(suite).cases();
