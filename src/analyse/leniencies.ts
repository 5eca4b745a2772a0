import { interfaceOf } from "../contract/index.ts";
import { exampleBytes, familyOf, layoutOf } from "../generate/index.ts";
import { kindOf } from "../kinds/index.ts";
import type { Case, CaseRequest, Interface, Remark } from "../model/index.ts";
import { classOf, signatureWords } from "../model/index.ts";
import { oncePer } from "../remember.ts";
import { whole } from "../text/index.ts";
import { compareDecimal, rungText } from "./outliers.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import {
  judgedSignatures,
  repeatedIdResponses,
  stabilityOf,
  varies,
  isAccepted,
} from "./stability.ts";

/** Bodies with a coding of their own, or of another media type, are not read as JSON in UTF-8. */
const OTHERWISE_CODED = /^(?:encoding|media-type)\//;

/** Whether the body of a case is not JSON, whatever else is odd about the request. */
export const isNotJson = (
  { id, request }: Pick<Case, "id" | "request">,
  from: Interface,
): boolean =>
  request.sender === "client" && !OTHERWISE_CODED.test(id) && isMalformed(from)(request);

/** Read once for each request: conclusions, remarks and limits ask it of the same cases. */
const isMalformed = oncePer((from: Interface) =>
  oncePer((request: CaseRequest) =>
    familyOf(request, from)
      .split(" + ")
      .some((part) => part.startsWith("malformed JSON") && !part.includes("byte order mark")),
  ),
);

/** A form of requests that a standard calls wrong. */
type Form = {
  /** What the server accepts, and what the standard says of it. */
  words: string;
  /** The words do not say what was sent: the first case does. */
  hasExample?: true;
  isOf: (fold: CaseFold, run: RunFold) => boolean;
};

const named = (names: RegExp) => (fold: CaseFold) => names.test(fold.case.id);

const TOO_LONG = /^Content-Length is (\d+) and the body has (\d+) bytes$/;

/** The size of a chunk is a number, and not its length. */
const LENGTH_OF_CHUNK =
  /^framing\/chunk-size-(?:one-short|one-long|far-too-long|decimal|2-\d+(?:-minus-1|-and-body)?)$/;

function endsEarly({ case: { reason } }: CaseFold): boolean {
  const [, given, sent] = TOO_LONG.exec(reason) ?? [];
  return given !== undefined && sent !== undefined && BigInt(given) > BigInt(sent);
}

/**
 * What costs most comes first: bytes that two readers take for other requests (request smuggling), then bodies that are not
 * whole, then what a careful reader refuses.
 */
