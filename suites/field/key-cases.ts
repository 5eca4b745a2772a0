import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { casesOf, ERRORS, writeMember } from "../../src/generate/index.ts";
import type { ClauseId, StatedField } from "../../src/contract/index.ts";
import type { FieldSlot } from "../../src/kinds/index.ts";
import { commaSeparated, jsonContent, kindOf, slugOf, withInner } from "../../src/kinds/index.ts";
import { bytes, type Template, rows } from "../../src/template/index.ts";
import { alongsideOf, escapedKeys, spellingsOf } from "./key-spellings.ts";

type KeyedField = ReturnType<typeof keyedField>;
type Row = [name: string, reason: string, request: CaseDefinition["request"]];
type More = Pick<CaseDefinition, "clauses" | "family">;

const rowsOf = (more: More, entries: Row[]): CaseDefinition[] =>
  casesOf("", entries, (request) => request, more);

export const hasKey = ({ in: place, parent, slot }: StatedField): boolean =>
  place === "body" && parent !== undefined && slot.key !== undefined;

export function keyCases(on: Requests, field: StatedField): CaseDefinition[] {
  const { parent } = field;
  if (parent === undefined || !hasKey(field)) return [];
  const keyed = keyedField(on, field, parent);
  return [
    ...missing(keyed),
    ...missingAll(keyed),
    ...spelled(keyed),
    ...sameKey(keyed),
    ...repeated(keyed),
    ...alongside(keyed),
  ];
}

/** A member of an object in a body, and the object with other members. */
function keyedField(on: Requests, field: StatedField, parent: FieldSlot) {
  const index = parent.inner.findIndex(({ path }) => path === field.slot.path);
  const others = parent.inner.filter((each) => each !== parent.inner[index]);
  const written = others.map((each) => writeMember(each));
  const sendObject = (members: Template[]): CaseDefinition["request"] =>
    on.request(on.body({ [parent.path]: bytes`{${commaSeparated(members)}}` }));
  return {
    on,
    field,
    /** The name as written between the quotes. */
    key: jsonContent(field.slot.key ?? ""),
    taken: new Set(others.flatMap(({ key }) => key ?? [])),
    index,
    others,
    send: (...members: Template[]) => sendObject(written.toSpliced(index, 0, ...members)),
    sendObject,
  };
}

const member = (key: string, value: Template): Template => bytes`"${key}":${value}`;

/** The request without a value of the interface, which may be allowed. */
export function missingCase(
  { slot: { label, required }, slug }: StatedField,
  request: CaseDefinition["request"],
  more: ClauseId[] = [],
): CaseDefinition {
  const own: ClauseId[] = [...more, `${slug}-required`];
  const clauses: ClauseId[] =
    required === false ? ["accepts", ...own, "response-status"] : [...own, ...ERRORS];
  const family = `missing ${label}`;
  return { name: "missing", reason: `there is no ${label}`, request, clauses, family };
}

function missing({ on, field, key, send }: KeyedField): CaseDefinition[] {
  const { label, valid } = field.slot;
  return [
    missingCase(field, send(), ["body"]),
    ...rowsOf(
      { clauses: ["body", `${field.slug}-required`, ...ERRORS], family: `missing ${label}` },
      rows`
  missing-nested | ${label} is one level deeper | ${send(member(wrapperKey(on), bytes`{${member(key, valid())}}`))}
  missing-colon | the key ${label} without a value | ${send(bytes`"${key}"`)}
`,
    ),
  ];
}

const wrapperKey = (on: Requests): string =>
  on.interface.path.match(/[\w-]+(?=\/|$)/g)?.at(-1) ?? "data";

/** Once for each object, with its last member. */
function missingAll({ on, field, index, others, sendObject }: KeyedField): CaseDefinition[] {
  if (others.length === 0 || index < others.length) return [];
  const { slot, slug } = field;
  const slugs = others.map(
    ({ path }) => on.layout.fields.find((each) => each.slot.path === path)?.slug ?? slugOf(path),
  );
  const required = [...slugs, slug].map((each): ClauseId => `${each}-required`);
  const names = others.map(({ label }) => label).join(", ");
  return rowsOf({ clauses: ["body", ...required, ...ERRORS], family: `missing ${slot.label}` }, [
    [
      others.length === 1 ? "missing-both" : "missing-all",
      others.length === 1
        ? `there is neither ${names} nor ${slot.label}`
        : `there are none of ${names} and ${slot.label}`,
      sendObject([]),
    ],
  ]);
}

