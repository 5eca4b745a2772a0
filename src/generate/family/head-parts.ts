import { groupBy } from "../../group-by.ts";
import { percentDecoded } from "../../text/index.ts";
import { pathPattern, targetTemplate } from "../request-target.ts";
import { contentTypeOf, formStyleOf, type ParameterSlot, GIVEN } from "../../contract/index.ts";
import { PROTOCOL, REDACTED, statedHeaders } from "../../contract/index.ts";
import type { Interface } from "../../model/index.ts";
import { readForm } from "../form-text.ts";
import { layoutOf, perInterface } from "../layout.ts";
import { render, exampleFilling } from "../render.ts";
import type { ReadMessage } from "./read-message.ts";
import { itemsOf } from "../valid/is-valid-target.ts";
import { kindOf } from "../../kinds/index.ts";

const LARGE_HEAD_BYTES = 8 * 1024;
const REQUEST_LINE = /^([^ ]+) ([^ ]+) ([^ ]+)$/;
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9a-z]+):(.*)$/is;
const SHOWN_METHOD = /^[A-Za-z]{1,16}$/;

const LENGTH = "content-length";
const CODED = "transfer-encoding";
const SHOWN_FIRST = ["content-type", LENGTH, CODED, "host", "connection", "accept"];

type StatedHead = ReturnType<typeof statedHead>;

const statedHead = perInterface((from) => {
  const filling = exampleFilling(from);
  // By name in lower case, without Content-Length.
  const values = new Map([
    ...statedHeaders(from).map(
      ([name, value]) => [name.toLowerCase(), value === GIVEN ? REDACTED : value] as const,
    ),
    ["host", filling.target.host] as const,
    ["connection", "keep-alive"] as const,
  ]);
  return {
    from,
    method: from.method,
    target: render(targetTemplate(layoutOf(from)), filling).toString("latin1"),
    values,
    hasBody: contentTypeOf(from) !== undefined,
    names: [...new Set([...SHOWN_FIRST, ...values.keys()])],
  };
});

export function headParts(message: ReadMessage, bodyBytes: number, from: Interface): string[] {
  const stated = statedHead(from);
  const [first = "", ...lines] = message.lines;
  const found = lines.map((line) => HEADER_LINE.exec(line));
  const size = message.lines.reduce((sum, line) => sum + line.length + 2, 0);
  const headers = valuesByName(found.filter((line) => line !== null));
  const lengths = [String(message.body.length), String(bodyBytes)];
  return [
    ...requestLineParts(first, stated),
    ...(message.ended || headers.size > 0 ? headerParts(headers, lengths, stated) : []),
    ...(message.plainEnds ? [] : ["line ends"]),
    ...(found.includes(null) ? ["a line that is not a header"] : []),
    ...(message.ended ? [] : ["head cut short"]),
    ...(size > LARGE_HEAD_BYTES ? ["large head"] : []),
    ...(message.brokenChunks ? ["chunks that do not fit"] : []),
  ];
}

function valuesByName(lines: RegExpExecArray[]): Map<string, string[]> {
  const byName = groupBy(lines, ([, name = ""]) => name.toLowerCase());
  const values = (own: RegExpExecArray[]): string[] =>
    own.map(([, , text = ""]) => text.replace(/^[ \t]+|[ \t]+$/g, ""));
  return new Map([...byName].map(([name, own]) => [name, values(own)]));
}

function headerParts(
  headers: Map<string, string[]>,
  lengths: string[],
  stated: StatedHead,
): string[] {
  if (headers.size === 0) return ["no headers"];
  const others = [...headers.keys()].some((name) => !stated.names.includes(name));
  return [
    ...stated.names.flatMap((name) => headerPart(name, headers, lengths, stated)),
    ...(others ? ["extra headers"] : []),
  ];
}

function requestLineParts(line: string, stated: StatedHead): string[] {
  const found = REQUEST_LINE.exec(line);
  if (found === null) return ["another request line"];
  const [, method = "", target = "", version] = found;
  const named = SHOWN_METHOD.test(method) ? `method ${method}` : "another method";
  return [
    ...(method === stated.method ? [] : [named]),
    ...(target === stated.target ? [] : targetParts(target, stated.from)),
    ...(version === PROTOCOL ? [] : ["another version"]),
  ];
}

