import { expect, test } from "vitest";
import {
  dateTimeField,
  listField,
  objectField,
  textField,
  wholeNumberField,
} from "../contract/index.ts";
import { sampled } from "../../test/statistics.ts";
import { observed, toldLines, type CorrelatedServer } from "../../test/observe/correlated-rules.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => isText(item));
const isTime = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
const bytesOf = (text: string): number => Buffer.byteLength(text);
const pointsOf = (text: string): number => Array.from(text).length;

/** The types that a server refuses for a field, as rules say it. */
const others = (part: string, ...types: string[]): RegExp[] =>
  types.map((type) => new RegExp(`^rule of ${part}: ${type} (?:is|are) refused$`));
const NO_TEXT = ["null", "true and false", "numbers", "arrays", "objects"];
const NO_NUMBER = ["null", "true and false", "strings", "arrays", "objects"];
const NO_LIST = ["null", "true and false", "strings", "numbers", "objects"];

/** Lines that accuse no server: nothing is known, or not what it depends on. */
const NOTHING_SAID = [/: the rule is not known$/, / \(the size alone does not decide\)$/];
const REQUIRED = /^rule of \w+: the field is required$/;

/** Ten servers whose rules look like others: each is a line of code, and what is true of it was written from that line. */
const SERVERS: CorrelatedServer[] = [
  {
    name: "a pattern that looks like a length",
    fields: { name: textField().required() },
    examples: { name: "severity" },
    accepts: ({ name }) => isText(name) && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name),
    isTrue: [
      ...others("name", ...NO_TEXT),
      /^length of name, downwards: 201 down to 1 character, 422 from 0 characters$/,
      /^declared: name minLength narrower: 1$/,
      /^declared: name undeclared rule narrower: refuses /,
    ],
    isFound: [/minLength narrower: 1$/],
  },
  {
    // Longer values of ours have digits: only values that differ in nothing but their length show that there is no limit.
    name: "a limit from values that differ in more than length",
    fields: { name: textField().required() },
    examples: { name: "severity" },
    accepts: ({ name }) => isText(name) && !/\d/.test(name),
    isTrue: [...others("name", ...NO_TEXT), /^declared: name undeclared rule narrower: refuses /],
    isFound: [/undeclared rule narrower: refuses "[^"]*\d/],
  },
  {
    name: "a pattern, and a length",
    fields: { name: textField().required() },
    examples: { name: "severity" },
    accepts: ({ name }) => isText(name) && /^[A-Za-z_][A-Za-z0-9_]{0,39}$/.test(name),
    isTrue: [
      ...others("name", ...NO_TEXT),
      /^length of name, downwards: 201 down to 1 character, 422 from 0 characters$/,
      /^length of name, upwards: 201 up to 40 characters, 422 from 41 characters$/,
      /^declared: name minLength narrower: 1$/,
      /^declared: name maxLength narrower: 40$/,
      /^declared: name undeclared rule narrower: refuses /,
    ],
    isFound: [/^length of name, upwards: 201 up to 40/, /maxLength narrower: 40$/],
  },
  {
    // Django REST framework's DecimalField of at most 6 digits, 2 of them decimal places, and the pattern that is written for it.
    name: "a pattern, and digits that count without leading zeros",
    fields: { price: textField({ pattern: "^-?\\d{0,4}(?:\\.\\d{0,2})?$" }).required() },
    accepts: ({ price }) =>
      isText(price) &&
      /^-?0*(?:\d{1,4}(?:\.\d{0,2})?|0\.\d{0,2}|\.\d{1,2})$/.test(price) &&
      price !== "",
    isTrue: [...others("price", ...NO_TEXT), /^declared: price pattern (?:wider and )?narrower: /],
    isFound: [/^length of price, upwards: .* \(the size alone does not decide\)$/],
  },
  {
    name: "a maximum, and any form of a number",
    fields: { quantity: wholeNumberField({ min: 0 }).required() },
    examples: { quantity: 7 },
    accepts: ({ quantity }) => isWhole(quantity) && quantity >= 0 && quantity <= 500,
    isTrue: [
      ...others("quantity", ...NO_NUMBER),
      // The same up to 500.
      /^rule of quantity: read as an IEEE 754 double, then refused unless (?:a safe|an) integer$/,
      /^rule of quantity: a number from 0 up to 500$/,
      /^quantity, upwards: 201 up to 500, 422 from 501$/,
      /^quantity, downwards: 201 down to 0, 422 from -1$/,
      /^declared: quantity maximum narrower: 500$/,
    ],
    isFound: [/up to 500$/, /maximum narrower: 500$/],
  },
  {
    name: "digits only, whatever the number",
    fields: { quantity: wholeNumberField().required() },
    examples: { quantity: 7 },
    accepts: ({ quantity }, text) =>
      isWhole(quantity) && /"quantity":-?\d+[,}]/.test(text) && Math.abs(quantity) <= 100_000,
    isTrue: [
      ...others("quantity", ...NO_NUMBER),
      // The same up to the limit.
      /^rule of quantity: [a-z0-9]+, digits only$/,
      /^rule of quantity: a number from -100000 up to 100000$/,
      /^quantity, upwards: 201 up to 100000, 422 from 100001$/,
      /^quantity, downwards: 201 down to -100000, 422 from -100001$/,
      /^quantity, zeros after its point: 201 up to 0 digits, 422 from 1 digit$/,
      /^declared: quantity undeclared rule narrower: refuses (?:-?\d+e[-+]?\d+|-?\d\.\d+)/i,
      /^declared: quantity minimum narrower: -100000$/,
      /^declared: quantity maximum narrower: 100000$/,
    ],
    isFound: [/digits only$/, /undeclared rule narrower: refuses 1e0/, /up to 100000$/],
  },
  {
    name: "items, and the list of them",
    fields: { tags: listField(textField({ maxLength: 20 })).required() },
    accepts: ({ tags }) =>
      isTexts(tags) && tags.every((tag) => pointsOf(tag) <= 20) && tags.length <= 5,
    isTrue: [
      ...others("tags", ...NO_LIST),
      ...others("tags\\[0\\]", ...NO_TEXT),
      /^rule of tags: arrays without null$/,
      /^rule of tags: at most 5 items$/,
      /^rule of tags\[0\]: any string$/,
      /^rule of tags\[0\]: at most 20 code points$/,
      /^items of tags: 201 up to 5 items, 422 from 6 items$/,
      /^length of tags\[0\], upwards: 201 up to 20 characters, 422 from 21 characters$/,
      /^declared: tags maxItems narrower: 5$/,
    ],
    isFound: [/at most 5 items$/, /at most 20 code points$/, /maxItems narrower: 5$/],
  },
  {
    name: "no item twice",
    fields: { tags: listField(textField()).required() },
    accepts: ({ tags }) => isTexts(tags) && new Set(tags).size === tags.length,
    isTrue: [
      ...others("tags", ...NO_LIST),
      ...others("tags\\[0\\]", ...NO_TEXT),
      /^rule of tags\[0\]: any string$/,
    ],
    isFound: [/^rule of tags\[0\]: any string$/],
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
    isTrue: [
      ...others("(?:paid|due)", ...NO_NUMBER),
      /^(?:paid|due), downwards: 201 down to 0, 422 from -1$/,
    ],
    isFound: [/^paid, upwards: 201 up to 700, .* \(the size alone/],
  },
  {
    name: "a limit of bytes",
    fields: { note: textField({ maxLength: 60 }).required() },
    accepts: ({ note }) => isText(note) && bytesOf(note) <= 60,
    isTrue: [
      ...others("note", ...NO_TEXT),
      /^rule of note: any string$/,
      /^rule of note: at most 60 bytes in UTF-8$/,
      /^length of note, upwards: 201 up to 60 bytes, 422 from 61 bytes$/,
      /^declared: note maxLength narrower: 60 bytes$/,
    ],
    isFound: [/60 bytes in UTF-8$/, /201 up to 60 bytes/, /maxLength narrower: 60 bytes$/],
  },
  {
    name: "a limit of characters",
    fields: { note: textField().required() },
    accepts: ({ note }) => isText(note) && pointsOf(note) <= 60,
    isTrue: [
      ...others("note", ...NO_TEXT),
      /^rule of note: any string$/,
      /^rule of note: at most 60 code points$/,
      /^length of note, upwards: 201 up to 60 characters, 422 from 61 characters$/,
      /^declared: note maxLength narrower: 60$/,
    ],
    isFound: [/at most 60 code points$/, /201 up to 60 characters/, /maxLength narrower: 60$/],
  },
  {
    name: "a limit of the whole body",
    fields: { note: textField().required(), title: textField().required() },
    examples: { title: "a title of some length" },
    accepts: ({ note, title }, text) => isText(note) && isText(title) && bytesOf(text) <= 300,
    isTrue: [
      ...others("(?:note|title)", ...NO_TEXT),
      /^rule of (?:note|title): any string$/,
      // Each makes the body longer.
      /^(?:\w+ of an|times the same|) ?extra [^:]*: 201 up to /,
    ],
    isFound: [/^length of note, upwards: .* \(the size alone/],
  },
  {
    name: "two dates in order",
    fields: { from: dateTimeField().required(), to: dateTimeField().required() },
    examples: { from: "2030-01-01T00:00:00.000Z", to: "2031-01-01T00:00:00.000Z" },
    accepts: ({ from, to }) => isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to),
    isTrue: [
      ...others("(?:from|to)", "null", "true and false", "numbers", "arrays", "objects"),
      /^year of from, downwards: 201 down to 0, 422 from -1$/,
      /^year of to, upwards: 201 up to 9999, 422 from 10000$/,
      /^month of from: 201 up to 12, 422 from 13$/,
      /^day of January of from: 201 up to 31, 422 from 32$/,
      /^(?:hour of from: 201 up to 24, 422 from 25|(?:minute|second) of from: 201 up to 59, 422 from 60)$/,
      /^offset hours of (?:from|to): 201 up to 23, 422 from 24$/,
      /^spaces after the Z of (?:from|to): 201 up to 0 characters, 422 from 1 character$/,
      /^hours of (?:from|to)'s offset, (?:east|west): 201 up to 23 hours, 422 from 24 hours$/,
      /^declared: (?:from|to) format wider: also accepts "[-0-9]+T[0-9:.]+Z"/,
    ],
    isFound: [/^year of to, upwards: .* \(the size alone/],
  },
  {
    name: "one item that is not empty",
    fields: { tags: listField(textField()).required() },
    accepts: ({ tags }) => isTexts(tags) && tags.some((tag) => tag !== ""),
    isTrue: [
      ...others("tags", ...NO_LIST),
      ...others("tags\\[0\\]", ...NO_TEXT),
      /^rule of tags: arrays without null$/,
      /^rule of tags: at least 1 item$/,
      /^items of tags: 422 up to 0 items, 201 from 1 item$/,
      /^items of tags: 201 down to 1 item, 422 from 0 items$/,
      /^declared: tags minItems narrower: 1$/,
    ],
    isFound: [/^length of tags\[0\], downwards: .* \(the size alone/],
  },
  {
    name: "a map of texts",
    fields: { labels: objectField({ colour: textField() }).required() },
    accepts: ({ labels }) => isMap(labels) && Object.values(labels).every(isText),
    isTrue: [
      ...others("labels", "null", "true and false", "strings", "numbers", "arrays"),
      ...others("labels.colour", ...NO_TEXT),
      /^rule of labels.colour: (?:any string|the field may be left out)$/,
      /^declared: labels.colour required wider: false$/,
    ],
    isFound: [
      /^rule of labels: objects: the rule is not known$/,
      /^further members of labels: .* \(the size alone/,
    ],
  },
];

const SEEDS = sampled("seeds of servers with correlated rules", { all: 20, sample: 2 });
/** The share of seeds with which a line has to be found. */
const MOST = 0.9;

test.each(SERVERS)("nothing false is told of $name, and its limits are", async (server) => {
  const seen = await observed(server);
  const isTrue = [...server.isTrue, ...NOTHING_SAID, REQUIRED];
  const bySeed: string[][] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) bySeed.push(await toldLines(seen, seed));
  const wrong = bySeed.flat().filter((line) => !isTrue.some((each) => each.test(line)));
  expect([...new Set(wrong)]).toEqual([]);
  for (const line of server.isFound) {
    const found = bySeed.filter((told) => told.some((each) => line.test(each)));
    expect(found.length, `${line}: ${bySeed[0]?.join("\n")}`).toBeGreaterThanOrEqual(MOST * SEEDS);
  }
});
