import { textsOf, counted, whole } from "../../text/index.ts";
import { groupBy, countEach } from "../../stats/index.ts";
import type { ComparedAxis } from "../../model/index.ts";
import { repeatedText } from "../response-message.ts";
import { endOf } from "../run-fold.ts";
import type { DifferenceState } from "./confirm-differences.ts";
import { haveOwnValues } from "./own-values.ts";
import type { NamedRun, Shared } from "./share-cases.ts";

/** For each target, one line on the parts that were not compared; empty if everything was. */
export function notComparedOf(
  runs: readonly NamedRun[],
  shared: Pick<Shared, "unstable" | "lacking" | "repeated" | "byChance">,
  axes: readonly Pick<ComparedAxis, "cells">[],
): string[] {
  const { unstable, lacking, repeated, byChance } = shared;
  return runs.map(({ fold }, at) => {
    const { chosen, generated } = lacking[at] ?? { chosen: 0, generated: 0 };
    const changing = unstable.filter(({ signatures }) => (signatures[at]?.length ?? 0) > 1).length;
    const dropped = fold.generated === undefined ? fold.properties.size : fold.generated.dropped;
    return textsOf(
      endOf(fold) !== "done" && `its run is incomplete (${endOf(fold)})`,
      changing > 0 && counted(changing, "unstable case"),
      chosen > 0 && `${counted(chosen, "hand-chosen case")} not sent`,
      generated > 0 && `${counted(generated, "generated case")} not sent`,
      (repeated[at] ?? 0) > 0 && `${counted(repeated[at] ?? 0, "case")} with a repeated value`,
      (byChance[at] ?? 0) > 0 &&
        `${counted(byChance[at] ?? 0, "case")} with a response that its servers give by chance`,
      dropped > 0 && `${counted(dropped, "generated case")} beyond what is kept`,
      ...unwalkedTexts(axes, at),
    ).join("; ");
  });
}

/** `3 axes not walked (time)`, by reason. */
function unwalkedTexts(axes: readonly Pick<ComparedAxis, "cells">[], at: number): string[] {
  const cells = axes.flatMap((axis) => axis.cells[at] ?? []);
  const left = cells.filter(({ state }) => state === "not-walked");
  return [...countEach(left.map(({ text }) => text))].map(
    ([text, count]) => `${counted(count, "axis", "axes")} ${text}`,
  );
}

export const explainLeft = (runs: readonly NamedRun[], shared: Shared): string[] => [
  ...incomplete(runs),
  ...chosenLeft(runs, shared),
  ...generatedLeft(runs, shared),
  ...repeatedLeft(runs, shared),
  ...byChanceLeft(runs, shared),
  ...textsOf(
    shared.ofStore > 0 &&
      `${counted(shared.ofStore, "case")} ${shared.ofStore === 1 ? "names" : "name"} a resource that only one target has`,
  ),
  ...(shared.states.size > 0 ? confirmedTexts(shared) : sentOnce(shared)),
];

function incomplete(runs: readonly NamedRun[]): string[] {
  const left = runs.filter(({ fold }) => endOf(fold) !== "done");
  return [...groupBy(left, ({ fold }) => endOf(fold))].flatMap(([end, those]) =>
    those.length > MOST_NAMED
      ? [`the runs of ${whole(those.length)} targets are incomplete (${end})`]
      : those.map(({ name }) => `${name}: its run is incomplete (${end})`),
  );
}

function chosenLeft(runs: readonly NamedRun[], shared: Shared): string[] {
  const { missing, otherRequest, lacking, compared, unstable } = shared;
  const catalogues = new Set(runs.map(({ header }) => header.catalogue)).size;
  // Counts ids: each generated case has its own number.
  const alike = unstable.filter(({ case: id }) => !id.includes("#")).length;
  const shares = compared.filter(({ generated }) => !generated).length + alike;
  const common = `${counted(shares, "hand-chosen case")} in common`;
  const lacks = lacking.map(({ chosen }) => chosen);
  return textsOf(
    catalogues > 1 &&
      !haveOwnValues(runs.map(({ fold }) => fold)) &&
      `the runs used different catalogues or selections of cases: ${common}`,
    ...notShared("hand-chosen case", missing.chosen, otherRequest.chosen, whoLacks(runs, lacks)),
  );
}

