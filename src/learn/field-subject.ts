import { type Requests, exampleUpTo, referencesOf, unquoted } from "../generate/index.ts";
import fc from "fast-check";
import type { StatedField } from "../contract/index.ts";
import type { FieldSlot, FieldType, TokenValue, ValueRule } from "../kinds/index.ts";
import { commaSeparated, kindOf, tokenValue } from "../kinds/index.ts";
import { type AxisFinding, type CaseRequest, classOf } from "../model/index.ts";
import { KnownResponses, type ProbeValue, type Subject, knownOf } from "./candidate.ts";
import { rulesOfField } from "./field-schema.ts";
import { type Template, bytes } from "../template/index.ts";
import { parsedJson, shortValue } from "../text/index.ts";

export function partName({ slot, in: place }: StatedField): string {
  if (place === "body") return slot.label;
  if (place === "form") return `form field ${slot.label}`;
  return place === "header" ? `header ${slot.label}` : `${place} parameter ${slot.label}`;
}

const SIZES = ["upwards", "downwards", "longer", "shorter", "items"];

const EMPTY: Partial<Record<FieldType["kind"], TokenValue | undefined>> = {
  text: tokenValue('""'),
  list: tokenValue("[]"),
};

const isTaken = (rule: ValueRule, value: TokenValue): boolean =>
  !rule.judges(value) || rule.accepts(value);

export function fieldSubject(input: PoolInput & { accepted: string }): Subject<TokenValue> {
  const { field, known, accepted } = input;
  const pool = poolOf(input);
  const { rules, limited } = rulesOfField(field);
  // A boundary that depends on something else is no limit of this field.
  const sizes = SIZES.map((name) => `${field.slug}-${name}`);
  const dependent = input.axes
    .filter(({ axis }) => sizes.includes(axis.replace(/^field-/, "")))
    .flatMap(({ boundaries }) =>
      boundaries.filter(
        ({ ofValues, near, far }) =>
          ofValues === true && [near, far].some(({ signature }) => classOf(signature) === "2xx"),
      ),
    );
  const isEmptyOne = dependent.some(({ near, far }) => [near.at, far.at].includes("0"));
  const empty = isEmptyOne ? EMPTY[field.slot.type.kind] : undefined;
  return {
    name: partName(field),
    slug: field.slug,
    // Nor does it then say that the empty value is refused.
    rules: empty === undefined ? rules : rules.filter((rule) => isTaken(rule, empty)),
    limited: dependent.length > 0 ? [] : limited,
    pool,
    readAs: tokenValue,
    known: knownOf(pool, known),
    accepted,
    namesResource: field.in === "path" || referencesOf(input.on.interface).has(field.slot.path),
  };
}

const NEAR_MISSES = 300;
const VALID = 60;
/** Longer values are not sent; a request target and a header have less room. */
const MOST_BYTES = 70_000;
const MOST_PARAMETER_BYTES = 2000;
const SHOWN = 60;
/** In longer texts no character is replaced. */
const MOST_WIDE = 4096;
/** Caps of the axes that values are taken from. */
const CAPS = { digits: 400, body: 66_000 };
/** Segments that clients and servers remove from a path. */
const DOTS = /^\.{0,2}$/;

const ANY = 'null true false "" "text" "0" "1" 0 1 -1 0.5 1e0 [] {}'.split(" ");

type PoolInput = {
  on: Requests;
  field: StatedField;
  known: KnownResponses;
  axes: readonly AxisFinding[];
  seed: number;
  /** The response to the stated request; absent if it was not sent. */
  accepted?: string;
};

/** Values for a field without those that a run has found: hand-chosen values, values of its axes, and random ones. */
export const fieldPool = (
  on: Requests,
  field: StatedField,
  seed: number,
): ProbeValue<TokenValue>[] => poolOf({ on, field, seed, axes: [], known: new KnownResponses() });

/** Values for a field: hand-chosen values, values of its axes with those that the run has found, and random ones. */
function poolOf(input: PoolInput): ProbeValue<TokenValue>[] {
  const { on, field, seed } = input;
  const { slot } = field;
  const kind = kindOf(slot.type);
  const pool = new Map<string, ProbeValue<TokenValue>>();
  const add = (template: Template, like = "as stated"): ProbeValue<TokenValue> | undefined => {
    const value = valueOf(on, field, template);
    if (value === undefined) return undefined;
    const { text } = value;
    const known = pool.get(text);
    if (known !== undefined) return known;
    const specimen: ProbeValue<TokenValue> = {
      value,
      text: shortValue(text, SHOWN),
      family: kind.deviation(slot.type, text) ?? like,
      request: on.withValue(field, template),
    };
    pool.set(text, specimen);
    return specimen;
  };
  for (const { value } of kind.cases(slot)) add(value);
  const without = withoutValue(on, field);
  const missing = tokenValue(undefined);
  if (without !== undefined && missing !== undefined)
    pool.set("", { value: missing, text: "no value", family: "missing", request: without });
  for (const text of ANY) add([text]);
  if (slot.type.kind === "object") for (const value of withOtherKeys(on, slot.inner)) add(value);
  addAxes(input, add);
  for (const value of fc.sample(kind.valid(slot), { seed, numRuns: VALID })) add(value);
  for (const value of fc.sample(kind.arbitrary(slot), { seed, numRuns: NEAR_MISSES })) add(value);
  if (hasOneAccepted([...pool.values()], input))
    for (const text of inOtherOrder(slot, on))
      add([text], "the stated characters in another order");
  return [...pool.values()];
}