const FORMS: readonly Form[] = [
  {
    words: "two Content-Lengths that differ: RFC 9112 (6.3) demands 400",
    isOf: named(/^framing\/(?:lengths-twice-(?:less|more|zero)|length-list-different)/),
  },
  {
    words:
      "Content-Length next to Transfer-Encoding, with another length: RFC 9112 (6.2) forbids to send it",
    isOf: named(/^framing\/both-(?:length-\w+-(?:document|zero|five|word)|plain-document)$/),
  },
  {
    words: "a Transfer-Encoding that does not end in chunked: RFC 9112 (6.3) demands 400",
    isOf: named(
      /^framing\/te-(?:chunked-(?:gzip|identity)|xchunked|chunkedx|chunk|cow|gzip|identity|quoted|kelvin|byte-ff|(?:leading|trailing)-(?:vertical-tab|form-feed|nul))$/,
    ),
  },
  { words: "a chunk whose size is not its length (RFC 9112, 7.1)", isOf: named(LENGTH_OF_CHUNK) },
  {
    words: "a chunk whose size is not a hexadecimal number (RFC 9112, 7.1)",
    isOf: (fold) =>
      /^framing\/chunk-size-(?!extension|spaces?-after|tab-after)/.test(fold.case.id) &&
      !LENGTH_OF_CHUNK.test(fold.case.id),
  },
  {
    words: "a Content-Length that is not a decimal number: RFC 9112 (6.3) demands 400",
    isOf: named(
      /^framing\/length-(?:plus|minus|hex|octal|binary|trailing-(?:nul|letters)|parameter|two-words|fraction|full-stop|exponent|underscore|quoted|arabic|fullwidth|superscript|word|nan|infinity)/,
    ),
  },
  {
    words: "a body that ends before its Content-Length: RFC 9112 (8) calls it incomplete",
    isOf: endsEarly,
  },
  {
    words: "a chunked body without its last chunk: RFC 9112 (8) calls it incomplete",
    isOf: named(/^framing\/chunk-shape-(?:no-last|size-only|half-data)$/),
  },
  {
    words: "white space between a header's name and its colon: RFC 9112 (5.1) demands 400",
    isOf: named(
      /^headers\/(?:lines-(?:type|host|length)-(?:space|tab)|shape-(?:space|tab)-before-colon)$|^framing\/te-(?:space|tab)-before-colon$/,
    ),
  },
  {
    words: "NUL inside a header: RFC 9110 (5.5) calls it dangerous",
    isOf: named(/^headers\/(?:name|value)-nul$/),
  },
  {
    words: "CR inside a header: RFC 9110 (5.5) calls it dangerous",
    isOf: named(/^headers\/(?:name|value)-cr$/),
  },
  {
    words: "a request without Host: RFC 9112 (3.2) demands 400",
    isOf: named(/^headers\/host-absent$/),
  },
  {
    words: "two Hosts that differ: RFC 9112 (3.2) demands 400",
    isOf: named(/^headers\/host-twice-different(?:-first)?$/),
  },
  {
    words: "bodies that are not JSON (RFC 8259)",
    hasExample: true,
    isOf: (fold, { header }) => isNotJson(fold.case, interfaceOf(header ?? {})),
  },
];

/** Whether the first request got a 2xx. */
const isSuccess = (signature: string): boolean =>
  classOf(signatureWords(signature)[0] ?? "") === "2xx";

/** The signature of a case whose first request got a 2xx, whenever it was sent: which one may vary. */
function acceptedIn(run: RunFold): (fold: CaseFold) => string | undefined {
  const repeated = repeatedIdResponses(run);
  return (fold) => {
    const [signature, ...later] = judgedSignatures(fold);
    if (signature === undefined || !isSuccess(signature)) return undefined;
    return later.every(isSuccess) || !varies(stabilityOf(fold, repeated)) ? signature : undefined;
  };
}

/** One remark for each form that a standard calls wrong and that this target accepts; what costs most comes first. */
export function leniencies(run: RunFold): Remark[] {
  const accepted = acceptedIn(run);
  const folds = [...run.cases.values()].flatMap((fold) => {
    const signature = accepted(fold);
    return signature === undefined || fold.case.valid === true ? [] : [{ fold, signature }];
  });
  return FORMS.flatMap(({ words, isOf, hasExample }): Remark[] => {
    const of = folds.filter(({ fold }) => isOf(fold, run));
    const [lead] = of;
    if (lead === undefined) return [];
    const { id, reason } = lead.fold.case;
    const example = of.length > 1 ? `, e.g. ${reason}` : `: ${reason}`;
    const text = words + (hasExample === true ? example : "");
    return [{ kind: "lenient", case: id, signature: lead.signature, text, count: of.length }];
  });
}

/** How many of the forms got a response, and never a 2xx; none where the valid requests are refused, too. */
export const refusedForms = (run: RunFold): number => {
  if (!Object.keys(run.valid.outcomes).some((each) => classOf(each) === "2xx")) return 0;
  const folds = [...run.cases.values()].filter(
    (fold) => fold.case.valid !== true && judgedSignatures(fold).length > 0,
  );
  return FORMS.filter(({ isOf }) => {
    const of = folds.filter((fold) => isOf(fold, run));
    return of.length > 0 && !of.some((fold) => judgedSignatures(fold).some(isSuccess));
  }).length;
};

