import { interfaceOf } from "../../contract/index.ts";
import {
  isRequestAgainst,
  isRequestAllowed,
  isRequestOpen,
  isValidRequest,
} from "../../generate/index.ts";
import {
  CheckName,
  type CheckFinding,
  classOf,
  type DeclaredKeyword,
  type DocumentRun,
  type Interface,
  type ResourceSequence,
  isStated,
  resultWord,
  type SequenceStep,
  signatureWords,
  STATED_IDS,
} from "../../model/index.ts";
import { lacksCredentials } from "../documented/documented-fold.ts";
import { groupBy } from "../../stats/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { reasonIn } from "../response-message.ts";
import { judgedSignatures } from "../stability.ts";

type Found = Pick<CheckFinding, "found" | "count" | "case">;
type Breach = { check: CheckName; observed: string; expected: string };
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
  "parameter not required": ({ declared }) =>
    widerRows(declared)
      .filter(({ keyword }) => keyword === "required")
      .map(rowFound),
  "security ignored": ({ run }) => withoutSecurity(run),
};

/** What the checks find in the run of an operation, in the order of the checks. */
export const operationChecks = (operation: string, facts: Facts): CheckFinding[] =>
  CheckName.options.flatMap((check) =>
    (OF_OPERATION[check]?.(facts) ?? []).map((found) => findingOf(check, operation, found)),
  );

