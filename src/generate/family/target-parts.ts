import type { ParameterSlot } from "../../contract/index.ts";
import { kindOf } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { layoutOf, perInterface } from "../layout.ts";
import { familyFilling } from "./sent-bytes.ts";

const ANOTHER = ["another target"];
/** JSON texts that are not strings. */
const UNQUOTED = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

type Target = {
  /** The stated path with a group for each of its parameters. */
  path: RegExp;
  inPath: ParameterSlot[];
  query: ParameterSlot[];
};

const targetOf = perInterface((from): Target => {
  const { parameters } = layoutOf(from);
  const inPath: ParameterSlot[] = [];
  const pattern = from.path.split(/(\{[^{}]*\})/).map((piece) => {
    const slot = parameters.find((each) => each.in === "path" && `{${each.name}}` === piece);
    if (slot === undefined) return literal(piece);
    inPath.push(slot);
    return "([^/?]*)";
  });
  return {
    path: new RegExp(`^${literal(familyFilling(from).target.prefix)}${pattern.join("")}$`),
    inPath,
    query: parameters.filter((each) => each.in === "query"),
  };
});

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** How a request target differs from the stated one: its parameters in the words of their kinds. */
export function targetParts(target: string, from: Interface): string[] {
  const { path, inPath, query } = targetOf(from);
  const mark = target.indexOf("?");
  const found = path.exec(mark < 0 ? target : target.slice(0, mark));
  const pairs =
    mark < 0
      ? []
      : target
          .slice(mark + 1)
          .split("&")
          .map(nameAndValue);
  if (found === null || pairs.some(({ name }) => !query.some((each) => each.name === name)))
    return ANOTHER;
  return [
    ...inPath.flatMap((slot, index) => deviations(slot, [found[index + 1] ?? ""])),
    ...query.flatMap((slot) => {
      const values = pairs.filter(({ name }) => name === slot.name).map(({ value }) => value);
      if (values.length === 0) return slot.required === false ? [] : [`${slot.name} missing`];
      const twice = values.length > 1 && slot.type.kind !== "list" ? [`${slot.name} twice`] : [];
      return [...twice, ...deviations(slot, values)];
    }),
  ];
}

function nameAndValue(pair: string): { name: string; value: string } {
  const at = pair.indexOf("=");
  return at < 0
    ? { name: decoded(pair) ?? "", value: "" }
    : { name: decoded(pair.slice(0, at)) ?? "", value: pair.slice(at + 1) };
}

function deviations({ name, type }: ParameterSlot, values: readonly string[]): string[] {
  const item = type.kind === "list" ? type.items : type;
  const kind = kindOf(item);
  const words = values.flatMap((value) => {
    const text = decoded(value);
    if (text === undefined) return ["another encoding"];
    if (kind.quoted) return kind.deviation(item, JSON.stringify(text)) ?? [];
    return UNQUOTED.test(text) ? (kind.deviation(item, text) ?? []) : ["another text"];
  });
  return [...new Set(words)].map((what) => `${name}: ${what}`);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
