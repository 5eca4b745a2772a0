import { expect, test } from "vitest";
import { listField, numberField, textField, wholeNumberField } from "../contract/field-builders.ts";
import { sampled } from "../statistics.fixture.ts";
import { observed, toldLines, type CorrelatedServer } from "./correlated-rules.fixture.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => isText(item));
const bytesOf = (text: string): number => Buffer.byteLength(text);
const pointsOf = (text: string): number => Array.from(text).length;

/** Ten servers whose rules look like others: each is a line of code, and what is true of it was written from that line. */
const SERVERS: CorrelatedServer[] = [
  {
    name: "a pattern that looks like a length",
    fields: { name: textField().required() },
    examples: { name: "severity" },
    accepts: ({ name }) => isText(name) && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name),
    isTrue: [],
    isFound: [],
  },
  {
    name: "a pattern, and a length",
    fields: { name: textField().required() },
    examples: { name: "severity" },
    accepts: ({ name }) => isText(name) && /^[A-Za-z_][A-Za-z0-9_]{0,39}$/.test(name),
    isTrue: [],
    isFound: [],
  },
  {
    name: "a maximum, and any form of a number",
    fields: { quantity: wholeNumberField({ min: 0 }).required() },
    examples: { quantity: 7 },
    accepts: ({ quantity }) => isWhole(quantity) && quantity >= 0 && quantity <= 500,
    isTrue: [],
    isFound: [],
  },
  {
    name: "digits only, whatever the number",
    fields: { quantity: wholeNumberField().required() },
    examples: { quantity: 7 },
    accepts: ({ quantity }, text) =>
      isWhole(quantity) && /"quantity":-?\d+[,}]/.test(text) && Math.abs(quantity) <= 100_000,
    isTrue: [],
    isFound: [],
  },
  {
    name: "items, and the list of them",
    fields: { tags: listField(textField({ maxLength: 20 })).required() },
    accepts: ({ tags }) =>
      isTexts(tags) && tags.every((tag) => pointsOf(tag) <= 20) && tags.length <= 5,
    isTrue: [],
    isFound: [],
  },
  {
    name: "no item twice",
    fields: { tags: listField(textField()).required() },
    accepts: ({ tags }) => isTexts(tags) && new Set(tags).size === tags.length,
    isTrue: [],
    isFound: [],
  },
  {
    name: "a sum of two fields",
    fields: {
      paid: wholeNumberField({ min: 0, max: 1000 }).required(),
      due: wholeNumberField({ min: 0, max: 1000 }).required(),
    },
    examples: { paid: 400, due: 300 },
    accepts: ({ paid, due }) =>
      isWhole(paid) && isWhole(due) && paid >= 0 && due >= 0 && paid + due <= 1000,
    isTrue: [],
    isFound: [],
  },
  {
    name: "a limit of bytes",
    fields: { note: textField().required() },
    accepts: ({ note }) => isText(note) && bytesOf(note) <= 60,
    isTrue: [],
    isFound: [],
  },
  {
    name: "a limit of characters",
    fields: { note: textField().required() },
    accepts: ({ note }) => isText(note) && pointsOf(note) <= 60,
    isTrue: [],
    isFound: [],
  },
  {
    name: "a limit of the whole body",
    fields: { note: textField().required(), title: textField().required() },
    examples: { title: "a title of some length" },
    accepts: ({ note, title }, text) => isText(note) && isText(title) && bytesOf(text) <= 300,
    isTrue: [],
    isFound: [],
  },
];
void numberField;
const SEEDS = sampled("seeds of servers with correlated rules", { all: 20, sample: 2 });

test.each(SERVERS)("$name", async (server) => {
  const seen = await observed(server);
  const told = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1)
    for (const line of await toldLines(seen, seed)) told.set(line, (told.get(line) ?? 0) + 1);
  console.log([`== ${server.name}`, ...[...told].map(([l, n]) => `${n} ${l}`)].join("\n"));
  expect(SEEDS).toBeGreaterThan(0);
});
