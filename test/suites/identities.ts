import { clausesOf, userSubmission } from "../../src/contract/index.ts";
import type { FieldType } from "../../src/kinds/index.ts";
import type { Interface } from "../../src/model/index.ts";

/** An interface, and where its identity is. */
export type Identified = { from: Interface; path: string[]; isWhole: (text: string) => boolean };

function interfaceOf(name: string, body: FieldType): Interface {
  const stated = { method: "POST", path: `/v1/${name}`, body };
  return { ...stated, name, clauses: clausesOf(stated) };
}

const amount = { name: "amount", type: { kind: "number", min: 0 } } as const;
const at = { name: "at", type: { kind: "date-time", utc: true } } as const;

/** The built-in interface, one with a nested identity, and two with identities of other kinds. */
export const identified: Identified[] = [
  { from: userSubmission, path: ["id"], isWhole: (text) => /^\d{9}$/.test(text) },
  {
    from: interfaceOf("nested", {
      kind: "object",
      fields: [
        amount,
        {
          name: "order",
          type: {
            kind: "object",
            fields: [
              at,
              { name: "number", type: { kind: "whole-number", fresh: true }, required: true },
            ],
          },
        },
      ],
    }),
    path: ["order", "number"],
    isWhole: (text) => /^\d{9}$/.test(text),
  },
  {
    from: interfaceOf("keyed", {
      kind: "object",
      fields: [{ name: "key", type: { kind: "uuid", fresh: true }, required: true }, amount],
    }),
    path: ["key"],
    isWhole: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  },
  {
    from: interfaceOf("named", {
      kind: "object",
      fields: [at, { name: "sku", type: { kind: "text", fresh: true }, required: true }],
    }),
    path: ["sku"],
    isWhole: (text) => /^text-\d{9}$/.test(text),
  },
];

/**
 * The identity that a lenient server reads in a body: of JSON its member, else what follows the key. Written apart from
 * the product's reader, which decides what a case declares.
 */
export function identityRead(body: string, path: readonly string[]): string | undefined {
  try {
    let value: unknown = JSON.parse(body);
    for (const key of path) value = (value as Record<string, unknown> | null)?.[key];
    return value === undefined || value === null ? undefined : String(value);
  } catch {
    const key = path.at(-1) ?? "";
    const found = new RegExp(`"${key}"\\s*:\\s*(?:"([^"]*)|([^\\s",}\\]]+))`).exec(body);
    return found?.[1] ?? found?.[2];
  }
}
