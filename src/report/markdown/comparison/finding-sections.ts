import type { Comparison } from "../../../model/comparison.ts";
import { codeCell, tableHead, tableRow, textCell } from "../markdown-cell.ts";
import type { Section } from "../markdown-section.ts";

/** The findings along each axis on which targets differ. */
export function boundariesSection({ axes, targets }: Comparison): Section {
  const differing = axes.filter((axis) => new Set(axis.targets.map(wordsOf)).size > 1);
  return {
    before: ["### Boundaries", "", ...tableHead(["axis", "target", "responses"])],
    rows: differing.flatMap((axis) =>
      axis.targets.map(({ target, sentence }, at) =>
        tableRow([
          at === 0 ? textCell(axis.title, 60) : "",
          textCell(targets[target]?.name ?? "", 40),
          textCell(sentence, 240),
        ]),
      ),
    ),
    what: "row",
    most: 7000,
  };
}

const wordsOf = ({ sentence }: { sentence: string }): string => sentence;

/** Requests to which targets respond differently, shrunk as far as the difference stays. */
export const divergencesSection = ({ divergences }: Comparison): Section => ({
  before: [
    "### Smallest requests that get different responses",
    "",
    ...tableHead(["request", "difference", "responses"]),
  ],
  rows: divergences.map(({ text, family, signatures }) =>
    tableRow([
      codeCell(text, 120),
      textCell(family),
      signatures
        .map(({ target, signature }) => `${textCell(target, 40)} ${textCell(signature, 40)}`)
        .join(", "),
    ]),
  ),
  what: "request",
  most: 5000,
});

/** Throughput of each pair of targets, in words. */
export function speedSection({ speed, targets }: Comparison): Section {
  const notes = speed?.notes.map((note) => `- ${textCell(note, 400)}`) ?? [];
  const pairs = (speed?.pairs ?? []).map(({ a, b, notComparable, throughput, p99 }) => {
    const names = [a, b].map((at) => textCell(targets[at]?.name ?? "", 40)).join(" / ");
    const why = notComparable.join("; ");
    const texts = [throughput, p99].flatMap((each) => (each === undefined ? [] : [each.text]));
    const sentences = why === "" ? texts.map((text) => textCell(text, 300)) : [];
    return `- ${names}: ${why === "" ? sentences.join("; ") : `not comparable: ${textCell(why, 300)}`}`;
  });
  return {
    before: [`### Speed, over ${speed?.rounds ?? 0} paired rounds`, ""],
    rows: [...notes, ...pairs],
    what: "line",
    most: 5000,
  };
}

/** Clauses of the specification for which targets behave differently. */
export function ledgerSection(comparison: Comparison): Section {
  const { ledger, targets } = comparison;
  const differing = ledger.filter(
    ({ observed }) => new Set(observed.map((each) => JSON.stringify(each))).size > 1,
  );
  return {
    before: [
      "<details><summary>Stated and unstated clauses, and the behaviour of each target</summary>",
      "",
      ...tableHead(["clause", ...targets.map(({ name }) => textCell(name, 40))]),
    ],
    rows: differing.map(({ text, kind, observed }) =>
      tableRow([
        `${textCell(text, 120)} (${kind})`,
        ...observed.map((each) => (each.length === 0 ? "" : textCell(each.join("; "), 160))),
      ]),
    ),
    after: ["", "</details>"],
    what: "clause",
    most: 8000,
  };
}
