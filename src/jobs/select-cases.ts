import { WitnessError } from "../errors.ts";
import type { Suite } from "../model/suite.ts";
import type { Profile } from "../options/option-row.ts";
import { globTest } from "../policy/selector.ts";
import { suggestion } from "../text/nearest.ts";

/** Suites that break the message itself: proxies and shared environments may suffer from them. */
const NOT_SAFE = ["framing", "size", "connection"];

/** The cases to leave out of the catalogue, by options or by the header of a record. */
export type LeftOut = {
  exclude?: readonly string[] | undefined;
  profile?: Profile | undefined;
  /** Ids of the only cases to send. Properties that have made some of them are sent too. */
  cases?: readonly string[] | undefined;
};

/**
 * The suites without the cases to leave out; a suite may become empty. @throws WitnessError `exclude` if a glob matches
 * nothing.
 */
export function selectCases(
  suites: readonly Suite[],
  { exclude = [], profile, cases }: LeftOut,
): Suite[] {
  for (const glob of exclude) requireMatch(glob, suites);
  const excluded = exclude.map((glob) => ({ glob, test: globTest(glob) }));
  const only = cases && namesOf(cases);
  const isWanted = (suite: string, id: string): boolean =>
    !(profile === "safe" && NOT_SAFE.includes(suite)) &&
    !excluded.some(({ glob, test }) => test(glob.includes("/") ? id : suite)) &&
    (only === undefined || only.has(id));
  if (excluded.length === 0 && profile !== "safe" && only === undefined) return [...suites];
  return suites.map((suite) => lazily(suite, (id) => isWanted(suite.name, id)));
}

/** The wanted part of a suite. Its cases are made when they are first read; most suites' cases never are. */
function lazily(suite: Suite, isWanted: (id: string) => boolean): Suite {
  const { name, about } = suite;
  const kept: Partial<Suite> = {};
  return {
    name,
    about,
    get cases() {
      return (kept.cases ??= suite.cases.filter(({ id }) => isWanted(id)));
    },
    get properties() {
      return (kept.properties ??= suite.properties.filter((each) =>
        isWanted(`${name}/${each.name}`),
      ));
    },
  };
}

/** A generated case stands for its property: `fields/extra` of `fields/extra#17`. */
const namesOf = (ids: readonly string[]): Set<string> =>
  new Set(ids.map((id) => id.replace(/#\d+$/, "")));

function requireMatch(glob: string, suites: readonly Suite[]): void {
  const names = glob.includes("/")
    ? suites.flatMap(({ name, cases, properties }) => [
        ...cases.map(({ id }) => id),
        ...properties.map((property) => `${name}/${property.name}`),
      ])
    : suites.map(({ name }) => name);
  if (names.some(globTest(glob))) return;
  throw new WitnessError("exclude", `--exclude ${JSON.stringify(glob)} matches nothing`, {
    hint: glob.includes("/") ? "witness run --list prints the cases" : suggestion(glob, names),
  });
}
