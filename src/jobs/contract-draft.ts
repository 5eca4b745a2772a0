import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { RunFold } from "../analyse/index.ts";
import { declaredRows, inferredView, responseRows, seenStatuses } from "../analyse/index.ts";
import { hideHeaders, interfaceOf, withFresh, withGiven, withTrace } from "../contract/index.ts";
import { requestsOf, type Requests } from "../generate/index.ts";
import { FIGURES, keywordEvidence, implementedContract } from "./implemented-contract.ts";
import { ruledFields } from "./implemented-contract.ts";
import type { ContractProof, DeclaredKeyword, Interface, KeywordChange } from "../model/index.ts";
import type { ContractDraft, WrittenDraft } from "../observe/index.ts";
import type { ResponseChange } from "../openapi/index.ts";
import * as openapi from "../openapi/index.ts";

/** The document that was given: its file, the operation, and its interface as it is sent. */
type GivenDocument = {
  file: string;
  operation?: string;
  interface: Interface;
  /** The text instead of the file's: with the changes of earlier operations. */
  text?: string;
};

type DraftDocument = ContractDraft & {
  text: (changes: readonly KeywordChange[], proof: ContractProof, file: string) => string;
  /** The same in the place of the given document, for further operations. */
  base?: (changes: readonly KeywordChange[], proof: ContractProof) => string;
};

/** The contract as implemented: the given document with changes, or a document of its own without one. */
export const contractDraft = (fold: RunFold, given: GivenDocument | undefined): DraftDocument =>
  given === undefined ? ownDraft(fold) : revisedDraft(fold, given);

/** A document of its own: a field whose schema is withdrawn has the declared one. */
function ownDraft(fold: RunFold): DraftDocument {
  const from = interfaceOf(fold.header ?? {});
  const textOf = (changes: readonly KeywordChange[]): string =>
    openapi.contractDocument(implementedContract(fold, new Set(changes.map(({ path }) => path))));
  return {
    differing: ruledFields(fold).map(({ path, label, schema }) => ({
      about: {
        part: label,
        keyword: "schema",
        declared: "as stated",
        implemented: JSON.stringify(schema),
      },
      change: { path, keyword: "schema", evidence: undefined },
    })),
    write: (changes) => ({
      interface: asSent(
        openapi.interfaceOfOperation("contract.yaml", undefined, textOf(changes)),
        from,
      ),
      unwritten: [],
      copied: [],
    }),
    text: textOf,
  };
}

/** What the target keeps unique is new in every request of the proof, too. */
const uniqueIn = (sent: Interface, { header, unique }: RunFold): Interface =>
  header === undefined
    ? sent
    : interfaceOf(
        withFresh(
          { ...header, interface: sent },
          unique.map(({ path }) => path),
        ),
      );

/** Headers that are given at sending stay so, and so do the resources that were found on the target. */
function asSent(read: Interface, from: Interface): Interface {
  const { given = [], trace, parameters = [], body } = from;
  const named = parameters.filter(({ resource }) => resource === true);
  const onTarget = named.reduce(
    (own, each) => openapi.withParameterValue(own, each, each.example) ?? own,
    withPartsOf(read, from),
  );
  const own = (body ? openapi.bodyValues(body) : []).reduce(
    (all, { path, example }) => openapi.withBodyValue(all, path, example) ?? all,
    onTarget,
  );
  const asGiven = withGiven(own, given);
  return hideHeaders(trace === true ? withTrace(asGiven) : asGiven).interface;
}

/** Without the optional parts that are not sent, because the target refuses them. */
function withPartsOf(read: Interface, { parameters = [], body }: Interface): Interface {
  const fields = body?.kind === "object" ? body.fields : [];
  const { body: own } = read;
  return {
    ...read,
    ...(read.parameters && {
      parameters: read.parameters.filter((each) =>
        parameters.some(({ name, in: place }) => name === each.name && place === each.in),
      ),
    }),
    ...(own?.kind === "object" && {
      body: {
        ...own,
        fields: own.fields.filter((each) => fields.some(({ name }) => name === each.name)),
      },
    }),
  };
}