/** What the checks find that need several operations: in sequences, and in methods that the document does not have. */
export function resourceChecks({
  sequences = [],
  methods = [],
}: Pick<DocumentRun, "sequences" | "methods">): CheckFinding[] {
  const gone = new Set(sequences.filter(isNotAvailable).map(({ resource }) => resource));
  return withCounts([
    ...sequences.flatMap(({ steps }) =>
      steps.flatMap(({ breach, operation, does }) =>
        breach === undefined
          ? []
          : [
              findingOf(breach.check, operation, {
                found: `${does}: ${breachText(breach)}`,
                count: 1,
              }),
            ],
      ),
    ),
    ...sequences.flatMap((sequence) => [
      ...usedAfterDelete(sequence),
      ...deletedByOthers(sequence),
      ...notAvailable(sequence),
      ...(gone.has(sequence.resource) ? [] : notListed(sequence)),
    ]),
    ...methods.flatMap(({ operation, method, path, result }) =>
      isSuccess(result)
        ? [
            findingOf("undocumented method answered", operation, {
              found: `${method} ${path} got ${resultWord(result)}`,
              count: 1,
            }),
          ]
        : [],
    ),
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

function breachesOf({ documented }: RunFold, wanted: CheckName): Found[] {
  const all = [...(documented?.breaches.values() ?? [])].filter(({ check }) => check === wanted);
  return all.map((breach) => ({
    found: breachText(breach),
    count: breach.count,
    case: breach.first.case.id,
  }));
}

/** What a schema demands is in what was observed. */
const breachText = ({ check, observed, expected }: Breach): string =>
  check === "response schema" ? observed : `${observed}, not ${expected}`;

/** What a server says to a method, a transfer coding or a version that it does not have (RFC 9110, 15.6). */
const NOT_SUPPORTED: ReadonlySet<string> = new Set(["501", "505"]);

const isError = (signature: string): boolean =>
  classOf(signature) === "5xx" &&
  !signatureWords(signature).some((word) => NOT_SUPPORTED.has(word));

const errorCount = (folds: readonly CaseFold[]): number =>
  folds.flatMap(({ signatures }) => signatures.filter(isError)).length;

/** What is known of a request: "open" is one that the schemas allow, and that a server may still be unable to read. */
type Validity = "valid" | "open" | "invalid";

/** Errors of the server, by what is known of the request; one entry, with the first hand-chosen case. */
function serverErrors(run: RunFold, wanted: Validity): Found[] {
  const from = interfaceOf(run.header ?? {});
  const failed = [...run.cases.values()].filter((each) => each.signatures.some(isError));
  const by = groupBy(failed, (each) => validityOf(each, from));
  const chosen = by.get(wanted) ?? [];
  const large = (by.get("valid") ?? []).filter((each) => each.case.valid !== true);
  const [ofLarge, ofOpen] = [errorCount(large), errorCount(by.get("open") ?? [])];
  const { outcomes } = wanted === "valid" ? run.valid : run.other;
  const errors = Object.entries(outcomes).filter(([signature]) => isError(signature));
  const counted = errors.reduce((sum, [, each]) => sum + each, 0);
  const rest = counted - ofLarge;
  // Responses to confirmations are in no case: they are of the only kind that there is.
  const open = by.has("invalid") ? ofOpen : ofOpen > 0 ? rest : 0;
  const counts = { valid: counted + ofLarge, open, invalid: rest - open };
  const count = counts[wanted];
  if (count <= 0) return [];
  const [first] = chosen.toSorted((a, b) => doubtsOf(a) - doubtsOf(b) || byDifferences(a, b));
  if (first === undefined) return [{ found: errors[0]?.[0] ?? "5xx", count }];
  const got = first.signatures.find(isError) ?? "5xx";
  const times = isAtTimes(first) ? " at times, other responses at others," : "";
  return [{ found: `${got}${times} for: ${first.case.reason}`, count, case: first.case.id }];
}

function validityOf(fold: CaseFold, from: Interface): Validity {
  if (fold.case.valid === true || isValidButLarge(fold, from)) return "valid";
  return isAllowed(fold, from) ? "open" : "invalid";
}

/** A worse example also got other responses. */
const doubtsOf = (fold: CaseFold): number => Number(isAtTimes(fold));

/** Whether the schemas of the document allow a request, whatever else is known of it. */
const isAllowed = ({ case: { id, request } }: CaseFold, from: Interface): boolean =>
  isRequestAllowed(request, from) ||
  isRequestOpen(request, from, MOST_BYTES) ||
  (id.startsWith("field-") && !isRequestAgainst(request, from));

/** A size up to which a request is looked at: no document states a bound of a whole message. */
const MOST_BYTES = 2_000_000;

/** Whether a request is valid by all that the document states, and only larger than what every server takes. */
const isValidButLarge = ({ case: { valid, request } }: CaseFold, from: Interface): boolean =>
  valid !== true && isValidRequest(request, from, MOST_BYTES);

/** Whether the same request got something else, too: then it may not be what leads to the error. */
const isAtTimes = ({ signatures }: CaseFold): boolean => !signatures.every(isError);

/** In what a request differs from the stated one. */
const differencesOf = (reason: string): string[] => reason.split("; ");

/** Those first that differ in one value only. */
const byDifferences = (a: CaseFold, b: CaseFold): number =>
  differencesOf(a.case.reason).length - differencesOf(b.case.reason).length;

const widerRows = (declared: readonly DeclaredKeyword[]): DeclaredKeyword[] =>
  declared.filter(({ part, verdict }) => part !== "responses" && verdict.startsWith("wider"));

const rowFound = ({
  part,
  keyword,
  declared,
  implemented,
  evidence: [first],
}: DeclaredKeyword): Found => ({
  found:
    keyword === "nullable"
      ? `${part}: null is accepted, and not documented`
      : keyword === "required"
        ? `${part} is documented as required, and may be left out`
        : `${part} ${keyword}: ${declared} documented, ${implemented}`,
  count: 1,
  ...(first !== undefined && { case: first.case }),
});

/** Refusals that are about what is stored, about the size of a message, or about how many there are. */
const ABOUT_MORE: ReadonlySet<string> = new Set(
  "401 403 404 408 409 410 413 414 429 431".split(" "),
);

const signaturesOf = (run: RunFold, id: string): string[] => {
  const fold = run.cases.get(id);
  return fold === undefined ? [] : judgedSignatures(fold);
};

const areSuccesses = (signatures: readonly string[]): boolean =>
  signatures.length > 0 && signatures.every((each) => classOf(each) === "2xx");

/** Certainly valid requests that were always refused, though others are accepted; those first that differ in one value only. */
function refusedValid(run: RunFold): Found[] {
  const valid = [...run.cases.values()].filter((fold) => fold.case.valid === true);
  if (!valid.some((fold) => areSuccesses(judgedSignatures(fold)))) return [];
  const refused = valid.filter((fold) => {
    const signatures = judgedSignatures(fold);
    return (
      fold.case.sameIdentity === undefined &&
      signatures.length > 0 &&
      signatures.every(
        (each) =>
          classOf(each) === "4xx" && !signatureWords(each).some((word) => ABOUT_MORE.has(word)),
      )
    );
  });
  const [first, ...others] = refused.toSorted(byDifferences);
  if (first === undefined) return [];
  // What one differs in explains a request that differs in it, too; the stated request, every other one.
  const reasons: string[] = [];
  for (const { case: each } of isStated(first.case.id) ? [first] : [first, ...others])
    if (!differencesOf(each.reason).some((difference) => reasons.includes(difference)))
      reasons.push(each.reason);
  const [observed] = first.first.values();
  const said = observed && reasonIn(observed);
  return [
    {
      found: `${first.signatures[0]}${said === undefined ? "" : ` "${said}"`} for: ${reasons.slice(0, 3).join("; or: ")}`,
      count: refused.length,
      case: first.case.id,
    },
  ];
}

/** Responses to requests without the credentials that the document demands, or with wrong ones. */
function withoutSecurity(run: RunFold): Found[] {
  const from = interfaceOf(run.header ?? {});
  const { credentials = [], given = [] } = from;
  if (credentials.length === 0 || !areSuccesses(signaturesOf(run, STATED_IDS.client))) return [];
  if (lacksCredentials(from))
    return [
      {
        found: "the stated request is accepted, and no credential was given",
        count: 1,
        case: STATED_IDS.client,
      },
    ];
  const [name = "", ...others] = given.map((each) => each.toLowerCase());
  const tried: [id: string, how: string][] =
    others.length > 0
      ? [["credentials/given-none", "without credentials"]]
      : [
          [`credentials/given-${name}-none`, "without credentials"],
          [`credentials/given-${name}-wrong`, "with wrong credentials"],
        ];
  return tried
    .filter(([id]) => areSuccesses(signaturesOf(run, id)))
    .map(([id, how]) => ({ found: `${signaturesOf(run, id)[0]} ${how}`, count: 1, case: id }));
}

const isSuccess = (result: SequenceStep["result"]): boolean =>
  classOf(resultWord(result)) === "2xx";

/** A read, or an update. A PUT with 201 may create what is not there. */
const isUse = ({ does, method, result }: SequenceStep): boolean =>
  isSuccess(result) &&
  (does === "read" || (does === "update" && !(method === "PUT" && resultWord(result) === "201")));

function usedAfterDelete({ kind, steps }: ResourceSequence): CheckFinding[] {
  const at = steps.findIndex(({ does, result }) => does === "delete" && isSuccess(result));
  const isAbout = kind === "life" || kind === "update after delete";
  const after = at < 0 || !isAbout ? undefined : steps.slice(at + 1).find(isUse);
  if (after === undefined) return [];
  const found = `${after.does === "read" ? "" : `${after.method} `}${after.path} got ${resultWord(after.result)} after its deletion got ${resultWord(steps[at]?.result ?? after.result)}`;
  return [findingOf("used after delete", after.operation, { found, count: 1 })];
}

const OTHER = { none: "without credentials", wrong: "with wrong credentials" };

/** A resource that was deleted without the credentials that the document demands. */
const deletedByOthers = ({ kind, steps }: ResourceSequence): CheckFinding[] =>
  kind !== "delete by others"
    ? []
    : steps.flatMap(({ operation, credentials, result }) =>
        credentials === undefined || !isSuccess(result)
          ? []
          : [
              findingOf("security ignored", operation, {
                found: `${resultWord(result)} ${OTHER[credentials]}`,
                count: 1,
              }),
            ],
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
  const found = `${read.path} got ${resultWord(read.result)} after its creation`;
  return [findingOf("not available after create", read.operation, { found, count: 1 })];
}

/** A list that is not a page of a longer one, as far as its response and the document show. */
function notListed({ kind, steps: [, list], value }: ResourceSequence): CheckFinding[] {
  if (kind !== "list" || list?.list?.has !== false || list.list.isPart === true) return [];
  const found = `${list.path} does not have ${value} after its creation (${list.list.elements} elements)`;
  return [findingOf("list without it", list.operation, { found, count: 1 })];
}