function headerPart(
  name: string,
  headers: Map<string, string[]>,
  lengths: string[],
  { values: stated, hasBody }: StatedHead,
): string[] {
  const values = headers.get(name) ?? [];
  const [value] = values;
  const isStated = name === LENGTH ? hasBody : stated.has(name);
  if (name === CODED || (!isStated && name !== LENGTH))
    return value === undefined ? [] : [`header ${name}: present`];
  if (values.length > 1) return [`header ${name}: twice`];
  if (value === undefined)
    return !isStated || (name === LENGTH && headers.has(CODED)) ? [] : [`header ${name}: missing`];
  const isSame = name === LENGTH ? lengths.includes(value) : value === stated.get(name);
  return isSame ? [] : [`header ${name}: other value`];
}

const ANOTHER = ["another target"];
const UNQUOTED = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

const targetOf = perInterface((from) => {
  const { parameters } = layoutOf(from);
  const query = parameters.filter((each) => each.in === "query");
  const form = parameters.filter((each) => each.in === "form");
  return { ...pathPattern(from, "([^/?]*)"), query, form };
});

export function formParts(body: Buffer, from: Interface): string[] | undefined {
  const { form } = targetOf(from);
  if (form.length === 0) return undefined;
  const pairs =
    formStyleOf(from) === "pairs"
      ? pairsIn(form, body.toString("latin1"))
      : readForm(body, form, from)?.map(({ slot: { name }, value }) => ({ name, value }));
  return (pairs && pairParts(form, body.length === 0 ? [] : pairs)) ?? ["another form"];
}

function targetParts(target: string, from: Interface): string[] {
  const { path, inPath, query } = targetOf(from);
  const mark = target.indexOf("?");
  const found = path.exec(mark < 0 ? target : target.slice(0, mark));
  const { givenQuery = [] } = from;
  const pairs = mark < 0 ? [] : pairsIn(query, target.slice(mark + 1));
  const inQuery = pairParts(
    query,
    pairs.filter(({ name }) => !givenQuery.includes(name)),
  );
  if (found === null || inQuery === undefined) return ANOTHER;
  return [
    ...inPath.flatMap((slot, index) =>
      deviations(slot, itemsOf(slot, found[index + 1] ?? "").map(percentDecoded)),
    ),
    ...inQuery,
    ...givenQuery.flatMap((name) => givenParts(name, pairs)),
  ];
}

/** Of a parameter that is given when sending: its own value is not known here. */
function givenParts(name: string, pairs: readonly Pair[]): string[] {
  const values = pairs.flatMap((each) => (each.name === name ? [each.value] : []));
  if (values.length === 0) return [`${name} missing`];
  return [
    ...(values.length > 1 ? [`${name} twice`] : []),
    ...(values.every((value) => value === REDACTED) ? [] : [`${name}: another value`]),
  ];
}

/** A value is undefined if it cannot be decoded. */
type Pair = { name: string; value: string | undefined };

/** A list with a separator has a pair for each of its items. */
const pairsIn = (slots: readonly ParameterSlot[], text: string): Pair[] =>
  text.split("&").flatMap((pair): Pair[] => {
    const [encoded = "", ...rest] = pair.split("=");
    const name = percentDecoded(encoded) ?? "";
    const slot = slots.find((each) => each.name === name);
    const value = rest.join("=");
    if (slot === undefined) return [{ name, value }];
    return itemsOf(slot, value).map((item) => ({ name, value: percentDecoded(item) }));
  });

function pairParts(slots: readonly ParameterSlot[], pairs: readonly Pair[]): string[] | undefined {
  if (pairs.some(({ name }) => !slots.some((each) => each.name === name))) return undefined;
  return slots.flatMap((slot) => {
    const values = pairs.filter(({ name }) => name === slot.name).map(({ value }) => value);
    if (values.length === 0) return slot.required === false ? [] : [`${slot.name} missing`];
    const twice = values.length > 1 && slot.type.kind !== "list" ? [`${slot.name} twice`] : [];
    return [...twice, ...deviations(slot, values)];
  });
}

function deviations({ name, type }: ParameterSlot, values: readonly Pair["value"][]): string[] {
  const item = type.kind === "list" ? type.items : type;
  const kind = kindOf(item);
  const words = values.flatMap((text) => {
    if (text === undefined) return ["another encoding"];
    if (kind.quoted) return kind.deviation(item, JSON.stringify(text)) ?? [];
    return UNQUOTED.test(text) ? (kind.deviation(item, text) ?? []) : ["another text"];
  });
  return [...new Set(words)].map((what) => `${name}: ${what}`);
}
