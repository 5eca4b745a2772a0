import type { ComparedAxis } from "../../model/index.ts";
import { counted, whole } from "../../text/index.ts";
import { endOf } from "../run-fold.ts";
import type { NamedRun, Shared } from "./share-cases.ts";

/** For each target, one line on the parts that were not compared; empty if everything was. */
export function notComparedOf(
  runs: readonly NamedRun[],
  { unstable, lacking }: Pick<Shared, "unstable" | "lacking">,
  axes: readonly Pick<ComparedAxis, "cells">[],
): string[] {
  return runs.map(({ fold }, at) => {
    const { chosen, generated } = lacking[at] ?? { chosen: 0, generated: 0 };
    const changing = unstable.filter(({ signatures }) => (signatures[at]?.length ?? 0) > 1).length;
    const dropped = fold.generated === undefined ? fold.properties.size : fold.generated.dropped;
    return [
      ...(endOf(fold) === "done" ? [] : [`its run is incomplete (${endOf(fold)})`]),
      ...(changing > 0 ? [counted(changing, "unstable case")] : []),
      ...(chosen > 0 ? [`${counted(chosen, "hand-chosen case")} not sent`] : []),
      ...(generated > 0 ? [`${counted(generated, "generated case")} not sent`] : []),
      ...(dropped > 0 ? [`${counted(dropped, "generated case")} beyond what is kept`] : []),
      ...unwalkedTexts(axes, at),
    ].join("; ");
  });
}

/** `3 axes not walked (time)`, by reason. */
function unwalkedTexts(axes: readonly Pick<ComparedAxis, "cells">[], at: number): string[] {
  const reasons = new Map<string, number>();
  for (const { cells } of axes) {
    const cell = cells[at];
    if (cell?.state === "not-walked") reasons.set(cell.text, (reasons.get(cell.text) ?? 0) + 1);
  }
  return [...reasons].map(([text, count]) => `${counted(count, "axis", "axes")} ${text}`);
}

/** Sentences about what was not compared, and about limits of the comparison. */
export function explainLeft(runs: readonly NamedRun[], shared: Shared): string[] {
  return [
    ...incomplete(runs),
    ...chosenLeft(runs, shared),
    ...generatedLeft(runs, shared),
    ...sentOnce(shared),
  ];
}

function incomplete(runs: readonly NamedRun[]): string[] {
  const byEnd = new Map<string, string[]>();
  for (const { name, fold } of runs) {
    const end = endOf(fold);
    if (end !== "done") byEnd.set(end, [...(byEnd.get(end) ?? []), name]);
  }
  return [...byEnd].flatMap(([end, names]) =>
    names.length > MOST_NAMED
      ? [`the runs of ${whole(names.length)} targets are incomplete (${end})`]
      : names.map((name) => `${name}: its run is incomplete (${end})`),
  );
}

function chosenLeft(runs: readonly NamedRun[], shared: Shared): string[] {
  const { missing, otherRequest, lacking, compared, unstable } = shared;
  const catalogues = new Set(runs.map(({ header }) => header.catalogue)).size;
  // Counts ids: each generated case has its own number.
  const alike = unstable.filter(({ case: id }) => !id.includes("#")).length;
  const shares = compared.filter(({ generated }) => !generated).length + alike;
  return [
    ...(catalogues > 1
      ? [
          `the runs used different catalogues or selections of cases: ${counted(shares, "hand-chosen case")} in common`,
        ]
      : []),
    ...(missing.chosen > 0
      ? [
          `${counted(missing.chosen, "hand-chosen case")} not in every run: ${whoLacks(
            runs,
            lacking.map(({ chosen }) => chosen),
          )}`,
        ]
      : []),
    ...(otherRequest.chosen > 0
      ? [`${counted(otherRequest.chosen, "hand-chosen case")} with another request in some run`]
      : []),
  ];
}

function generatedLeft(runs: readonly NamedRun[], shared: Shared): string[] {
  const { missing, otherRequest, lacking } = shared;
  const seeds = [...new Set(runs.map(({ header }) => header.seed))];
  const left = missing.generated + otherRequest.generated;
  const dropped = runs.flatMap(({ name, fold }) => {
    const count = fold.generated === undefined ? fold.properties.size : fold.generated.dropped;
    if (count === 0) return [];
    return [
      fold.generated === undefined
        ? `${name}: its generated cases were not read for comparison`
        : `${name}: ${counted(count, "generated case")} beyond what is kept for comparison`,
    ];
  });
  if (left > 0 && seeds.length > 1)
    return [
      `${counted(left, "generated case")} not compared: the seeds differ (${seeds.join(", ")})`,
      ...dropped,
    ];
  const lacks = lacking.map(({ generated }) => generated);
  return [
    ...(missing.generated > 0
      ? [
          `${counted(missing.generated, "generated case")} not in every run: ${whoLacks(runs, lacks)}`,
        ]
      : []),
    ...(otherRequest.generated > 0
      ? [`${counted(otherRequest.generated, "generated case")} with another request in some run`]
      : []),
    ...dropped,
  ];
}

function sentOnce({ once }: Shared): string[] {
  if (once === 0) return [];
  return [
    `${counted(once, "compared case")} ${once === 1 ? "was" : "were"} sent only once to some target: there, random variation cannot be distinguished from a difference`,
  ];
}

/** More targets are only counted: `notCompared` has a line for each. */
const MOST_NAMED = 4;

function whoLacks(runs: readonly NamedRun[], lacking: readonly number[]): string {
  const lines = runs.flatMap(({ name }, at) => {
    const count = lacking[at] ?? 0;
    return count === 0 ? [] : [`${name} does not have ${whole(count)}`];
  });
  return lines.length > MOST_NAMED
    ? `${whole(lines.length)} targets do not have all`
    : lines.join(", ");
}
