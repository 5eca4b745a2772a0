import type { Command } from "commander";
import { checkSuites } from "./check-suites.ts";
import { documentLines } from "./document-lines.ts";
import { givenTarget } from "./given-targets.ts";
import { interruptible } from "./interrupt.ts";
import { openingLines } from "./opening-lines.ts";
import { painter, print, printDocument, stdoutWidth, tell, warn } from "./output.ts";
import { Progress } from "./progress.ts";
import { type CommandInput, readCommand } from "./read-command.ts";
import { exitCodeOf, isWorthPrinting } from "./run-exit-codes.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { parseBaseUrl, type BaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { drawNumbers, printable, requestBytes } from "../generate/index.ts";
import {
  type Catalogue,
  drawFirstId,
  type FinishedRun,
  loadCatalogue,
  planSuites,
  runJob,
  seedOf,
} from "../jobs/index.ts";
import type { Case, GivenTarget, Interface } from "../model/index.ts";
import { FIRST_PLANNED, type PlannedSuite } from "../observe/index.ts";
import { renderTerminal } from "../report/index.ts";
import { terminalBlock, terminalLines, whole } from "../text/index.ts";

type Input = CommandInput<"run">;

/** `witness run`: the main job on one target. */
export async function runCommand(text: string, command: Command): Promise<void> {
  const input = await readCommand("run", command);
  const target = await givenTarget(text, input);
  refuseWithoutGate(input, command);
  if (input.flags.resumeRun !== undefined) {
    const { resumeWithFleet } = await import("./resume-command.ts");
    process.exitCode = await resumeWithFleet(input.flags.resumeRun, target, input);
    return;
  }
  const catalogue = await loadCatalogue(input.options);
  checkSuites(input, catalogue);
  if (input.flags.list || input.flags.dryRun) await printPlan(target, catalogue, input);
  else process.exitCode = await carryOut(target, catalogue, input);
}

/** A call without a gate must not look as if it judged anything. */
function refuseWithoutGate({ flags }: Input, run: Command): void {
  const named = ["baseline", "reporter", "inconclusive"].find(
    (name) => run.getOptionValueSource(name) === "cli",
  );
  if (flags.gate || named === undefined) return;
  throw new WitnessError("gate", `--${named} requires --gate`, {
    hint: "add --gate, or use witness gate",
  });
}

async function printPlan(
  target: GivenTarget,
  { suites, interface: from }: Catalogue,
  { options, flags }: Input,
): Promise<void> {
  const seed = seedOf(options);
  const planned = planSuites({ suites, interface: from }, options, seed);
  for (const line of documentLines(from)) warn(line);
  if (flags.list) await printList(planned, flags.json);
  else
    await printDryRun(planned, {
      interface: from,
      target: parseBaseUrl(target.baseUrl),
      firstId: options.firstId ?? drawFirstId(),
      seed,
      json: flags.json,
    });
}

async function carryOut(target: GivenTarget, catalogue: Catalogue, input: Input): Promise<number> {
  const { flags, loaded } = input;
  const gate = flags.gate ? await import("./judge-and-print.ts") : undefined;
  gate?.prepareGate(input, catalogue);
  const options = { ...input.options, seed: seedOf(input.options) };
  const progress = new Progress(flags);
  for (const line of openingLines([target], catalogue.interface, options.seed)) progress.say(line);
  const finished = await interruptible((signal) =>
    runJob(target, catalogue, options, { signal, events: progress.events() }),
  );
  progress.clear();
  await printResult(finished, flags.json);
  const code = exitCodeOf(finished, target);
  if (gate === undefined || code > 1) return code;
  return gate.judgeAndPrint([finished], loaded, options, { json: false, silent: flags.json });
}

async function printResult({ summary, folder, report, outcome }: FinishedRun, json: boolean) {
  noteOutputs(runOutputs([{ summary, folder, report }]));
  if (json) await printDocument(summary);
  else if (isWorthPrinting(outcome))
    await print(
      renderTerminal(summary, painter(process.stdout), { report, run: folder }, stdoutWidth()),
    );
}

const SHOWN_BYTES = 2048;

type Listed = { id: string; reason: string; count?: number };

/**
 * Ids and reasons, one case per line; for generated cases, how many there would be. `json` prints one document.
 */
function printList(planned: PlannedSuite[], json: boolean): Promise<void> {
  const listed = planned.flatMap((suite) => [...suite.cases, ...drawnIn(suite)]).map(listing);
  if (json) return printDocument(listed);
  const lines = listed.map(({ id, reason, count }) => {
    const range = count === undefined ? id : `${id}#0 … #${count - 1}`;
    return `${range}  ${reason}`;
  });
  return print(terminalLines(lines));
}

const listing = ({ id, reason, count }: Listed): Listed => ({
  id,
  reason,
  ...(count !== undefined && { count }),
});

function drawnIn(suite: PlannedSuite): Listed[] {
  const drawn = new Map<string, Required<Listed>>();
  for (const { generated, reason } of suite.generated()) {
    const id = generated?.property ?? "";
    drawn.set(id, { id, reason, count: (drawn.get(id)?.count ?? 0) + 1 });
  }
  return [...drawn.values()];
}

/**
 * The requests, byte for byte as they would be sent in this order to this target. `json` prints one document, with the bytes of
 * each connection as base64, up to the same limit.
 */
async function printDryRun(
  planned: PlannedSuite[],
  options: { interface: Interface; target: BaseUrl; firstId: number; seed: number; json: boolean },
): Promise<void> {
  const requests: object[] = [];
  tell(
    terminalLines([
      `  seed ${options.seed} · first fresh number ${options.firstId} (--first-id) · nothing is sent`,
    ]),
  );
  let nextFresh = FIRST_PLANNED;
  for (const suite of planned)
    for (const each of [...suite.cases, ...suite.generated()]) {
      const { fresh, next } = drawNumbers(each.request, nextFresh, options);
      const filling = { ...options, fresh };
      if (options.json) requests.push(requestJson(each, filling));
      else await printRequest(each, filling);
      nextFresh = next;
    }
  const { seed, firstId } = options;
  if (options.json) await printDocument({ seed, firstId, requests });
}

const requestJson = (
  { id, reason, request }: Case,
  filling: Parameters<typeof requestBytes>[1],
) => ({
  id,
  reason,
  connections: requestBytes(request, filling).map((bytes) => ({
    bytes: bytes.length,
    base64: bytes.toString("base64", 0, SHOWN_BYTES),
  })),
});

async function printRequest(
  each: Case,
  filling: Parameters<typeof requestBytes>[1],
): Promise<void> {
  await print(terminalLines([`=== ${each.id}  ${each.reason}`]));
  for (const bytes of requestBytes(each.request, filling)) {
    await print(terminalBlock(printable(bytes, SHOWN_BYTES)));
    if (bytes.length > SHOWN_BYTES)
      await print(terminalLines([`… ${whole(bytes.length)} bytes in total`]));
  }
}
