import { join, relative } from "node:path";
import { behaviourOf, surroundingTexts } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { Survey, SurveyCluster, SurveyedTarget, Target } from "../model/index.ts";
import { endedAsPlanned } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { createRunFolder, writeReport } from "../record/index.ts";
import { renderSurveyPage } from "../report/index.ts";
import { VERSION } from "../version.ts";
import { compareStored } from "./compare-stored.ts";
import { keepNewest, shownPath } from "./conclude-run.ts";
import { drawFirstId, seedOf, type Control } from "./open-run.ts";
import type { Catalogue } from "./load-suites.ts";
import { planSuites } from "./plan-suites.ts";
import { planRun, runPart } from "./run.ts";
import { sentText } from "./sent-text.ts";
import { withFleet } from "./with-fleet.ts";

export type FinishedSurvey = { survey: Survey; folder: string; report: string };

const COMPARED = 10;

/** A run of each target, or of one for each agent at a time; of a finished one only the behaviour stays in memory. @throws WitnessError */
export const surveyJob = (
  targets: readonly Target[],
  catalogue: Catalogue,
  options: OptionsOf<"run">,
  control: Control,
): Promise<FinishedSurvey> =>
  withFleet(options, control, (whole) => surveyAll(targets, catalogue, options, whole));

async function surveyAll(
  targets: readonly Target[],
  catalogue: Catalogue,
  options: OptionsOf<"run">,
  control: Control,
): Promise<FinishedSurvey> {
  if (options.serve !== undefined)
    throw new WitnessError("survey", "--serve starts one target, and a survey has several", {
      hint: "start the targets before, or use witness run for each",
    });
  const seed = seedOf(options);
  const sending = { ...options, seed, firstId: options.firstId ?? drawFirstId() };
  const planned = planSuites(catalogue, options, seed);
  control.events.phase?.(sentText(planned, catalogue.interface));
  const name = { startedAt: new Date(), target: "survey", seed };
  const { path } = createRunFolder(options.outputDir, name);
  const clusters = new Map<string, SurveyCluster>();
  let done = 0;
  const lanes = (control.fleet?.lanes() ?? [undefined]).map((fleet): Control => ({
    signal: control.signal,
    events: {},
    fleet,
  }));
  const lost = ({ name: of }: Target, { message }: Error): void =>
    control.events.phase?.(`${of}: ${message}: another agent sends to it again`);
  await inLanes(targets, lanes, lost, async (target, lane) => {
    if (control.signal.aborted) return;
    const surveyed = await surveyOne(target, { catalogue, sending, seed, path, control: lane });
    addTo(clusters, surveyed);
    done += 1;
    control.events.phase?.(`${done} of ${targets.length} targets: ${target.name}`);
  });
  const order = new Map(targets.map(({ name: each }, nth) => [each, nth]));
  const finished = await conclude(clusters, { path, seed, targets: done, order });
  if (done === targets.length)
    await keepNewest(
      options,
      [...clusters.values()].flatMap((cluster) => cluster.targets),
    );
  return finished;
}

/** If the agent of a lane is lost, another lane takes its target. @throws the error of the last lane. */
async function inLanes(
  targets: readonly Target[],
  lanes: readonly Control[],
  tell: (lost: Target, why: Error) => void,
  send: (target: Target, lane: Control) => Promise<void>,
): Promise<void> {
  const waiting = targets.values();
  const lost: Target[] = [];
  let failure: unknown;
  const alive = await Promise.all(
    lanes.map(async (lane) => {
      for (const target of waiting)
        try {
          await send(target, lane);
        } catch (error) {
          if (!isLost(error) || lanes.length === 1) throw error;
          failure = error;
          lost.push(target);
          tell(target, error);
          return [];
        }
      return [lane];
    }),
  );
  const left = [...lost, ...waiting];
  if (left.length === 0) return;
  if (alive.flat().length === 0) throw failure;
  await inLanes(left, alive.flat(), tell, send);
}

/** The agent is gone, or cannot go on: another one can. */
const isLost = (error: unknown): error is WitnessError =>
  error instanceof WitnessError && error.code === "fleet" && error.exitCode === 70;

type One = {
  catalogue: Catalogue;
  sending: OptionsOf<"run">;
  seed: number;
  path: string;
  control: Control;
};

async function surveyOne(target: Target, { catalogue, sending, seed, path, control }: One) {
  const plan = { ...planRun(catalogue, sending, seed), target };
  const { run, end, reason, summary, fold } = await runPart(plan, sending, control, path);
  const surroundings = surroundingTexts(fold);
  const surveyed: SurveyedTarget = {
    ...target,
    run,
    end,
    reason,
    accepts: summary.accepts,
    ...(surroundings.length > 0 && { surroundings }),
  };
  return { surveyed, behaviour: behaviourOf(fold) };
}

/** A target that was not sent to has no behaviour: those are together. */
function addTo(
  clusters: Map<string, SurveyCluster>,
  { surveyed, behaviour: { digest, cases } }: Awaited<ReturnType<typeof surveyOne>>,
): void {
  const key = endedAsPlanned(surveyed) ? digest : surveyed.end;
  const cluster = clusters.get(key);
  if (cluster === undefined) clusters.set(key, { behaviour: key, targets: [surveyed], cases });
  else cluster.targets.push(surveyed);
}

type Totals = { path: string; seed: number; targets: number; order: ReadonlyMap<string, number> };

/** The largest cluster first, then in the order of the file of targets. */
function inOrder(clusters: readonly SurveyCluster[], order: Totals["order"]): SurveyCluster[] {
  const placeOf = ({ name }: SurveyedTarget): number => order.get(name) ?? 0;
  const firstOf = ({ targets: [first] }: SurveyCluster): number => (first ? placeOf(first) : 0);
  return clusters
    .map((each) => ({ ...each, targets: each.targets.toSorted((a, b) => placeOf(a) - placeOf(b)) }))
    .toSorted((a, b) => b.targets.length - a.targets.length || firstOf(a) - firstOf(b));
}

async function conclude(
  clusters: ReadonlyMap<string, SurveyCluster>,
  { path, seed, targets, order }: Totals,
): Promise<FinishedSurvey> {
  const ordered = inOrder([...clusters.values()], order);
  const compared = ordered
    .filter(({ targets: [first] }) => first?.end === "done")
    .slice(0, COMPARED)
    .flatMap(({ targets: [first] }) => (first === undefined ? [] : [join(path, first.run)]));
  const comparison =
    compared.length < 2 ? undefined : await compareStored(compared, path, "class", () => {});
  const survey: Survey = {
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    seed,
    targets,
    clusters: ordered,
    comparison: comparison && relative(shownPath(path), comparison.folder),
  };
  const folder = shownPath(path);
  writeReport(folder, "survey.json", `${JSON.stringify(survey, null, 2)}\n`);
  const report = writeReport(folder, "report.html", renderSurveyPage(survey));
  return { survey, folder, report };
}
