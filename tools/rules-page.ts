import {
  kinds,
  messageLimits,
  messageRules,
  type LimitedRule,
  type ValueRule,
} from "../src/kinds/index.ts";
import { otherTypeRules } from "../src/kinds/rule-rows.ts";
import { fieldRules } from "../test/kinds/field-rules.ts";
import { withoutParser } from "../test/kinds/without-parser.ts";

/** The other page that `npm run docs` writes: the built product has no module for it. */
export { optionsPage } from "./options-page.ts";

type Shown = Pick<ValueRule, "id" | "subject" | "aspect" | "name" | "source" | "parsers">;
type ShownLimit = Pick<LimitedRule, "id" | "subject" | "about" | "source">;

/** Every rule of the library, of all kinds of values and parts of requests. */
export const everyRule = (): Shown[] => [
  ...fieldRules(),
  ...messageRules.document,
  ...messageRules.mediaType,
  ...messageRules.charset,
  ...messageRules.path,
  ...messageRules.headers,
];

const everyLimit = (): ShownLimit[] => [
  ...kinds.flatMap(({ limits = [] }) => limits),
  ...messageLimits.document,
  ...messageLimits.headers,
];

/** The page of all rules in Markdown: a table for each kind of value and each part of a request. */
export function rulesPage(): string {
  const rules = everyRule();
  const own = rules.filter((rule) => !isShared(rule));
  const subjects = [...new Set(rules.map(({ subject }) => subject))];
  return [
    "# Rules",
    "",
    "Generated from the lists in `src/kinds` by `npm run docs`; do not edit.",
    "",
    `${count(rules)} rules by which servers read values, in the words that [\`witness infer\`](infer.md) uses. ` +
      "Each belongs to one aspect of a kind of value, such as strings for an integer field. For each aspect, one rule is true " +
      `of a server. ${count(rules.filter(({ parsers }) => parsers.length > 0))} rules accept exactly what the parsers in the last ` +
      "column accept of 2,000 values or more (`npm run parsers` runs the parsers and writes the tables). The others follow " +
      "from the documentation alone, for the reasons [below](#without-a-parser). .NET is represented by Mono; Gson, Newtonsoft and System.Text.Json are not covered.",
    ...subjects.flatMap((subject) => subjectTable(subject, own)),
    "",
    "## Values of other types",
    "",
    "Most kinds have these rules. The name of the kind comes first in the id: `whole-number-null-refused`.",
    ...HEAD,
    ...shared.map((rule) => line({ ...rule, id: rule.id.slice("any-".length) })),
    "",
    "## Without a parser",
    "",
    "| number of rules | why no parser shows which values they accept |",
    "| --- | --- |",
    ...withoutParser.map(
      ({ why, ids }) =>
        `| ${count(rules.filter(({ id, parsers }) => parsers.length === 0 && ids.test(id)))} | ${why} |`,
    ),
    "",
    "## Limits",
    "",
    "Rules with a minimum and a maximum. The boundaries of a run show these limits.",
    "",
    "| id | limits |",
    "| --- | --- |",
    ...everyLimit().map(({ id, about, source }) => `| \`${id}\` | ${linked(about, source)} |`),
    "",
  ].join("\n");
}

const count = (list: readonly unknown[]): string => list.length.toLocaleString("en");

/** Rules about values of other types, which most kinds have: without the name of a kind. */
const shared = otherTypeRules("any", []);
const sharedNames = new Set(shared.map(({ id }) => id.slice("any-".length)));
const isShared = ({ id, subject }: Shown): boolean => sharedNames.has(id.slice(subject.length + 1));

const HEAD = ["", "| id | aspect | rule | parsers |", "| --- | --- | --- | --- |"];

const line = ({ id, aspect, name, source, parsers }: Shown): string =>
  `| \`${id}\` | ${aspect} | ${linked(name, source)} | ${parsers.join(", ")} |`;

/** The name with its source, as a link if it is an address. */
const linked = (name: string, source: string): string =>
  source.startsWith("https://") ? `[${cell(name)}](${source})` : `${cell(name)} (${source})`;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "\\<");

function subjectTable(subject: string, rules: readonly Shown[]): string[] {
  const rows = rules.filter((rule) => rule.subject === subject);
  return ["", `## ${subject}`, ...HEAD, ...rows.map(line)];
}