const notShared = (what: string, missing: number, other: number, who: string): string[] =>
  textsOf(
    missing > 0 && `${counted(missing, what)} not in every run: ${who}`,
    other > 0 && `${counted(other, what)} with another request in some run`,
  );

function generatedLeft(runs: readonly NamedRun[], shared: Shared): string[] {
  const { missing, otherRequest, lacking } = shared;
  const seeds = [...new Set(runs.map(({ header }) => header.seed))];
  const left = missing.generated + otherRequest.generated;
  const dropped = runs.flatMap(({ name, fold: { generated, properties } }) => {
    if (generated === undefined && properties.size > 0)
      return `${name}: its generated cases were not read for comparison`;
    const count = generated?.dropped ?? 0;
    const text = `${counted(count, "generated case")} beyond what is kept for comparison`;
    return count === 0 ? [] : `${name}: ${text}`;
  });
  const ofSeeds = `not compared: the seeds differ (${seeds.join(", ")})`;
  if (left > 0 && seeds.length > 1)
    return [`${counted(left, "generated case")} ${ofSeeds}`, ...dropped];
  const lacks = lacking.map(({ generated }) => generated);
  const { generated } = missing;
  return [
    ...notShared("generated case", generated, otherRequest.generated, whoLacks(runs, lacks)),
    ...dropped,
  ];
}

/** The cases whose value a target had already, of a field whose values are accepted once. */
function repeatedLeft(runs: readonly NamedRun[], { repeated }: Shared): string[] {
  const texts = runs.flatMap(({ name, fold }, at) => {
    const count = repeated[at] ?? 0;
    return count === 0 ? [] : [{ name, text: repeatedText(count, fold.unique) }];
  });
  const alike = groupBy(texts, ({ text }) => text);
  return [...alike].map(([text, those]) => `${those.map(({ name }) => name).join(", ")}: ${text}`);
}

const byChanceLeft = (runs: readonly NamedRun[], { byChance }: Shared): string[] =>
  runs.flatMap(({ name }, at) => {
    const count = byChance[at] ?? 0;
    const text = `${name}: several servers respond, and ${counted(count, "case")} got a response that varies in others: not compared`;
    return count === 0 ? [] : [text];
  });

/** What became of the differences when their cases were sent again. */
function confirmedTexts({ states, differing }: Shared): string[] {
  const count = (wanted: DifferenceState): number =>
    [...states.values()].filter((state) => state === wanted).length;
  const [varies, others, rarely] = [count("varies"), count("as-others"), count("unfinished")];
  const unsent = differing.length - varies - others - rarely - count("confirmed");
  const of = `of ${counted(differing.length, "case")} that differed at first`;
  return textsOf(
    varies > 0 &&
      `${whole(varies)} ${of} ${varies === 1 ? "varies" : "vary"}: sent again, all targets had responses in common`,
    others > 0 &&
      `${whole(others)} ${of} ${others === 1 ? "is" : "are"} confirmed by others only: those got the same responses, were sent again, and stayed different`,
    rarely > 0 &&
      `unconfirmed: ${whole(rarely)} ${of} ${rarely === 1 ? "was" : "were"} sent again, and too few times to rule out chance`,
    unsent > 0 &&
      `unconfirmed: ${whole(unsent)} ${of} ${unsent === 1 ? "was" : "were"} not sent again, or only with values that a target had already`,
  );
}

function sentOnce({ once }: Shared): string[] {
  const cases = `${counted(once, "compared case")} ${once === 1 ? "was" : "were"}`;
  const text = `${cases} sent only once to some target: there, random variation cannot be distinguished from a difference`;
  return once === 0 ? [] : [text];
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
