import type { Comparison } from "../../model/index.ts";
import {
  countsText,
  intervalText,
  MOST_COLUMNS,
  rateText,
  rivalText,
} from "../comparison-words.ts";
import { differingRows, implementedText } from "../contract-words.ts";
import { codeCell, type Section, tableHead, tableRow, textCell } from "./markdown-section.ts";

/**
 * The axes on which targets differ, with a column for each target: the last value before each change, and the response
 * after it.
 */
export function boundariesSection({ axes, targets }: Comparison): Section {
  const differing = axes.filter(({ cells }) => new Set(cells.map(({ text }) => text)).size > 1);
  const many = targets.length > MOST_COLUMNS;
  const names = many ? ["targets"] : targets.map(({ name }) => textCell(name, 40));
  return {
    before: ["### Boundaries", "", ...tableHead(["axis", ...names])],
    rows: differing.map(({ title, unit, cells }) =>
      tableRow([
        textCell(unit === undefined ? title : `${title} (${unit})`, 60),
        ...(many
          ? [textCell(countsText(cells.map(({ text }) => text)), 300)]
          : cells.map(({ text }) => textCell(text, 60))),
      ]),
    ),
    what: "axis",
    most: 7000,
  };
}

export function rulesSection({ inferred = [], targets }: Comparison): Section {
  const isCommon = inferred.some(({ common }) => common !== undefined);
  const isStated = inferred.some(({ stated }) => stated !== undefined);
  return {
    before: [
      "### Inferred rules",
      "",
      ...tableHead([
        "part",
        ...targets.map(({ name }) => textCell(name, 40)),
        ...(isCommon ? ["all"] : []),
        ...(isStated ? ["stated"] : []),
      ]),
    ],
    rows: inferred.map(({ name, rules, common = "", stated = "" }) =>
      tableRow([
        textCell(name, 60),
        ...rules.map((rule) => textCell(rule, 200)),
        ...(isCommon ? [textCell(common, 200)] : []),
        ...(isStated ? [textCell(stated, 200)] : []),
      ]),
    ),
    what: "part",
    most: 7000,
  };
}

export const declaredSection = ({ declared = [], targets }: Comparison): Section => ({
  before: [
    "### Declared and implemented",
    "",
    ...tableHead(["keyword", "declared", ...targets.map(({ name }) => textCell(name, 40))]),
  ],
  rows: differingRows(declared).differing.map((row) =>
    tableRow([
      textCell(`${row.part} ${row.keyword}`, 60),
      textCell(row.declared, 100),
      ...row.targets.map((target) => textCell(implementedText(target), 200)),
    ]),
  ),
  what: "keyword",
  most: 7000,
});

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

/** The ranking by throughput, each target against the next one, with ties. */
export function speedSection({ speed, targets }: Comparison): Section {
  const names = targets.map(({ name }) => textCell(name, 40));
  const notes = speed?.notes.map((note) => `- ${textCell(note, 400)}`) ?? [];
  const rows = (speed?.ranking ?? []).map((each, at, all) => {
    const next = all[at + 1];
    const plain = targets.map(({ name }) => name);
    const against =
      speed === undefined || next === undefined ? "" : rivalText(speed, each, next, plain);
    return tableRow([
      String(each.rank),
      names[each.target] ?? "",
      rateText(each),
      intervalText(each),
      against === "" ? "" : textCell(against, 300),
    ]);
  });
  const apart = (speed?.apart ?? []).map(({ target, reasons }) =>
    tableRow([
      "",
      names[target] ?? "",
      "",
      "",
      `not comparable: ${textCell(reasons.join("; "), 300)}`,
    ]),
  );
  return {
    before: [
      `### Speed, over ${speed?.rounds ?? 0} paired rounds`,
      "",
      ...(notes.length === 0 ? [] : [...notes, ""]),
      ...tableHead(
        ["rank", "target", "responses per second", "95% interval", "against the next"],
        [0, 2],
      ),
    ],
    rows: [...rows, ...apart],
    what: "target",
    most: 5000,
  };
}

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
