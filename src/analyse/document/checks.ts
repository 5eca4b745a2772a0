import { givenPartOf, interfaceOf, isVersionHeader, statedFor } from "../../contract/index.ts";
import {
  breachText,
  CheckName,
  type CheckFinding,
  classOf,
  type DeclaredKeyword,
  type DocumentRun,
  type ResourceSequence,
  resultWord,
  type SequenceStep,
  stepVerb,
  STATED_IDS,
  isSuccess,
} from "../../model/index.ts";
import { lacksCredentials } from "../documented/documented-fold.ts";
import { groupBy } from "../../stats/index.ts";
import type { RunFold } from "../run-fold.ts";
import { judgedSignatures } from "../stability.ts";
import { ABOUT_MORE, areSuccesses, refusedValid } from "./refused-valid.ts";
import { OF_VALUES, type Found, serverErrors, validityOf } from "./server-errors.ts";

type Facts = { run: RunFold; declared: readonly DeclaredKeyword[] };

/** The checks about what a document states: the verdict depends on them. All others are observations. */
const STATED: ReadonlySet<CheckName> = new Set([
  "undocumented status",
  "undocumented media type",
  "response schema",
  "missing response header",
]);

/** What each check finds in the run of one operation. Those that are not here need several operations. */
const OF_OPERATION: Partial<Record<CheckName, (facts: Facts) => Found[]>> = {
  "undocumented status": ({ run }) => breachesOf(run, "undocumented status"),
  "undocumented media type": ({ run }) => breachesOf(run, "undocumented media type"),
  "response schema": ({ run }) => breachesOf(run, "response schema"),
  "missing response header": ({ run }) => breachesOf(run, "missing response header"),
  "server error on valid input": ({ run }) => serverErrors(run, "valid"),
  "server error on input that may be valid": ({ run }) => serverErrors(run, "open"),
  "server error on invalid input": ({ run }) => serverErrors(run, "invalid"),
  "invalid input accepted": ({ declared }) =>
    widerRows(declared)
      .filter((row) => row.keyword !== "required" && row.keyword !== "format")
      .map(rowFound),
  "valid input refused": ({ run }) => refusedValid(run),
  "undocumented refusal": ({ run }) => undocumentedRefusals(run),
  "parameter not required": ({ declared }) =>
    widerRows(declared)
      .filter(({ keyword }) => keyword === "required")
      .map(rowFound),
  "security ignored": ({ run }) => withoutSecurity(run),
};

export const operationChecks = (operation: string, facts: Facts): CheckFinding[] =>
  CheckName.options.flatMap((check) =>
    (OF_OPERATION[check]?.(facts) ?? []).map((found) => findingOf(check, operation, found)),
  );

/** What the checks find that need several operations: in sequences, and in methods that the document does not have. */
export function resourceChecks({
  sequences = [],
  methods = [],
  notSent,
}: DocumentRun): CheckFinding[] {
  const gone = new Set(sequences.filter(isNotAvailable).map(({ resource }) => resource));
  return withCounts([
    ...notSent.flatMap(({ name, breach }) =>
      breach === undefined ? [] : once(breach.check, name, breachText(breach)),
    ),
    ...sequences.flatMap(({ steps }) =>
      steps.flatMap(({ breach, operation, ...step }) =>
        breach === undefined
          ? []
          : once(breach.check, operation, `${stepVerb(step)}: ${breachText(breach)}`),
      ),
    ),
    ...sequences.flatMap((sequence) => [
      ...usedAfterDelete(sequence),
      ...openToOthers(sequence),
      ...withoutHeader(sequence),
      ...notAvailable(sequence),
      ...(gone.has(sequence.resource) ? [] : notListed(sequence)),
    ]),
    ...methods.flatMap(({ operation, method, path, result }) => {
      const found = `${method} ${path} got ${resultWord(result)}`;
      return isSuccess(result) ? once("undocumented method answered", operation, found) : [];
    }),
  ]);
}

/** The same finding of several sequences once, with its count. */
function withCounts(findings: readonly CheckFinding[]): CheckFinding[] {
  const known = new Map<string, CheckFinding>();
  for (const each of findings) {
    const key = JSON.stringify([each.check, each.operation, each.found]);
    known.set(key, { ...each, count: each.count + (known.get(key)?.count ?? 0) });
  }
  return [...known.values()];
}

const findingOf = (check: CheckName, operation: string, found: Found): CheckFinding => ({
  check,
  source: STATED.has(check) ? "stated" : "observed",
  operation,
  ...found,
});

/** What one request has shown. */
const once = (check: CheckName, operation: string, found: string): CheckFinding[] => [
  findingOf(check, operation, { found, count: 1 }),
];

function breachesOf({ documented }: RunFold, wanted: CheckName): Found[] {
  const all = [...(documented?.breaches.values() ?? [])].filter(({ check }) => check === wanted);
  return all.map((breach) => ({
    found: breachText(breach),
    count: breach.count,
    case: breach.first.case.id,
  }));
}

const widerRows = (declared: readonly DeclaredKeyword[]): DeclaredKeyword[] =>
  declared.filter(({ part, verdict }) => part !== "responses" && verdict.startsWith("wider"));

function implementedText(declared: string, implemented: string): string {
  if (implemented.startsWith(`${declared}; `)) return implemented.slice(declared.length + 2);
  return /^-?[\d.]+$/.test(implemented) ? `${implemented} implemented` : implemented;
}