/** The scales whose limits developers ask for, the words for what has none, and the explored axis of the same. */
const ASKED: readonly (readonly [scale: RegExp, words: string, axis: string])[] = [
  [/^body bytes, by white space/, "body", "body-space"],
  [/^nesting depth of arrays$/, "nested arrays", "nesting"],
  [/^nesting depth of objects$/, "nested objects", "nesting"],
  [/^extra keys$/, "extra members", "keys"],
  [/^number of headers$/, "headers", "header-count"],
  [/^bytes of one header$/, "one header", "header-size"],
  [/^request target bytes by query$/, "query", "url-length"],
];

type Rung = { id: string; text: string; last: string; axis: string };

/** The largest request of each scale of which every place was accepted: a limit may be beyond it. */
export function noLimitRungs(run: RunFold): Rung[] {
  const accepted = acceptedIn(run);
  const folds = [...run.cases.values()];
  return ASKED.flatMap(([scale, text, axis]): Rung[] => {
    const of = folds.filter(({ case: { rung } }) => scale.test(rung?.axis ?? ""));
    const [top] = of.toSorted((a, b) => compareDecimal(atOf(b), atOf(a)));
    const { rung, id } = top?.case ?? {};
    const isAll = of.every((fold) => accepted(fold) !== undefined);
    if (!isAll || rung === undefined || id === undefined) return [];
    return [{ id, text, last: rungText(rung.at, rung.unit), axis }];
  });
}

/** All scales without a limit are one remark. */
export function noLimits(run: RunFold): Remark[] {
  const found = noLimitRungs(run);
  const [lead] = found;
  if (lead === undefined) return [];
  const text = `no limit found: ${found.map((each) => `${each.text} up to ${each.last}`).join(", ")}`;
  return [{ kind: "no-limit", case: lead.id, signature: "2xx", text, count: 1 }];
}

const atOf = ({ case: { rung } }: CaseFold): string => rung?.at ?? "0";

/** Fewer values say nothing about a field; this share of them is nearly all. */
const UNCHECKED = { values: 60, share: 0.99 };

/** Fields of which a server takes any value, or any string. */
export function uncheckedText(run: RunFold): string {
  const from = interfaceOf(run.header ?? {});
  const found = layoutOf(from).fields.flatMap(({ slot, slug, in: place }) => {
    const suite = from.suites?.[slot.path] ?? `field-${slug}`;
    // A body that is too large says nothing about the field in it.
    const sent = [...run.cases.values()].filter(
      (fold) =>
        fold.case.id.startsWith(`${suite}/`) &&
        fold.case.valid !== true &&
        fold.signatures[0] !== "413",
    );
    if (sent.filter(isAccepted).length < UNCHECKED.values) return [];
    const judged = sent.filter((fold) => !isNotJson(fold.case, from));
    const ofAll = takenText("value", slot.label, judged);
    const { key } = slot;
    if (ofAll !== undefined || place !== "body" || key === undefined) return ofAll ?? [];
    const strings = judged.filter((fold) => typeof sentMember(fold, key, from) === "string");
    return kindOf(slot.type).quoted ? (takenText("string", slot.label, strings) ?? []) : [];
  });
  return found.length === 0 ? "" : `takes ${found.join(" and ")}`;
}

/** Undefined if more than a few of these are refused. */
function takenText(what: string, label: string, sent: readonly CaseFold[]): string | undefined {
  const taken = sent.filter(isAccepted).length;
  if (taken < UNCHECKED.values || taken < sent.length * UNCHECKED.share) return undefined;
  const any = taken === sent.length ? "any" : "nearly any";
  return `${any} ${what} as ${label} (${whole(taken)} of ${whole(sent.length)} other ${what}s get 2xx)`;
}

function sentMember({ case: { request } }: CaseFold, key: string, from: Interface): unknown {
  if (request.sender !== "client") return undefined;
  try {
    const body: unknown = JSON.parse(exampleBytes(request.body, from).toString("utf8"));
    return typeof body === "object" && body !== null
      ? (body as Record<string, unknown>)[key]
      : undefined;
  } catch {
    return undefined;
  }
}
