import { join } from "node:path";
import { formattedFields } from "../../contract/index.ts";
import { WitnessError } from "../../errors.ts";
import { FIRST_ID_MAX, FRESH_ID_MIN } from "../../fresh-numbers.ts";
import type { Interface, Policy } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { suggestion } from "../../text/index.ts";
import { type Catalogue, loadCatalogue } from "../load-suites.ts";
import { drawFirstId } from "../open-run.ts";
import { excludesSome, requireMatch, type Selection } from "../plan-suites.ts";
import { chosenOperations, type OperationChoice, operationName } from "./choose-operations.ts";
import { readable } from "./readable.ts";
import { findRunFile, readRun } from "../../record/index.ts";
import { readDocumentRun } from "./report-document.ts";

/** Suites about the server and its readers, not about an operation: each is sent to the first operation that has it. */
const OF_SERVER = [
  "malformed-json",
  "encoding",
  "media-type",
  "methods",
  "target-forms",
  "headers",
  "framing",
  "versions",
  "size",
  "connection",
  "versioning",
];
/** Fewer generated cases of a property show too little. */
const LEAST_RUNS = 10;
/** What is sent if there is time for one suite only, and to an operation that refuses everybody without credentials. */
const FIRST_SUITE = "valid";
const OF_ACCESS = [FIRST_SUITE, "credentials"];
/** Of its time, an operation spends one part in this many on planning all of its suites. */
const SHORT = 2;
const AGED = 0.8;
/** Of more operations, `--profile safe` sends each hand-chosen case once: 200 of them are to take minutes. */
const MANY = 20;
/** How many operations get the suites of fields with a format, and how many that only read get repeated requests: others would show the same. */
const MOST_ALIKE = 5;
const REPETITION = "repetition";
/** The first ids of two operations are further apart than a run needs. */
const APART = 500_009;

/** How much of the catalogue an operation gets; `access`: it refuses every request for its credentials. */
export type ShareSize = "all" | "first suite" | "access";

export const SIZE_NOTES: Record<Exclude<ShareSize, "all">, string> = {
  "first suite": "only the suite valid was sent: no time was left for others (--max-time)",
  access:
    "only the suites valid and credentials were sent: without credentials, it refuses every request",
};

/** What each operation of a whole document gets of what the options give to one run. */
export class OperationShares {
  readonly #count: number;
  #left: number;
  readonly #firstId: number;
  readonly #sentOnce = new Set<string>();
  readonly #toldLeft = new Set<string>();
  /** How many operations with a field of a kind, and how many that only read, were planned. */
  readonly #alike = new Map<string, number>();
  /** How long planning all suites of an operation took last; the longer ago, the less it counts. */
  #planningMs = 300;

  /** `count`: how many operations are to be sent. */
  constructor({ firstId }: { firstId?: number }, count: number) {
    this.#count = count;
    this.#left = count;
    this.#firstId = firstId ?? drawFirstId();
  }

  /** Whether there is only time for the suite of valid requests until then: planning all suites takes a second. */
  isShort = (untilMs: number): boolean => untilMs - Date.now() < SHORT * this.#planningMs;

