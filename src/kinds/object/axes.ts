import { bytes, times, type Template, type TemplatePart } from "../../template/index.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { countRungs, every } from "../rungs.ts";
import { membersText } from "./cases.ts";
import type { ObjectType } from "./type.ts";

/** Bytes of a further member. */
const MEMBER_BYTES = 14;
const MOST_DEEP = 10_000n;
const KEY = "witness";

/** Further members of an object, and the depth of a further member. */
export function objectAxes(slot: Slot<ObjectType<unknown>>, { body }: ValueCaps): ValueAxis[] {
  const { label: it, inner } = slot;
  const own = membersText(inner);
  const behind = (more: TemplatePart | Template): Template =>
    inner.length === 0 ? bytes`{${more}}` : bytes`{${own},${more}}`;
  const shared = {
    scale: "log",
    capped: true,
    probes: ["further-fields", "limit-size"],
  } as const;
  return [
    {
      ...shared,
      name: "further",
      title: `further members of ${it}`,
      unit: "members",
      rungs: countRungs(0n, BigInt(Math.max(1, Math.floor(body / MEMBER_BYTES))), every(0, 12)),
      value: (at) => (at === 0n ? bytes`{${own}}` : behind(furtherMembers(Number(at)))),
      ...(inner.length > 0 && { others: { plain: [(at) => alike(slot, Number(at))] } }),
    },
    {
      ...shared,
      name: "depth",
      title: `depth of a further member of ${it}`,
      unit: "objects",
      rungs: countRungs(0n, MOST_DEEP, [...every(0, 12), 99n, 100n, 101n, 999n, 1001n]),
      value: (at) =>
        behind(bytes`"${KEY}":${times('{"a":', Number(at))}1${times("}", Number(at))}`),
    },
  ];
}

/** More members are not made with other values. */
const MOST_ALIKE = 1000;

/** The same with the value of the first member in the further ones: the values may have to be of its type. */
const alike = ({ inner }: Slot<ObjectType<unknown>>, count: number): Template =>
  bytes`{${[
    ...membersText(inner),
    ...Array.from({ length: Math.min(count, MOST_ALIKE) }, (_, nth): Template => [
      `,"${KEY}${nth + 1}":`,
      ...(inner[0]?.valid() ?? []),
    ]).flat(),
  ]}}`;

/** Members with different keys, and where each of them ends: a search asks for many counts of them. */
const made = { text: "", ends: [0] };

function furtherMembers(count: number): string {
  const more: string[] = [];
  let end = made.text.length;
  for (let nth = made.ends.length; nth <= count; nth += 1) {
    const member = `${nth === 1 ? "" : ","}"${KEY}${nth}":1`;
    end += member.length;
    more.push(member);
    made.ends.push(end);
  }
  if (more.length > 0) made.text += more.join("");
  return made.text.slice(0, made.ends[count]);
}
