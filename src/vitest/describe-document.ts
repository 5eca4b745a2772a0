import { afterAll, beforeAll, test, type TestContext } from "vitest";
import { type PolicyInput, readPolicy, type RunOptions, verbOptions } from "../api/index.ts";
import type { FinishedDocument } from "../jobs/index.ts";
import * as jobs from "../jobs/index.ts";
import type { GateResult, GivenTarget, Judgement } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import type { keptFolder } from "./kept-folder.ts";
import { atSite, type CallSite, errorAt, LONGEST_RUN_MS } from "./run-tests.ts";

/** Which document, and how it is sent. */
export type DocumentOptions = {
  /** Path or URL of an OpenAPI document. All of its operations are sent, those that create something first. */
  openapi: string;
  /** Chooses operations, as `--operation` does: `createOrder`, `GET /items/*`, `!deleteItem`, separated by commas. */
  operation?: string;
  /** Chooses the operations that have one of these tags. */
  tag?: string[];
  /** Values of parameters in paths: `item_id=7`. */
  given?: string[];
  /** Whether what was made stays at the end. */
  keepResources?: boolean;
  /** Credentials of a second user, written as `auth` has those of the first. */
  secondAuth?: string[];
};

type Described = {
  document: DocumentOptions;
  policy: PolicyInput;
  kept: ReturnType<typeof keptFolder>;
  options: RunOptions;
};

type JudgedDocument = FinishedDocument & { result: GateResult };

/** A test for each operation: it fails where the operation breaks what its document states, or a rule of the policy. */
export async function describeDocument(
  site: CallSite,
  target: Pick<GivenTarget, "name" | "baseUrl">,
  { document, policy, kept, options: given }: Described,
): Promise<void> {
  const { options, control } = verbOptions("run", given);
  const { openapi } = document;
  const choice = {
    ...defaultOptions("run"),
    ...options,
    ...document,
    sentTo: [target.baseUrl],
  };
  const operations = await atSite(site, () => jobs.readWhole(openapi, choice));
  const chosen = await atSite(site, async () => jobs.chosenOperations(operations, choice));
  let judged: JudgedDocument | undefined;
  beforeAll(async () => {
    judged = await atSite(site, async () => {
      const whole = { name: openapi, operations };
      const sending = { ...choice, load: false, seed: jobs.seedOf(given), outputDir: kept.folder };
      const from = jobs.parseTarget(`${target.name}=${target.baseUrl}`);
      await jobs.requireReachable([from], sending);
      const finished = await jobs.documentJob(from, whole, sending, control);
      return {
        ...finished,
        result: await jobs.judgeStored([finished.folder], readPolicy(policy), {}),
      };
    });
  }, LONGEST_RUN_MS);
  afterAll(() => kept.leave());
  const look = (at: (run: JudgedDocument) => void): void =>
    kept.watch(() => {
      if (judged === undefined) throw errorAt(site, "the run was not carried out");
      at(judged);
    });
  const names = chosen.map(jobs.operationName);
  test("the document", () => look((run) => testRest(run, site, names)));
  for (const name of names)
    test(name, (context) => look((run) => testOperation(run, site, { name, context })));
}

/** Throws if the operation breaks a rule, or its run was cut off. Skips if it was not sent, or nothing can be said of it. */
function testOperation(
  { document, result: { judgements } }: JudgedDocument,
  site: CallSite,
  { name, context }: { name: string; context: TestContext },
): void {
  const notSent = document.notSent.find((each) => each.name === name);
  if (notSent?.breach !== undefined) throw errorAt(site, `${name}: ${notSent.breach.observed}`);
  if (notSent !== undefined) context.skip(notSent.reason);
  const own = judgements.filter(({ target }) => target === name);
  requireHeld(own, site);
  const { end, reason = "" } = document.operations.find((each) => each.name === name) ?? {};
  if (end !== undefined && end !== "done")
    throw errorAt(site, `${name}: the run ended with ${end} ${reason}`.trimEnd());
  const unknown = own.find(({ kind, verdict }) => kind === "stated" && verdict === "inconclusive");
  if (unknown !== undefined) context.skip(unknown.found);
}

/** Throws if something fails that is about no single operation: a sequence, or a rule that matched nothing. */
function testRest(
  { result: { judgements } }: JudgedDocument,
  site: CallSite,
  names: readonly string[],
): void {
  requireHeld(
    judgements.filter(({ target }) => !names.includes(target)),
    site,
  );
}

function requireHeld(judgements: readonly Judgement[], site: CallSite): void {
  const failed = judgements.filter(({ verdict }) => verdict === "fail" || verdict === "error");
  if (failed.length === 0) return;
  const lines = failed.flatMap(({ rule, text, found, breaches }) => [
    `${rule}  ${text}: ${found}`,
    ...breaches.flatMap(({ case: id, expected, observed, replay }) => [
      `  ${id === undefined ? "" : `${id}: `}expected ${expected}, observed ${observed}`,
      ...(replay === undefined ? [] : [`  replay: ${replay}`]),
    ]),
  ]);
  throw errorAt(site, lines.join("\n"));
}