  /** What is about the server is sent once; generated cases are shared out. @throws WitnessError `nothing-to-send` */
  optionsFor<Own extends Selection>(
    options: Own,
    catalogue: Catalogue,
    size: ShareSize = "all",
  ): Own {
    const { suites } = catalogue;
    const share = Math.ceil(options.runs / this.#count);
    const runs = Math.min(options.runs, Math.max(LEAST_RUNS, share));
    const isChosen = options.suite.length > 0 || options.profile === "full";
    const own = options.exclude.filter((glob) => excludesSome(glob, suites));
    if (isChosen) return { ...options, runs, exclude: own, suite: ownOf(options.suite, suites) };
    if (size !== "all") {
      const isOnly = this.#left === 1 && this.#sentOnce.size === 0;
      const access = isOnly ? [...OF_ACCESS, ...OF_SERVER] : OF_ACCESS;
      const suite = size === "access" ? ownOf(access, suites) : [FIRST_SUITE];
      return { ...options, runs: LEAST_RUNS, exclude: own, suite };
    }
    const once = suites.map(({ name }) => name).filter((name) => this.#sentOnce.has(name));
    const isMany = options.profile === "safe" && this.#count > MANY;
    const repeats = isMany ? 1 : options.repeats;
    const known = isMany ? this.#knownSuites(catalogue) : [];
    return { ...options, runs, repeats, exclude: [...own, ...once, ...known] };
  }

  /** The suites of what enough operations have had: fields with a format, and repeated requests of one that only reads. */
  #knownSuites({ interface: from, suites }: Catalogue): string[] {
    const fields = formattedFields(from).map(({ slug, slot: { type } }) => ({
      kind: type.kind,
      suite: `field-${slug}`,
    }));
    const reads = from.method === "GET" ? [{ kind: REPETITION, suite: REPETITION }] : [];
    const all = [...fields, ...reads];
    const before = new Map(this.#alike);
    for (const kind of new Set(all.map((each) => each.kind)))
      this.#alike.set(kind, (before.get(kind) ?? 0) + 1);
    const known = all.filter(({ kind }) => (before.get(kind) ?? 0) >= MOST_ALIKE);
    const names = new Set(known.map(({ suite }) => suite));
    return suites.map(({ name }) => name).filter((name) => names.has(name));
  }

  /** Says, once for each, which suites of fields and of repetition are not sent any more, since enough operations have had them. */
  leftOut(excluded: readonly string[], { exclude }: Pick<Selection, "exclude">): string[] {
    const isNew = (name: string): boolean =>
      /^(?:field-|repetition$)/.test(name) && !exclude.includes(name);
    const names = excluded.filter((name) => isNew(name) && !this.#toldLeft.has(name));
    for (const name of names) this.#toldLeft.add(name);
    if (names.length === 0) return [];
    return [
      `${names.join(", ")} left out, here and in later operations: with the profile safe, ${MOST_ALIKE} of a large document show it`,
    ];
  }

  notePlanned(suites: number, planningMs: number): void {
    if (suites > 1) this.#planningMs = planningMs;
    else this.#planningMs *= AGED;
  }

  noteSent(planned: readonly { name: string }[]): void {
    this.#left -= 1;
    for (const { name } of planned) if (OF_SERVER.includes(name)) this.#sentOnce.add(name);
  }

  /** Values that one operation stores must be new for the next one; -1 for what is sent to find values. */
  firstIdOf(nth: number): number {
    const size = FIRST_ID_MAX - FRESH_ID_MIN;
    return FRESH_ID_MIN + ((this.#firstId - FRESH_ID_MIN + (nth + 1) * APART) % size);
  }
}

/** An operation must have each suite, and something that each glob of --exclude matches. @throws WitnessError `unknown-suite`, `exclude` */
export async function requireNamed(
  operations: readonly DocumentOperation[],
  options: Parameters<typeof loadCatalogue>[0] & Pick<Selection, "exclude" | "suite">,
): Promise<void> {
  let [globs, wanted, last] = [options.exclude, options.suite, undefined as Catalogue | undefined];
  const names = new Set<string>();
  for (const operation of operations) {
    if (globs.length + wanted.length === 0) return;
    const from = readable(operation);
    if (from === undefined) continue;
    const { suites } = (last = await catalogueOf(from, options));
    for (const { name } of suites) names.add(name);
    globs = globs.filter((glob) => !excludesSome(glob, suites));
    wanted = wanted.filter((name) => !names.has(name));
  }
  if (last === undefined) return;
  for (const glob of globs) requireMatch(glob, last.suites);
  for (const name of wanted)
    throw new WitnessError(
      "unknown-suite",
      `no operation has a suite named ${JSON.stringify(name)}`,
      { hint: suggestion(name, [...names]) },
    );
}

/** The chosen suites that an operation has. @throws WitnessError `nothing-to-send` if it has none of them. */
function ownOf(chosen: readonly string[], suites: Catalogue["suites"]): string[] {
  const own = chosen.filter((name) => suites.some((suite) => suite.name === name));
  if (own.length > 0 || chosen.length === 0) return own;
  throw new WitnessError("nothing-to-send", `it has none of the suites ${chosen.join(", ")}`);
}

export const catalogueOf = (
  from: Interface,
  options: Parameters<typeof loadCatalogue>[0],
): Promise<Catalogue> =>
  loadCatalogue({ ...options, openapi: undefined, operation: undefined, interface: from });

export const rowOf = (
  operation: DocumentOperation,
): { name: string; method: string; path: string } => ({
  name: operationName(operation),
  method: operation.method,
  path: operation.path,
});

type Options = Parameters<typeof loadCatalogue>[0];

/** The catalogue of each chosen operation that can be expressed, to check a policy before anything is sent. */
export const cataloguesOf = (
  { operations }: { operations: readonly DocumentOperation[] },
  options: Options & OperationChoice,
  policy: Policy | undefined,
): Promise<Catalogue[]> =>
  forPolicy(policy, options, async () =>
    chosenOperations(operations, options).flatMap((operation) => readable(operation) ?? []),
  );

export const cataloguesOfStored = (
  folder: string,
  options: Options,
  policy: Policy | undefined,
): Promise<Catalogue[]> =>
  forPolicy(policy, options, async () => {
    const found: Interface[] = [];
    for (const { run } of readDocumentRun(folder).operations)
      await readRun(findRunFile(join(folder, run)), (record) => {
        if (record.type === "header" && record.interface !== undefined)
          found.push(record.interface);
        return "enough";
      });
    return found;
  });

async function forPolicy(
  policy: Policy | undefined,
  options: Options,
  interfaces: () => Promise<readonly Interface[]>,
): Promise<Catalogue[]> {
  // Without rules there is nothing to check.
  if (policy === undefined) return [];
  const found: Catalogue[] = [];
  for (const each of await interfaces()) found.push(await catalogueOf(each, options));
  return found;
}