function revisedDraft(fold: RunFold, given: GivenDocument): DraftDocument {
  const { file, operation, interface: from } = given;
  const original = given.text ?? readFileSync(file, "utf8");
  const differing = differingKeywords(fold, requestsOf(from));
  const responses = responseChanges(fold);
  const answered = widerResponses(fold)
    .filter(({ status, isBody }) => isBody && status.startsWith("2"))
    .map(({ status, found }) => ({ status, types: jsonTypesOf(found) }));
  const revise = (changes: readonly KeywordChange[]) => {
    const revision = new openapi.Revision(file, original, operation, from);
    const unwritten = changes.filter((change) => !revision.change(change));
    for (const response of responses)
      if (!isRepeatedNull(response, changes)) revision.changeResponse(response);
    for (const change of changes.filter(({ keyword }) => ABOUT_VALUES.has(keyword)))
      for (const body of answered) revision.changeAnswered(change, body);
    return { revision, unwritten };
  };
  const base = (changes: readonly KeywordChange[], proof: ContractProof): string => {
    const { revision } = revise(changes);
    revision.note("x-implemented", noteOf(fold, proof));
    return revision.text;
  };
  return {
    differing: differing.map(({ row, change }) => {
      const { part, keyword, declared, implemented } = row;
      const about = { part, keyword, declared, implemented };
      return { about, change };
    }),
    write: (changes): WrittenDraft => {
      const { revision, unwritten } = revise(changes);
      const read = openapi.interfaceOfOperation(file, operation, revision.text);
      return { interface: uniqueIn(asSent(read, from), fold), unwritten, copied: revision.copied };
    },
    base,
    text: (changes, proof, output) => movedText(base(changes, proof), file, output),
  };
}

/** What the document cannot say: the target, and the keywords that stay as they are declared. */
function noteOf({ header, findings }: RunFold, { changes, drawn, outside }: ContractProof) {
  const order = inferredView(findings)?.order;
  return {
    target: header?.target.baseUrl,
    drawn,
    outside,
    ...(order !== undefined && { order }),
    "as-declared": changes
      .filter(({ state }) => state !== "written")
      .map(({ part, keyword, implemented, state }) => ({ part, keyword, implemented, state })),
  };
}

/** The statuses that the document does not state, and those whose bodies it does not. */
function widerResponses(fold: RunFold) {
  const seen = new Map(seenStatuses(fold).map((each) => [each.status, each]));
  return responseRows(fold).flatMap(({ keyword, verdict, implemented }) => {
    const [, what, status = ""] = /^(status|body of) (\d{3})$/.exec(keyword) ?? [];
    const found = seen.get(status);
    if (verdict !== "wider" || found === undefined) return [];
    return [{ status, isBody: what === "body of", found, implemented }];
  });
}

const responseChanges = (fold: RunFold): ResponseChange[] =>
  widerResponses(fold).flatMap(({ status, isBody, found, implemented }): ResponseChange[] => {
    if (!isBody) return [{ status, response: openapi.responseOf(found) }];
    const at = OTHER_TYPE.exec(implemented)?.groups?.["at"];
    const schema = at === undefined ? undefined : schemaWithin(found.schema, at);
    if (at === undefined || schema === undefined) return [];
    return [{ status, differs: { types: jsonTypesOf(found), at, schema } }];
  });

/** Whether a body differs at a member that the request may have as null: then nothing else of its schema is changed. */
const isRepeatedNull = ({ differs }: ResponseChange, changes: readonly KeywordChange[]): boolean =>
  changes.some(
    ({ keyword, path, value }) =>
      keyword === "nullable" && value === true && differs?.at === `$.${path}`,
  );

const jsonTypesOf = ({ contentTypes }: { contentTypes: readonly string[] }): string[] =>
  contentTypes
    .map((type) => (type.split(";")[0] ?? "").trim())
    .filter((type) => /[/+]json$/.test(type));

/** A value has another JSON type than the document states: `$.id must be integer`. */
const OTHER_TYPE =
  /(?:: |; )(?<at>\$\S*) must be (?:string|integer|number|boolean|object|array|null)\b/;

function schemaWithin(
  schema: Record<string, unknown> | undefined,
  at: string,
): Record<string, unknown> | undefined {
  let found: unknown = schema;
  for (const [, key] of at.matchAll(/\.([^.[\]]+)|\[(?:\d+|\*)\]/g)) {
    const { properties, items } = Object(found) as { properties?: object; items?: unknown };
    found = key === undefined ? items : (properties as Record<string, unknown> | undefined)?.[key];
  }
  return typeof found === "object" && found !== null
    ? (found as Record<string, unknown>)
    : undefined;
}

