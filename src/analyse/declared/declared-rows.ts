import { interfaceOf, isUserSubmission, type StatedField } from "../../contract/index.ts";
import { layoutOf } from "../../generate/index.ts";
import type { AxisFinding, DeclaredKeyword } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { figureOf } from "./field-limit.ts";
import { flagRow, refusesValue, keywordRows } from "./keyword-rows.ts";
import { responseRows } from "./response-rows.ts";
import { seenValues, type SeenValue } from "./seen-values.ts";

/**
 * Compares declared with implemented keywords, one row for each: the responses to values of each field, and the
 * received responses. Undefined for the built-in interface, which is not a document.
 */
export function declaredRows(run: RunFold): DeclaredKeyword[] | undefined {
  const { header, findings } = run;
  if (header === undefined || isUserSubmission(interfaceOf(header))) return undefined;
  const values = seenValues(run);
  const axes = findings.filter((each): each is AxisFinding => each.kind === "axis");
  const { fields, body } = layoutOf(interfaceOf(header));
  const bodies = body?.type.kind === "object" ? [{ slot: body }] : [];
  const objects = [...bodies, ...fields].filter(
    ({ slot }) => slot.type.kind === "object" && slot.type.alternatives !== "all",
  );
  return [
    ...fields
      .filter((field) => !isInList(field) && field.parent?.type.alternatives !== "all")
      .flatMap((field) => keywordRows(field, own(values, field.slot.path), axes)),
    ...objects.map(({ slot: { path, label: part, type } }) => {
      const seen = furtherMembers(own(values, path) ?? []);
      const isAllowed = type.kind === "object" && type.further !== false;
      return flagRow({ part, keyword: "additionalProperties", isAllowed, seen });
    }),
    ...responseRows(run),
  ];
}

const LONGEST_FURTHER = 100;

/**
 * Further members whose responses show whether such members are accepted. If one with a value of some JSON type is, then others
 * are refused for their values: another type, nesting, a number that is too long.
 */
function furtherMembers(values: readonly SeenValue[]): SeenValue[] {
  const members = values.filter(({ what }) => what === "further");
  const known = new Set(members.flatMap((each) => (each.accepted ? [typeof each.value] : [])));
  const isPlain = ({ value }: SeenValue): boolean =>
    typeof value !== "object" &&
    (typeof value === "number") === Number.isFinite(value) &&
    String(value).length <= LONGEST_FURTHER;
  return members.filter(
    (each) =>
      each.accepted ||
      (refusesValue(each) && (known.size === 0 || (isPlain(each) && known.has(typeof each.value)))),
  );
}

/** A comma in a header value cannot be distinguished from the comma between two items. */
const isInList = ({ slot, in: place, parent }: StatedField): boolean =>
  place === "header" && (slot.type.kind === "list" || parent?.type.kind === "list");

/** The same of one field, whatever interface states it. */
export function fieldRows(run: RunFold, field: StatedField): DeclaredKeyword[] {
  const axes = run.findings.filter((each): each is AxisFinding => each.kind === "axis");
  return keywordRows(field, own(valuesOf(run), field.slot.path), axes);
}

/**
 * The figures of the accepted values of the field whose scale has such a title: `q`, `characters of q`, `items of tags`.
 * Empty if no field has it.
 */
export function acceptedFigures(run: RunFold, scale: string): (bigint | number)[] {
  const [, unit, label] = /^(?:(characters|bytes|items) of )?(.+)$/.exec(scale) ?? [];
  const { fields } = layoutOf(interfaceOf(run.header ?? {}));
  const slot = fields.find((each) => each.slot.label === label)?.slot;
  if (slot === undefined) return [];
  const { type } = slot;
  const isNumber = type.kind === "whole-number" || type.kind === "number";
  if (isNumber !== (unit === undefined)) return [];
  return (valuesOf(run)?.get(slot.path) ?? []).flatMap((seen) =>
    seen.accepted ? (figureOf(type, seen, unit) ?? []) : [],
  );
}

const known = new WeakMap<RunFold, ReturnType<typeof seenValues>>();

/** Read once for all fields of a finished run. */
function valuesOf(run: RunFold): ReturnType<typeof seenValues> {
  if (!known.has(run)) known.set(run, seenValues(run));
  return known.get(run);
}

const own = <Value>(values: ReadonlyMap<string, Value[]> | undefined, path: string) =>
  values?.get(path) ?? (values === undefined ? undefined : []);