/** Whether the run has found no other accepted value than the stated one. */
const hasOneAccepted = (
  pool: readonly ProbeValue<TokenValue>[],
  { known, accepted }: PoolInput,
): boolean =>
  [...knownOf(pool, known).values()].filter(({ signature }) => signature === accepted).length === 1;

const MOST_REORDERED = 200;

/** Rules about characters and length take the text in another order as they take the stated one; a password does not. */
function inOtherOrder({ type, valid }: FieldSlot, { interface: from }: Requests): string[] {
  if (type.kind !== "text" || type.fresh === true) return [];
  const stated = parsedJson(exampleUpTo(MOST_REORDERED, valid(), from)?.toString("utf8") ?? "");
  if (typeof stated !== "string") return [];
  const all = [...stated];
  const orders = [all.toReversed(), [...all.slice(1), ...all.slice(0, 1)]];
  const texts = orders.map((each) => each.join("")).filter((text) => text !== stated);
  return [...new Set(texts)].map((text) => JSON.stringify(text));
}

/** The value as a rule sees it; undefined for text that its place cannot have or that is not JSON. */
function valueOf(on: Requests, field: StatedField, template: Template): TokenValue | undefined {
  const { slot, in: place } = field;
  const isComposed = slot.inner.length > 0;
  // Rules judge the value as sent, and a fresh one is another one each time; of an array or object only its parts are.
  const [begin] = template;
  const isInside = isComposed || (typeof begin === "string" && /^[[{]/.test(begin));
  if (!isInside && JSON.stringify(template).includes('{"fresh":')) return undefined;
  if (place !== "body") return parameterValue(on, field, template);
  const sent = exampleUpTo(MOST_BYTES, template, on.interface);
  if (sent === undefined) return undefined;
  const text = sent.toString("utf8");
  if (!Buffer.from(text).equals(sent) || parsedJson(text) === undefined) return undefined;
  return tokenValue(text);
}

/** A parameter has the characters of a value: `5` and `"5"` are the same there. */
function parameterValue(
  on: Requests,
  field: StatedField,
  template: Template,
): TokenValue | undefined {
  const sent = exampleUpTo(MOST_PARAMETER_BYTES, unquoted(template), on.interface);
  const text = sent?.toString("utf8");
  if (sent === undefined || text === undefined || !Buffer.from(text).equals(sent)) return undefined;
  if (field.in === "path" && DOTS.test(text)) return undefined;
  return on.canCarry(field, template) ? tokenValue(JSON.stringify(text)) : undefined;
}

/** The stated request without this value; undefined if it must not be missing. */
export function withoutValue(on: Requests, field: StatedField): CaseRequest | undefined {
  const { slot, parent } = field;
  if (field.in === "path") return undefined;
  const isParameter = on.layout.parameters.some(({ path }) => path === slot.path);
  if (isParameter)
    return field.in === "header" ? on.withHeader(slot.label, null) : on.withPairs(field, []);
  const members = parent?.inner ?? on.fields;
  if (!members.some(({ path }) => path === slot.path)) return undefined;
  const others = members.filter(({ path }) => path !== slot.path);
  const text = bytes`{${commaSeparated(others.map((each) => on.member(each)))}}`;
  const isTop = parent === undefined || parent.path === "";
  return on.request(isTop ? text : on.body({ [parent.path]: text }));
}

const otherStyles = (key: string): string[] => [
  key.toUpperCase(),
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  key.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
];

function withOtherKeys(on: Requests, inner: readonly FieldSlot[]): Template[] {
  const stated = new Set(inner.map(({ key }) => key));
  const own = commaSeparated(inner.map((each) => on.member(each)));
  return inner.flatMap(({ key = "", valid }) =>
    [...new Set(otherStyles(key))]
      .filter((style) => !stated.has(style))
      .map((style) => bytes`{${own},${JSON.stringify(style)}:${valid()}}`),
  );
}

/** A character of two bytes, one of two UTF-16 code units, and one of two code points. */
const WIDE = ["\u00e9", "\u{1f600}", "e\u0301"];

/** Texts of the same length, as one of the measures counts it. */
const unlikeMeasured = (text: string): string[] =>
  text === "" || text.length > MOST_WIDE
    ? []
    : WIDE.map((character) => `${text.slice(0, -1)}${character}`);

function addAxes(
  { field, axes, known }: PoolInput,
  add: (template: Template) => ProbeValue<TokenValue> | undefined,
): void {
  for (const axis of kindOf(field.slot.type).axes(field.slot, CAPS)) {
    for (const at of axis.rungs) add(axis.value(at));
    const found = axes.find((each) => each.axis.endsWith(`${field.slug}-${axis.name}`));
    for (const { near, far } of found?.boundaries ?? [])
      for (const side of [near, far]) {
        const specimen = add(axis.value(BigInt(side.at)));
        if (specimen) known.add(specimen.request, side.case, [side.signature, side.signature]);
        if (field.slot.type.kind === "text" && specimen?.value.content !== undefined)
          for (const text of unlikeMeasured(specimen.value.content)) add([JSON.stringify(text)]);
      }
    for (const { from, to, signature } of found?.stretches ?? [])
      for (const end of [from, to]) {
        const specimen = add(axis.value(BigInt(end)));
        if (specimen && known.of(specimen.request) === undefined)
          known.add(specimen.request, "", [signature, signature]);
      }
  }
}