/** The text for another folder: addresses of other files lead from there. */
function movedText(text: string, from: string, to: string): string {
  const [source, target] = [dirname(resolve(from)), dirname(resolve(to))];
  if (source === target) return text;
  const files = new openapi.Files(from, text);
  return openapi.relativeRefs(files.root.value).reduce((all, [path, ref]) => {
    const [address = "", fragment] = ref.split("#");
    const moved = relative(target, resolve(source, decodeURI(address)));
    const value = `${moved}${fragment === undefined ? "" : `#${fragment}`}`;
    const edit = files.writtenEdit({ path, value });
    return (edit && openapi.editedText(all, edit)) ?? all;
  }, text);
}

/** A keyword that differs, and the change of the document for it; without `change`, the document stays as it is. */
type DifferingKeyword = { row: DeclaredKeyword; change: KeywordChange | undefined };

/** Keywords that are removed if every value that breaks them is accepted; what else they could be is not known. */
const REMOVED = new Set(["pattern", "format", "enum", "multipleOf", "uniqueItems"]);

/** Keywords that a response body keeps or breaks as the request does. */
const ABOUT_VALUES = new Set([...FIGURES, ...REMOVED, "nullable"]);

/** A limit of more characters or items is not written: it takes too long to prove. */
const LONGEST = 10_000;

/** The keywords of the request that differ from the document, with the changes that the evidence suffices for. */
function differingKeywords(fold: RunFold, on: Requests): DifferingKeyword[] {
  const { fields, body } = on.layout;
  const slots = [...(body === undefined ? [] : [body]), ...fields.map(({ slot }) => slot)];
  const paths = new Map(slots.map(({ label, path }) => [label, path]));
  return (declaredRows(fold) ?? [])
    .filter(({ part, verdict }) => part !== "responses" && verdict !== "same")
    .filter(({ verdict }) => verdict !== "not decided")
    .map((row) => {
      const path = paths.get(row.part);
      const change = path === undefined ? undefined : changeOf(row, path);
      return { row, change };
    });
}

function changeOf(row: DeclaredKeyword, path: string): KeywordChange | undefined {
  const { keyword, declared, implemented, verdict, seen } = row;
  const change = { path, keyword, evidence: [keywordEvidence(row)] };
  if (["required", "nullable", "additionalProperties"].includes(keyword))
    return { ...change, value: implemented === "true" };
  if (FIGURES.has(keyword) && keyword !== "multipleOf") {
    const isCount = !/imum$/i.test(keyword);
    if (isCount && Number(implemented) > LONGEST) return undefined;
    if (/^-?\d+$/.test(implemented)) return { ...change, value: figureOf(implemented) };
    const [, units] = /^(\d+) UTF-16 code units$/.exec(implemented) ?? [];
    // No keyword counts these: it is right for all texts of one unit a character.
    if (units !== undefined) return { ...change, value: figureOf(units), ofUnits: true };
    const between = betweenWholeNumbers(implemented);
    if (between !== undefined && declared === "none") return { ...change, ...between(keyword) };
    const isGone = /^-?\d+$/.test(declared) && /^none (?:up|down) to /.test(implemented);
    return isGone ? { ...change, declared: figureOf(declared) } : undefined;
  }
  const isIgnored = verdict === "wider" && seen.accepted > 0 && seen.refused === 0;
  return REMOVED.has(keyword) && isIgnored ? change : undefined;
}

/** The keyword for a limit between two neighbouring whole numbers, which requests prove: a positive number is above 0. */
function betweenWholeNumbers(text: string) {
  const [, near = "", far = ""] = /^(-?[\d.]+) is accepted, (-?\d+) is refused$/.exec(text) ?? [];
  const isWhole = /^-?\d+$/.test(near);
  if (Math.abs(Number(near) - Number(far)) > 1 || (!isWhole && far !== "0")) return undefined;
  return (keyword: string): Pick<KeywordChange, "keyword" | "value"> =>
    isWhole
      ? { keyword, value: figureOf(near) }
      : { keyword: `exclusive${keyword.replace("m", "M")}`, value: 0 };
}

const figureOf = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
