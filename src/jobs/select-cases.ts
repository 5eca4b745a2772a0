import { WitnessError } from "../errors.ts";
import { allowedBy, anyRequest, drawCases } from "../generate/index.ts";
import type { CaseRequest, Interface, Property, Suite } from "../model/index.ts";
import type { Profile } from "../options/index.ts";
import { globTest } from "../policy/index.ts";
import { suggestion } from "../text/index.ts";

/** Suites that break the message itself: proxies and shared environments may suffer from them. */
const NOT_SAFE = ["framing", "size", "connection"];
/** Of this many draws of a property, half must be allowed: the others are drawn again. */
const TRIED = 20;

/** The cases to leave out of the catalogue, by options or by the header of a record. */
export type LeftOut = {
  exclude?: readonly string[] | undefined;
  profile?: Profile | undefined;
  /** Ids of the only cases to send. Properties that have made some of them are sent too. */
  cases?: readonly string[] | undefined;
};

/**
 * The suites without the cases to leave out; a suite may become empty. With the profile safe, also without all requests that
 * may do more than the operation of the interface (`otherEffect`), hand-chosen or generated. @throws WitnessError `exclude`
 * if a glob matches nothing.
 */
export function selectCases(
  suites: readonly Suite[],
  { exclude = [], profile, cases }: LeftOut,
  from: Interface,
): Suite[] {
  for (const glob of exclude) requireMatch(glob, suites);
  const excluded = exclude.map((glob) => ({ glob, test: globTest(glob) }));
  const only = cases && namesOf(cases);
  const isWanted = (suite: string, id: string): boolean =>
    !(profile === "safe" && NOT_SAFE.includes(suite)) &&
    !excluded.some(({ glob, test }) => test(glob.includes("/") ? id : suite)) &&
    (only === undefined || only.has(id));
  if (excluded.length === 0 && profile !== "safe" && only === undefined) return [...suites];
  const isAllowed = allowedBy(profile, from);
  return suites.map((suite) => lazily(suite, (id) => isWanted(suite.name, id), isAllowed));
}

/** The property with only its allowed requests; none if most of them are not. */
function allowedOf(property: Property, isAllowed: (request: CaseRequest) => boolean): Property[] {
  if (isAllowed === anyRequest) return [property];
  const tried = [...drawCases("", property, 1, TRIED)].filter(({ request }) => isAllowed(request));
  if (tried.length < TRIED / 2) return [];
  return [{ ...property, arbitrary: property.arbitrary.filter(isAllowed) }];
}

/** The wanted part of a suite. Its cases are made when they are first read; most suites' cases never are. */
function lazily(
  suite: Suite,
  isWanted: (id: string) => boolean,
  isAllowed: (request: CaseRequest) => boolean,
): Suite {
  const { name, about } = suite;
  const kept: Partial<Suite> = {};
  return {
    name,
    about,
    get cases() {
      return (kept.cases ??= suite.cases.filter(
        ({ id, request }) => isWanted(id) && isAllowed(request),
      ));
    },
    get properties() {
      return (kept.properties ??= suite.properties
        .filter((each) => isWanted(`${name}/${each.name}`))
        .flatMap((each) => allowedOf(each, isAllowed)));
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
