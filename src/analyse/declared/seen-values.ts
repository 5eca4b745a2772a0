import { interfaceOf, type StatedField } from "../../contract/index.ts";
import { carriesIdentity, referencesOf, requestsOf } from "../../generate/index.ts";
import { type FieldType, kindOf } from "../../kinds/index.ts";
import { STATED_IDS } from "../../model/index.ts";
import type { RepeatedIds } from "../stability.ts";
import { judgedSignatures, repeatedIdResponses, saysRepeated } from "../stability.ts";
import { isFreshMember, changeIn, type Change } from "./changed-value.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";

/** A value in an otherwise stated request, and the response each time it was sent. */
export type SeenValue = Change & {
  accepted: boolean;
  signature: string;
  case: string;
};

const ACCEPTED = /^2\d\d\b(?!-)/;
const STATUS = /^\d{3}\b/;
const CONFLICT = "409";
/** Nothing has this identifier, or something else has the value: that is about what the server has stored, and not about the value. */
const STORED = /^(?:404|409|410)\b/;
/** Who sends it may not: of a login, the value is allowed, and nobody has it. */
const NOT_ALLOWED = /^(?:401|403)\b/;
/** The request is too large as a whole. */
const TOO_LARGE = /^(?:413|414|431)\b/;

/** Whether a response to a value shows nothing about which values are allowed. */
export const showsNothing = (signature: string): boolean =>
  [TOO_LARGE, STORED, NOT_ALLOWED].some((each) => each.test(signature));

/** Whether a value in the path leads to another path, such as the collection. */
const leadsElsewhere = ({ value }: Change, place: StatedField["in"] | undefined): boolean =>
  place === "path" && /^\.{0,2}$/.test(String(value));

/** More digits than a double has: whether it is read as an integer depends on the digits before the point. */
const isRounded = ({ value, text }: Change): boolean =>
  typeof value === "number" && text.includes(".") && text.replaceAll(/\D/g, "").length > 15;

/** The responses to the values of every field, by path. Undefined if the stated request is not accepted: then the values show nothing. */
export function seenValues(run: RunFold): Map<string, SeenValue[]> | undefined {
  const stated = run.cases.get(STATED_IDS.client)?.signatures ?? [];
  if (stated.length === 0 || !stated.every((signature) => ACCEPTED.test(signature)))
    return undefined;
  const from = interfaceOf(run.header ?? {});
  const on = requestsOf(from);
  const types = new Map(
    on.layout.fields.map(({ slot, in: place }) => [slot.path, { type: slot.type, place }]),
  );
  const references = referencesOf(from);
  const repeated = repeatedIdResponses(run);
  const values = new Map<string, SeenValue[]>();
  for (const fold of run.cases.values()) {
    // The point of such a case is that an earlier request had its value.
    if (fold.case.sameIdentity === true) continue;
    const got = settled(fold, run.unique.length > 0 ? undefined : repeated);
    const change = got && changeIn(fold.case.request, on);
    if (got === undefined || change === undefined) continue;
    const field = types.get(change.path);
    if (showsNothing(got.signature) || leadsElsewhere(change, field?.place)) continue;
    if (isRounded(change) && isFreshMember(fold.case.request, change.path, on.interface)) continue;
    const read =
      field === undefined || field.place === "body" ? change : asType(change, field.type);
    if (read === undefined) continue;
    // Such a resource may not exist, whatever status says so.
    if (!got.accepted && references.has(change.path) && isOfType(read, field?.type)) continue;
    const seen = { ...read, ...got, case: fold.case.id };
    values.set(change.path, [...(values.get(change.path) ?? []), seen]);
  }
  return values;
}

/** Whether a value has the JSON type of a reference: a number, or a text. */
const isOfType = ({ what, value }: Change, type: FieldType | undefined): boolean =>
  what === "value" &&
  type !== undefined &&
  typeof value === (kindOf(type).quoted ? "string" : "number");

/**
 * The response that a case always got; what only a repeated id gets is left out. `repeated` is undefined if the responses
 * to repeated values are known by their messages.
 */
function settled(
  fold: CaseFold,
  repeated: RepeatedIds | undefined,
): { accepted: boolean; signature: string } | undefined {
  const isFixed = repeated !== undefined && !carriesIdentity(fold.case.request, repeated.interface);
  const first = judgedSignatures(fold).filter(
    (each) => !(isFixed && (saysRepeated(fold, each, repeated) || each === CONFLICT)),
  );
  const [signature] = first;
  if (signature === undefined || !STATUS.test(signature)) return undefined;
  if (first.some((each) => each !== signature)) return undefined;
  return { accepted: ACCEPTED.test(signature), signature };
}

/** Another form of a number or of a truth value than JSON has: ` 1`, `01`, `+1`, `1.0`, `yes`. */
const NUMBER_FORM = /^[\s+\-.,_'\p{N}eExX]*\p{N}[\s+\-.,_'\p{N}eExX]*$/u;
const TRUTH_FORM = /^\s*(?:true|false|yes|no|on|off|[01tfyn])\s*$/i;

/** `0.1e9` is a whole number, and `1.0000000000000001` is one for whoever reads a double. */
const isFraction = (text: string): boolean =>
  /\.\d*[1-9]/.test(text) && !Number.isInteger(Number(text));

/**
 * Characters of the request target or a header as a value of the declared type, where they can be one; one item of a list as a list.
 * Undefined for another form of such a value: a document does not say which forms a server reads, so `01` is not 1, and is not another
 * type either.
 */
function asType(change: Change, type: FieldType): Change | undefined {
  if (change.what !== "value") return change;
  if (type.kind === "list") {
    const item = asType(change, type.items);
    return item && { ...change, value: [item.value] };
  }
  const { kind } = type;
  const text = String(change.value);
  const isNumber =
    (kind === "whole-number" && /^(?:-?[1-9]\d*|0)$/.test(text)) ||
    (kind === "number" && /^(?:-?(?:[1-9]\d*|0)\.\d*[1-9]|-?[1-9]\d*|0)$/.test(text));
  if (isNumber) return { ...change, value: Number(text), text };
  if (kind === "boolean" && /^(true|false)$/.test(text))
    return { ...change, value: text === "true", text };
  const isForm =
    (kind === "whole-number" && NUMBER_FORM.test(text) && !isFraction(text)) ||
    (kind === "number" && NUMBER_FORM.test(text)) ||
    (kind === "boolean" && TRUTH_FORM.test(text));
  return isForm ? undefined : change;
}