const spelled = ({ on, field, key, taken, send }: KeyedField): CaseDefinition[] =>
  rowsOf(
    {
      clauses: ["body", `${field.slug}-required`, "further-fields", ...ERRORS],
      family: "key spelling",
    },
    spellingsOf(on.interface, key, taken).map((other): Row => [
      `key-${other.name}`,
      `the key ${other.reason}`,
      send(member(other.key, field.slot.valid())),
    ]),
  );

const sameKey = ({ on, field, send }: KeyedField): CaseDefinition[] =>
  rowsOf(
    { clauses: ["accepts", "body", "response-status"], family: "key spelling" },
    escapedKeys(on.interface, field.slot.key ?? "").map((escaped): Row => [
      `key-escaped-${escaped.name}`,
      `the key ${field.slot.key ?? ""} with a JSON escape: ${escaped.reason}`,
      send(member(escaped.key, field.slot.valid())),
    ]),
  );

function repeated(keyed: KeyedField): CaseDefinition[] {
  const { slot, slug } = keyed.field;
  const { label, type, valid } = slot;
  const { aspect, pairs } = kindOf(type);
  const [one, other] = [valid(0), valid(1)];
  const twice = (left: Template, right: Template): Row[2] =>
    keyed.send(member(keyed.key, left), member(keyed.key, right));
  const escaped = escapedKeys(keyed.on.interface, slot.key ?? "")[0]?.key ?? keyed.key;
  const fresh = withInner(slot).some(({ text }) => text !== undefined);
  return rowsOf(
    { clauses: ["body", `${slug}-${aspect}`, ...ERRORS], family: "repeated key" },
    rows`
  twice-same | the key ${label} twice, same value | ${twice(one, one)}
  twice-different | the key ${label} twice, different values | ${fresh ? twice(one, other) : undefined}
  twice-second-null | the key ${label} twice, null the second time | ${twice(one, ["null"])}
  twice-first-null | the key ${label} twice, null the first time | ${twice(["null"], one)}
  ${(pairs?.(slot) ?? []).map(({ name, reason, values }): Row => [`twice-${name}`, `the key ${label} twice, ${reason}`, twice(...values)])}
  ${keyed.index === 0 ? ofFirst(keyed, fresh, escaped) : ofLater(keyed, escaped)}
`,
  );
}

function ofFirst(keyed: KeyedField, fresh: boolean, escaped: string): Row[] {
  const { key, others, send, sendObject } = keyed;
  const { label, valid } = keyed.field.slot;
  const [next, ...rest] = others.map((each) => writeMember(each));
  const after = others[0]?.key ?? "";
  const nth = (at: number): Template => member(key, valid(at));
  const [one, two, three] = [nth(0), nth(1), nth(2)];
  const values = fresh ? "different values" : "same value";
  return rows`
  twice-around-${slugOf(after)}-same | the key ${label} before and after ${after}, same value | ${next && sendObject([one, next, one, ...rest])}
  twice-around-${slugOf(after)}-different | the key ${label} before and after ${after}, different values | ${next && fresh ? sendObject([one, next, two, ...rest]) : undefined}
  twice-after-${slugOf(after)} | the key ${label} twice after ${after}, ${values} | ${next && sendObject([next, one, two, ...rest])}
  three-times | the key ${label} three times, ${values} | ${send(one, two, three)}
  twice-escaped | the key ${label} twice, the second time as a JSON escape, ${values} | ${send(one, member(escaped, valid(1)))}
`;
}

function ofLater(keyed: KeyedField, escaped: string): Row[] {
  const { key, index, others, send, sendObject } = keyed;
  const { label, valid } = keyed.field.slot;
  const before = others[index - 1];
  const one = member(key, valid(0));
  const written = others.map((each) => writeMember(each));
  const [own, next] = [written[index - 1] ?? [], member(key, valid(1))];
  return rows`
  twice-around-${slugOf(before?.key ?? "")} | the key ${label} before and after ${before?.key} | ${sendObject(written.toSpliced(index - 1, 1, one, own, next))}
  twice-escaped | the key ${label} twice, the second time as a JSON escape | ${send(one, member(escaped, valid(1)))}
  three-times | the key ${label} three times, same value | ${send(one, one, one)}
`;
}

const alongside = ({ on, field, key, taken, send }: KeyedField): CaseDefinition[] =>
  rowsOf(
    {
      clauses: ["body", "further-fields", ...ERRORS],
      family: `second key like ${field.slot.label}`,
    },
    alongsideOf(on.interface, key, taken).map((other): Row => {
      const isFirst = other.name.endsWith("-first");
      // The first of the two has the first value.
      const [one, two] = isFirst ? [other.key, key] : [key, other.key];
      return [
        `with-${other.name}`,
        `the keys ${one} and ${two}`,
        send(member(one, field.slot.valid(0)), member(two, field.slot.valid(1))),
      ];
    }),
  );
