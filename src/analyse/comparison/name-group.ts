import { countEach } from "../../stats/index.ts";
import { oncePer } from "../../remember.ts";
import { suiteOf, type CaseRequest, type Case, type Interface } from "../../model/index.ts";
import { shortNumber, whole, shortList } from "../../text/index.ts";
import {
  exampleFilling,
  familyOf,
  jsonMembers,
  LARGE_BODY_BYTES,
  requestBytes,
  requestsOf,
} from "../../generate/index.ts";

import { countedBy } from "../join-limits.ts";
import { compareDecimal, rungText } from "../outliers.ts";

type About = {
  /** `id: text`, `further keys`; empty for a request as stated. */
  parts: readonly string[];
  /** Fields of the body with a fixed integer, and the decimal text of it. */
  integers: readonly (readonly [field: string, value: string])[];
  /** Fields of the body that have another value than in the stated request, or are left out. */
  changed: readonly string[];
  rung?: Case["rung"];
};

/** A case of a group, as its name needs it. The reason of a generated case is that of its property. */
export type NamedCase = { id: string; reason: string; about: () => About; generated?: boolean };

type GroupName = { name: string; example: boolean };

const MOST_KINDS = 3;

/**
 * Names a group by the first of these that all its cases share: the reason, the difference of their requests, the range
 * of a field, the field. Otherwise by the reason of an example, marked as such. Of generated cases alone, the difference
 * says more than their reason.
 */
export function nameGroup(cases: readonly NamedCase[], example: string): GroupName {
  const drawn = cases.every(({ generated }) => generated === true);
  const shared = whatAllShare(cases.map((each) => each.about()));
  const common =
    (drawn ? undefined : sameReason(cases)) ??
    (drawn ? shared : withExample(shared, example)) ??
    sameReason(cases) ??
    oneSuite(cases, example) ??
    soleField(cases, example);
  return common === undefined ? { name: example, example: true } : { name: common, example: false };
}

/** `further keys, for example __proto__ is a number`: that all have further keys does not say that any would differ. */
const withExample = (shared: string | undefined, example: string): string | undefined =>
  shared?.split(" + ").every((part) => WIDE.test(part)) === true
    ? `${shared}, for example ${example}`
    : shared;

const WIDE = /^(?:further keys|extra headers|line ends|large body|large head|another .*)$/;

const whatAllShare = (all: readonly About[]): string | undefined =>
  onScale(all) ?? sharedParts(all) ?? range(all) ?? sameHeads(all);

function sameReason(cases: readonly NamedCase[]): string | undefined {
  const [first] = cases;
  return cases.every(({ reason }) => reason === first?.reason) ? first?.reason : undefined;
}

/** `fraction digits of date from 7 to 9`, where all vary one number, in whatever way. */
function onScale(all: readonly About[]): string | undefined {
  const rungs = all
    .flatMap(({ rung }) => rung ?? [])
    .toSorted((a, b) => compareDecimal(a.at, b.at));
  const [first, last] = [rungs[0], rungs.at(-1)];
  if (first === undefined || last === undefined || rungs.length < all.length) return undefined;
  const counts = new Set(rungs.map(({ axis }) => countedBy(axis)));
  if (counts.size > 1 || first.at === last.at) return undefined;
  // The scale names its unit.
  const [from, to] = [first, last].map(({ at, unit }) => rungText(at, unit && "").trimEnd());
  return `${[...counts].join("")} from ${from} to ${to}`;
}

/** Parts that all requests have: `id: beyond 2^53`. */
function sharedParts(all: readonly About[]): string | undefined {
  const [first, ...others] = all;
  const shared = first?.parts.filter((part) => others.every(({ parts }) => parts.includes(part)));
  return shared === undefined || shared.length === 0 ? undefined : shared.join(" + ");
}

/** `id from 2147483648 to 9007199254740991`, where all cases give one field an integer. */
function range(all: readonly About[]): string | undefined {
  for (const [field] of all[0]?.integers ?? []) {
    const values = all.flatMap(({ integers }) =>
      integers.filter(([name]) => name === field).map(([, text]) => BigInt(text)),
    );
    const [first, ...others] = values;
    if (first === undefined || values.length !== all.length) continue;
    const low = others.reduce((least, each) => (each < least ? each : least), first);
    const high = others.reduce((most, each) => (each > most ? each : most), first);
    return low === high
      ? `${field} is ${digits(low)}`
      : `${field} from ${digits(low)} to ${digits(high)}`;
  }
  return undefined;
}

const digits = (value: bigint): string => shortNumber(String(value));

