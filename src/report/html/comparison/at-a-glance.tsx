import { counted, whole } from "../../../text/index.ts";
import type { Block } from "../../blocks.ts";
import { constantSentence } from "../../comparison-words.ts";
import { migrationSection, standingsSection } from "../../standings-section.ts";
import { renderBlock, SectionView } from "../section-view.tsx";
import { NotExpressedFold } from "../verdict.tsx";
import type { PageFacts } from "./page-facts.ts";

const MOST_NAMED = 8;

function named(some: readonly string[], { names }: PageFacts): string {
  if (some.length === names.length) return some.length === 2 ? "either" : "any of them";
  return some.length > MOST_NAMED ? `${whole(some.length)} targets` : some.join(", ");
}

function statedText(facts: PageFacts): string {
  const { targets, ledger } = facts.comparison;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const held = targets.filter(({ accepts }) => accepts === "held").length;
  const all = held === targets.length;
  const some = (isOf: (accepts: string) => boolean): string[] =>
    facts.names.filter((_, at) => isOf(targets[at]?.accepts ?? ""));
  const broken = some((accepts) => accepts === "not-held");
  const unknown = some((accepts) => accepts !== "held" && accepts !== "not-held");
  return [
    all
      ? `Held by ${held === 2 ? "both" : `all ${held}`}:`
      : `Held by ${held} of ${targets.length}:`,
    `Every valid request gets a complete HTTP response${isDocumented ? ", and responses are as documented" : ""}.`,
    ...(broken.length > 0 ? [`Not held by ${named(broken, facts)}.`] : []),
    ...(unknown.length > 0 ? [`Not known for ${named(unknown, facts)}.`] : []),
  ].join(" ");
}

/** What the figures rest on. */
function grounds(facts: PageFacts): Block {
  const { behaviour, speed } = facts.comparison;
  const { compared, constant, unstable, left } = behaviour;
  const sentences = [
    statedText(facts),
    `${counted(compared, "case")} ${compared === 1 ? "was" : "were"} compared, with the same bytes to each target; ${unstable.length === 0 ? "none" : whole(unstable.length)} got different responses when sent again${unstable.length === 0 ? "" : ", and are left out"}.`,
    ...constant.map(
      (each) =>
        `${constantSentence(each, facts.names)} where all are ${each.class}, in ${counted(each.cases, "case")}.`,
    ),
    ...(speed === undefined
      ? []
      : [`Speed rests on ${counted(speed.rounds, "paired round")}, not on single requests.`]),
    ...left.map((sentence) => `${sentence}${/[.!?]$/.test(sentence) ? "" : "."}`),
  ];
  return {
    kind: "sentences",
    items: sentences.map((text) => ({ text: begun(text, facts.names) })),
  };
}

/** With a capital, unless a target's name is the beginning. */
const begun = (text: string, names: readonly string[]): string =>
  names.some((name) => /^[ :,]/.test(text.startsWith(name) ? text.slice(name.length) : ""))
    ? text
    : text.slice(0, 1).toUpperCase() + text.slice(1);

/** The first screen: what the comparison comes to, a row for each target, and what the figures rest on. */
export const AtAGlance = ({ facts }: { facts: PageFacts }) => (
  <>
    <SectionView section={standingsSection(facts.comparison, facts.names)} class="in-short" />
    <div class="grounds">
      {renderBlock(grounds(facts))}
      <NotExpressedFold lines={facts.comparison.notExpressed} />
    </div>
    {facts.comparison.migration !== undefined && facts.comparison.migration.length > 0 && (
      <SectionView section={migrationSection(facts.comparison, facts.names, facts.links.toCase)} />
    )}
  </>
);
