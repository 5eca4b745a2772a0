import { basename } from "node:path";
import type { AcceptedRequests, Comparison, DocumentTable } from "../../model/index.ts";
import type { GivenTarget, OperationFigures } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted, whole, shortList, textsOf } from "../../text/index.ts";
import { compareWith } from "../compare.ts";
import { endOfOutcome, type FinishedRun } from "../conclude-run.ts";
import type { Control } from "../open-run.ts";
import { eachOperation, type FinishedTable } from "./each-operation.ts";
import type { TurnResult, WholeDocument } from "./operation-turns.ts";
import { refuseOptions } from "./choose-operations.ts";
import { countColumn, rowsWith, sumOf } from "./run-row.ts";

type Rows = readonly OperationFigures[];

const NAMED = 3;

/** A comparison of each operation, with values that exist at each target. Nothing is explored or loaded. */
export const compareDocument = (
  targets: readonly GivenTarget[],
  document: WholeDocument,
  options: OptionsOf<"compare">,
  control: Control,
): Promise<FinishedTable> => {
  refuseOptions({ "--infer": options.infer, "--states": options.states });
  const [first = "", ...others] = targets.map(({ name }) => name);
  const verb = {
    verb: "compare" as const,
    targets,
    columns: columnsOf(first, others),
    found: (rows: Rows) => [foundText(rows, first, others)],
    needsValues: true,
  };
  return eachOperation(document, verb, options, control, async (turn) => {
    const { catalogues, shares, sending, manners, inside } = turn;
    const own = { ...shares.optionsFor(options, catalogues[0]), ...sending };
    const { depth } = options;
    const { view, accepted, runs, folder } = await compareWith(
      targets,
      catalogues,
      own,
      turn.control,
      { depth, inside, manners },
    );
    const [run] = runs;
    shares.noteSent(run?.fold.header?.suites ?? []);
    return {
      ...rowFor(view.comparison, accepted),
      folder: basename(folder),
      runs: runs.map(endedRun),
    };
  });
};

const endedRun = ({ fold, summary, outcome }: FinishedRun) => ({
  fold,
  summary,
  end: endOfOutcome(outcome).end,
});

const columnsOf = (first: string, others: readonly string[]): DocumentTable["columns"] => [
  countColumn(
    "compared",
    "requests that every target got, and always responded to in the same way",
  ),
  countColumn("differ", "of these, the targets differ"),
  countColumn("accepted", `compared valid requests that ${first} accepts (2xx)`),
  countColumn("fail", `of these, ${others.join(" or ")} responds with 4xx or 5xx, or not at all`),
];

function rowFor({ behaviour, targets }: Comparison, { accepted, failing }: AcceptedRequests) {
  const { compared, depth, depths, unstable, left } = behaviour;
  const { differ } = depths[depth];
  // Cases with the same class and another status, such as 200 instead of 201.
  const exact = depths.exact.differ - differ;
  const { groups } = differ > 0 ? depths[depth] : depths.exact;
  const failed = new Map(failing.flat().map((each) => [each.case, each]));
  const fail = failed.size;
  const isCut = targets.some(({ complete }) => !complete);
  const names = targets.map(({ name }) => name);
  const shown = shortList(
    [...failed.values()],
    NAMED,
    (each) => `${each.case} ${each.before} → ${each.now}`,
  );
  const kinds = groups.slice(0, NAMED).map(({ outcomes, size, name, example }) => {
    const each = outcomes.map((outcome, at) => `${names[at] ?? ""} ${outcome}`).join(", ");
    return `${counted(size, "request")}: ${each} (${example ? "e.g. " : ""}${name})`;
  });
  return {
    ...resultOf(targets, { compared, differ: differ + exact, fail }),
    figures: { compared, differ, accepted, fail, exact },
    texts: [
      ...verdictTexts(targets),
      ...(fail === 0 ? [] : [`fail: ${shown.join(", ")}`]),
      ...kinds,
      ...(differ > 0 && exact > 0 ? [`${counted(exact, "more request")} by exact status`] : []),
      ...(unstable.length > 0 ? [`${counted(unstable.length, "unstable case")} not compared`] : []),
      ...(differ > 0 || isCut ? left : []),
    ],
  };
}

type Targets = Comparison["targets"];

const brokenOf = (targets: Targets): Targets =>
  targets.filter(({ accepts }) => accepts === "not-held");

const verdictTexts = (targets: Targets): string[] => {
  const broken = brokenOf(targets);
  const same = new Set(broken.map(({ stated }) => stated)).size === 1;
  const [first] = broken;
  return first !== undefined && same && broken.length === targets.length
    ? [`all: ${first.stated}`]
    : broken.map(({ name, stated }) => `${name}: ${stated}`);
};

function resultOf(
  targets: Targets,
  { compared, differ, fail }: Record<"compared" | "differ" | "fail", number>,
): Pick<TurnResult, "state" | "word"> {
  const broken = brokenOf(targets).length;
  if (fail > 0) return { state: "alert", word: "will fail" };
  if (broken > 0 && broken < targets.length) return { state: "alert", word: "not held" };
  if (differ > 0) return { state: "doubt", word: "differs" };
  if (!targets.every(({ complete }) => complete)) return { state: "doubt", word: "incomplete" };
  if (compared === 0) return { state: "doubt", word: "no response" };
  return { state: broken === 0 ? "fine" : "doubt", word: "same" };
}

/** `8 of your 390 valid requests that old accepts will fail with new, in 2 of 5 operations`. */
function foundText(rows: Rows, first: string, others: readonly string[]): string {
  const accepted = sumOf(rows, "accepted");
  const [fail, differ] = [sumOf(rows, "fail"), sumOf(rows, "differ")];
  const exact = sumOf(rows, "exact");
  const requests = `your ${counted(accepted, "valid request")} that ${first} accepts`;
  const other = others.join(" or ");
  const operations = counted(rows.length, "operation");
  if (rows.length === 0) return "no operation was compared";
  if (fail > 0)
    return `${whole(fail)} of ${requests} will fail with ${other}, in ${whole(rowsWith(rows, "fail"))} of ${operations}`;
  const differText = (count: number, key: string): string =>
    `${counted(count, "request")} of ${whole(sumOf(rows, "compared"))} ${count === 1 ? "differs" : "differ"}${key === "exact" ? " by exact status only" : ""}, in ${whole(rowsWith(rows, key))} of ${operations}`;
  const differing =
    differ + exact === 0
      ? `no difference in ${operations}`
      : textsOf(
          differ > 0 && differText(differ, "differ"),
          exact > 0 && differText(exact, "exact"),
        ).join("; ");
  return accepted === 0
    ? `${first} accepts none of your valid requests; ${differing}`
    : `none of ${requests} will fail with ${other}; ${differing}`;
}
