import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parserTables } from "../../test/kinds/parser-tables.ts";
import { everyRule, rulesPage } from "../../tools/rules-page.ts";
import { fieldRules } from "../../test/kinds/field-rules.ts";
import { tokenValue } from "./rule-rows.ts";
import { withoutParser } from "../../test/kinds/without-parser.ts";

const tables = parserTables().filter(({ subject }) => subject !== "document");

describe.each(tables)("$subject: $aspect", ({ subject, aspect, values, columns }) => {
  const tokens = values.map((value) => tokenValue(value));
  const rules = fieldRules().filter((rule) => rule.subject === subject && rule.aspect === aspect);

  test("the table has at least 2,000 different values, and each is judged", () => {
    expect(new Set(values).size).toBeGreaterThanOrEqual(2000);
    for (const rule of rules)
      expect(tokens.every((token) => token !== undefined && rule.judges(token))).toBe(true);
  });

  test("every column has a rule", () => {
    const known = new Set(rules.flatMap(({ parsers }) => parsers));
    expect(columns.map(({ parser }) => parser).filter((parser) => !known.has(parser))).toEqual([]);
  });

  const held = rules.flatMap((rule) =>
    rule.parsers.map((parser) => ({ id: rule.id, rule, parser })),
  );
  test.each(held)("$id accepts what $parser accepts", ({ rule, parser }) => {
    const column = columns.find((each) => each.parser === parser);
    const wrong = tokens.flatMap((token, row) => {
      const accepted = column?.accepted(row);
      return token !== undefined && rule.accepts(token) === accepted
        ? []
        : [`${token?.text.slice(0, 60)}: ${accepted ? "accepted" : "refused"}`];
    });
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(wrong).toHaveLength(0);
  });
});

describe("every rule of the library", () => {
  const all = everyRule();
  const columnsOf = (subject: string, aspect: string): Set<string> =>
    new Set(
      parserTables()
        .filter((table) => table.subject === subject && table.aspect === aspect)
        .flatMap(({ columns }) => columns.map(({ parser }) => parser)),
    );

  test("has a column for each of its parsers", () => {
    const missing = all.flatMap(({ id, subject, aspect, parsers }) => {
      const known = columnsOf(subject, subject === "document" ? "document" : aspect);
      return parsers.filter((parser) => !known.has(parser)).map((parser) => `${id}: ${parser}`);
    });
    expect(missing).toEqual([]);
  });

  test("is held by a parser, or there is one written reason why none holds it", () => {
    const reasonsOf = (id: string) => withoutParser.filter(({ ids }) => ids.test(id));
    const open = all.filter(({ parsers }) => parsers.length === 0);
    expect(open.filter(({ id }) => reasonsOf(id).length !== 1).map(({ id }) => id)).toEqual([]);
    for (const { why, ids } of withoutParser)
      expect(
        open.some(({ id }) => ids.test(id)),
        why,
      ).toBe(true);
  });
});

test("what JavaScript's URL parses stays the same however often it is asked", () => {
  const [rule] = fieldRules().filter(({ id }) => id === "uri-js-url");
  const token = tokenValue('"http://a\u00adb/"');
  if (rule === undefined || token === undefined) throw new Error("there is no such rule");
  const first = rule.accepts(token);
  for (let nth = 0; nth < 200_000; nth += 1) rule.accepts(token);
  expect(rule.accepts(token)).toBe(first);
});

test("docs/rules.md is the page of these rules", () => {
  const page = new URL("../../docs/rules.md", import.meta.url);
  expect(readFileSync(page, "utf8"), "npm run docs renews it").toBe(rulesPage());
});
