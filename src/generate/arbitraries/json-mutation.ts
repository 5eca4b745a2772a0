import fc from "fast-check";
import type { CaseRequest } from "../../model/index.ts";
import type { Template } from "../../template/index.ts";
import { tokensOf } from "../body-tokens.ts";
import type { Requests } from "../requests.ts";

const foreign = (extraKey: string): Template[] => [
  ["["],
  ["]"],
  ["null"],
  ["true"],
  ["0"],
  ["-1"],
  [`""`],
  [JSON.stringify(extraKey)],
  ["[]"],
  ["{}"],
  ...Array.from("\\'\"=;#.+-e~ \n\0\ufeff\u00a0\u2028", (character): Template => [character]),
  ["//"],
  ["/**/"],
];

type Change =
  | { what: "delete" | "duplicate" | "swap" | "truncate"; at: number }
  | { what: "replace" | "insert" | "intrude"; at: number; token: Template }
  | { what: "cut"; at: number };

/** The tokens after a change; `at` counts tokens, for `cut` and `intrude` bytes of the whole. */
function apply(tokens: Template[], made: Change): Template[] {
  const before = tokens.slice(0, made.at);
  const here = tokens.slice(made.at, made.at + 1);
  const after = tokens.slice(made.at + 1);
  switch (made.what) {
    case "delete":
      return [...before, ...after];
    case "duplicate":
      return [...before, ...here, ...here, ...after];
    case "swap":
      return [...before, ...after.slice(0, 1), ...here, ...after.slice(1)];
    case "truncate":
      return before;
    case "replace":
      return [...before, made.token, ...after];
    case "insert":
      return [...before, made.token, ...here, ...after];
    case "cut":
      return [[{ slice: tokens.flat(), from: 0, to: made.at }]];
    case "intrude":
      return [
        [{ slice: tokens.flat(), from: 0, to: made.at }],
        made.token,
        [{ slice: tokens.flat(), from: made.at }],
      ];
  }
}

/** The stated body with one to three changes to its tokens or bytes; it may still be JSON. */
export function jsonMutation(on: Requests): fc.Arbitrary<CaseRequest> {
  const { body } = on.layout;
  const stated = body === undefined ? [] : tokensOf(body).map(({ text }) => text);
  const at = fc.nat({ max: stated.length });
  const offset = fc.nat({ max: on.bodyBytes });
  const token = fc.constantFrom(...stated, ...foreign(on.extraKey));
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ what: fc.constantFrom("delete", "duplicate", "swap", "truncate"), at }),
    fc.record({ what: fc.constantFrom("replace", "insert"), at, token }),
    fc.record({ what: fc.constant("intrude"), at: offset, token }),
    fc.record({ what: fc.constant("cut"), at: offset }),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => on.request(changes.reduce(apply, stated).flat()));
}