/** `date: no fraction; lower case; 4 more kinds`, where all are about one subject. */
function sameHeads(all: readonly About[]): string | undefined {
  const only = soleHead(all);
  if (only === undefined) return undefined;
  const parts = all.flatMap((each) => each.parts.filter((part) => headOf(part) === only));
  const kinds = countEach(parts.map(restOf));
  const usual = [...kinds].toSorted(([, one], [, other]) => other - one).map(([kind]) => kind);
  return `${only}: ${listed(usual)}`;
}

/** The subject that all requests share: a field, malformed JSON, a header. */
function soleHead(all: readonly About[]): string | undefined {
  const [first, ...others] = all;
  return first?.parts
    .map(headOf)
    .find((head) => others.every(({ parts }) => parts.some((part) => headOf(part) === head)));
}

const headOf = (part: string): string => /^(.*?)(?:: | missing$| twice$)/.exec(part)?.[1] ?? part;
const restOf = (part: string): string => part.slice(headOf(part).length).replace(/^: | /, "");

function listed(kinds: readonly string[]): string {
  const most = kinds.length === MOST_KINDS + 1 ? kinds.length : MOST_KINDS;
  return shortList(kinds, most, String, (more) => `${whole(more)} more kinds`).join("; ");
}

/** `target-forms, for example the path is /user`: all are of one suite. */
function oneSuite(cases: readonly NamedCase[], example: string): string | undefined {
  const suites = new Set(cases.map(({ id }) => suiteOf(id)));
  return suites.size === 1 ? `${[...suites].join("")}, for example ${example}` : undefined;
}

/** `other values of quantity, for example 1000`: all change one field, and none of the others in all cases. */
function soleField(cases: readonly NamedCase[], example: string): string | undefined {
  const [first, ...others] = cases.map((each) => each.about().changed);
  const [only, ...more] = (first ?? []).filter((field) =>
    others.every((changed) => changed.includes(field)),
  );
  return only === undefined || more.length > 0
    ? undefined
    : `other values of ${only}, for example ${example}`;
}

const AS_STATED = "as stated";
const NOT_UTF8 = "not UTF-8";
const FURTHER_KEYS = "further keys";
/** How often a case sends, which the reasons of its suite say better. */
const SEVERAL = "several messages";

/** How a request differs from the stated one, and the integers that it fixes. */
export function aboutRequest(request: CaseRequest, from: Interface): About {
  const family = familyOf(request, from);
  const parts = family.split(" + ").filter((part) => part !== AS_STATED && part !== SEVERAL);
  const keys = parts.includes(NOT_UTF8) && hasFurtherKeys(request, from) ? [FURTHER_KEYS] : [];
  return { parts: [...parts, ...keys], ...changesOf(request, from) };
}

/** The family of a body that is not UTF-8 says nothing about its keys: a group of further keys may have some. */
function hasFurtherKeys(request: CaseRequest, { body, ...others }: Interface): boolean {
  if (body?.kind !== "object") return false;
  const stated = new Set(body.fields.map(({ name }) => name));
  const members = membersOf(request, exampleFilling({ ...others, body }));
  return [...members.keys()].some((key) => !stated.has(key));
}

/** What differs from the stated request in the fields of the body; integers, where they are the same in every request. */
function changesOf(request: CaseRequest, from: Interface): Pick<About, "integers" | "changed"> {
  if (request.sender !== "client" || from.body?.kind !== "object")
    return { integers: [], changed: [] };
  const filling = exampleFilling(from);
  const [first, second] = [filling, { ...filling, fresh: 1 }].map((each) =>
    membersOf(request, each),
  );
  const stated = statedMembers(from);
  const integers = [...(first ?? [])].filter(
    ([key, value]) =>
      /^-?\d+$/.test(value) && second?.get(key) === value && stated.get(key) !== value,
  );
  return {
    integers,
    changed: [...stated.keys()].filter((key) => first?.get(key) !== stated.get(key)),
  };
}

/** What the stated request has: also values that the document has no example of. */
const statedMembers = oncePer((from: Interface) =>
  membersOf(requestsOf(from).request(), exampleFilling(from)),
);

function membersOf(
  request: CaseRequest,
  filling: ReturnType<typeof exampleFilling>,
): Map<string, string> {
  const bytes = Buffer.concat(requestBytes(request, filling));
  const body = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
  if (body.length > LARGE_BODY_BYTES) return new Map();
  const text = body.toString("utf8");
  try {
    JSON.parse(text);
  } catch {
    return new Map();
  }
  return new Map(jsonMembers(text).top.map(({ key, value }) => [key, value]));
}