function rowFound({ part, keyword, declared, implemented, evidence }: DeclaredKeyword): Found {
  const found =
    keyword === "nullable"
      ? `${part}: null is accepted, and not documented`
      : keyword === "required"
        ? leftOutText(part)
        : `${part} ${keyword}: ${declared} documented, ${implementedText(declared, implemented)}`;
  return { found, count: 1, case: evidence[0]?.case };
}

const leftOutText = (part: string): string =>
  `${part} is documented as required, and may be left out`;

/** Statuses that the document does not have, for requests that break it. */
function undocumentedRefusals({ documented, cases }: RunFold): Found[] {
  if (documented === undefined || lacksCredentials(documented.from)) return [];
  const { from } = documented;
  const isUnstated = (status: string): boolean =>
    classOf(status) === "4xx" &&
    !ABOUT_MORE.has(status) &&
    statedFor(from.responses ?? [], status) === undefined;
  const refused = [...cases.values()].flatMap((fold) => {
    const statuses = OF_VALUES.test(fold.case.id) ? fold.signatures.filter(isUnstated) : [];
    const isRefused = statuses.length > 0 && validityOf(fold, from) === "invalid";
    return isRefused ? statuses.map((status) => ({ status, id: fold.case.id })) : [];
  });
  return [...groupBy(refused, ({ status }) => status)].map(([status, all]) => ({
    found: `invalid requests get ${status}, which is not documented`,
    count: all.length,
    case: all[0].id,
  }));
}

const signaturesOf = (run: RunFold, id: string): string[] => {
  const fold = run.cases.get(id);
  return fold === undefined ? [] : judgedSignatures(fold);
};

/** Responses to requests without the credentials that the document demands, or with wrong ones. */
function withoutSecurity(run: RunFold): Found[] {
  const from = interfaceOf(run.header ?? {});
  const { credentials = [], given = [], givenQuery = [] } = from;
  if (credentials.length === 0 || !areSuccesses(signaturesOf(run, STATED_IDS.client))) return [];
  if (lacksCredentials(from)) {
    const found = "the stated request is accepted, and no credential was given";
    return [{ found, count: 1, case: STATED_IDS.client }];
  }
  const parts = [
    ...given.filter((name) => !isVersionHeader(name)).map((name) => `given-${name.toLowerCase()}`),
    ...givenQuery.map(givenPartOf),
  ];
  const [part = "", ...others] = parts;
  const tried: [id: string, how: string][] =
    others.length > 0
      ? [["credentials/given-none", "without credentials"]]
      : [
          [`credentials/${part}-none`, "without credentials"],
          [`credentials/${part}-wrong`, "with wrong credentials"],
        ];
  return tried
    .filter(([id]) => areSuccesses(signaturesOf(run, id)))
    .map(([id, how]) => ({ found: `${signaturesOf(run, id)[0]} ${how}`, count: 1, case: id }));
}

/** A read, or an update. A PUT with 201 may create what is not there. */
const isUse = ({ does, method, result }: SequenceStep): boolean =>
  isSuccess(result) &&
  (does === "read" || (does === "update" && !(method === "PUT" && resultWord(result) === "201")));

function usedAfterDelete({ kind, steps }: ResourceSequence): CheckFinding[] {
  const at = steps.findIndex(({ does, result }) => does === "delete" && isSuccess(result));
  const isAbout = kind === "life" || kind === "update after delete";
  const after = at < 0 || !isAbout ? undefined : steps.slice(at + 1).find(isUse);
  if (after === undefined) return [];
  // Without its path, which the sequence has: what several operations do is one row.
  const found = `got ${resultWord(after.result)} after a deletion that got ${resultWord(steps[at]?.result ?? after.result)}`;
  return once("used after delete", after.operation, found);
}

const OTHER = { none: "without credentials", wrong: "with wrong credentials" };

/** A resource that was deleted without the credentials that the document demands, or was open to another user than the one who made it. */
const openToOthers = ({ steps }: ResourceSequence): CheckFinding[] =>
  steps.flatMap(({ operation, credentials, does, result }) => {
    if (credentials === undefined || !isSuccess(result)) return [];
    const word = resultWord(result);
    if (credentials !== "second")
      return once("security ignored", operation, `${word} ${OTHER[credentials]}`);
    const found = `${does} by the second user got ${word}, of a resource that the first one has made`;
    return once("open to another user", operation, found);
  });

/** A change that a server accepts without the header that the document demands. */
const withoutHeader = ({ steps }: ResourceSequence): CheckFinding[] =>
  steps.flatMap(({ operation, without, result }) =>
    without === undefined || !isSuccess(result)
      ? []
      : once("parameter not required", operation, leftOutText(without)),
  );

const firstRead = ({ kind, steps: [create, read] }: ResourceSequence): SequenceStep | undefined =>
  kind === "life" && create !== undefined && isSuccess(create.result) && read?.does === "read"
    ? read
    : undefined;

const isNotAvailable = (sequence: ResourceSequence): boolean => {
  const read = firstRead(sequence);
  return read !== undefined && /^(?:404|410)$/.test(resultWord(read.result));
};

function notAvailable(sequence: ResourceSequence): CheckFinding[] {
  const read = firstRead(sequence);
  if (read === undefined || !isNotAvailable(sequence)) return [];
  const found = `got ${resultWord(read.result)} for a resource that was just created`;
  return once("not available after create", read.operation, found);
}

/** A list that is not a page of a longer one, as far as its response and the document show. */
function notListed({ kind, steps: [, list], value }: ResourceSequence): CheckFinding[] {
  if (kind !== "list" || list?.list?.has !== false || list.list.isPart === true) return [];
  const found = `${list.path} does not have ${value} after its creation (${list.list.elements} elements)`;
  return once("list without it", list.operation, found);
}
