import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Interrupted, WitnessError } from "../../errors.ts";
import { axesOf } from "../../generate/index.ts";
import { resetTarget } from "../../observe/index.ts";
import type {
  Baseline,
  DeletedResources,
  DocumentRun,
  GivenTarget,
  GivenValue,
  Manner,
  OperationNotSent,
  OperationRun,
  OtherMethod,
  ResourceSequence,
  Response,
  UniqueField,
} from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { createRunFolder } from "../../record/index.ts";
import { counted } from "../../text/index.ts";
import { VERSION } from "../../version.ts";
import { keepNewest } from "../conclude-run.ts";
import { seedOf, type Control } from "../open-run.ts";
import { planRun, runPart } from "../run.ts";
import {
  chosenOperations,
  inSendingOrder,
  operationName,
  refuseForOne,
} from "./choose-operations.ts";
import { byAttention, type FinishedDocument, resultOf, writeDocument } from "./report-document.ts";
import { deleteMade, makesOne, sendOtherMethods } from "./other-methods.ts";
import { logIn, loginText, type Tokens } from "./log-in.ts";
import { catalogueOf, OperationShares, requireExcluded, rowOf } from "./operation-shares.ts";
import { PathValues, type OperationValues } from "./path-values.ts";
import { pathParameters, type Resource, resourcesOf } from "./producers.ts";
import { sendSequences } from "./sequences.ts";
import { StatedSender } from "./stated-sender.ts";
import { whileServedForAll } from "./while-served.ts";

type Options = OptionsOf<"run"> & { tokens?: Tokens };
type Given = { name: string; operations: readonly DocumentOperation[] };

/**
 * `witness run` of a whole document: a run of each chosen operation, one after the other, in one folder with one page. What
 * cannot be expressed is a row with the reason. @throws WitnessError if nothing can be sent, or the folder cannot be
 * written to.
 */
export async function documentJob(
  target: GivenTarget,
  document: Given,
  options: Options,
  control: Control,
  /** What a gate compares the run of an operation with, by its name. */
  baselineOf: BaselineOf = () => undefined,
): Promise<FinishedDocument> {
  refuseForOne(options);
  const chosen = inSendingOrder(chosenOperations(document.operations, options));
  await requireExcluded(chosen, options);
  return whileServedForAll(target, chosen, options, control, (served, own) =>
    sendDocument(served, { ...document, chosen }, options, own, baselineOf),
  );
}

async function sendDocument(
  target: GivenTarget,
  { name, operations, chosen }: Given & { chosen: readonly DocumentOperation[] },
  options: Options,
  control: Control,
  baselineOf: BaselineOf,
): Promise<FinishedDocument> {
  if (options.reset !== undefined) await resetTarget(options.reset, control.signal);
  const startedAt = new Date();
  const seed = seedOf(options);
  const own = await loggedIn(target, operations, options, control);
  const { path } = createRunFolder(options.outputDir, { startedAt, target: target.name, seed });
  const sending = { target, operations, options: own, seed, path, control, baselineOf };
  const sender = new DocumentSender(sending, chosen);
  await sender.sendAll(chosen);
  const rest = chosen.slice(sender.sent.length + sender.notSent.length);
  const interrupted = rest.map((each) => ({ ...rowOf(each), reason: "interrupted" }));
  const others = operations.filter((each) => !chosen.includes(each));
  const document: DocumentRun = {
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    document: name,
    target: { name: target.name, baseUrl: target.baseUrl },
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    operations: byAttention(sender.sent),
    notSent: [...sender.notSent, ...interrupted],
    notChosen: others.length > 0 ? others.map(operationName) : undefined,
    sequences: sender.sequences,
    methods: sender.methods,
    deleted: sender.deleted,
  };
  const finished = writeDocument(document, path);
  if (rest.length === 0) await keepNewest(options, sender.sent);
  return finished;
}

/** The options with what a login has given. @throws as `logIn`. */
async function loggedIn(
  target: GivenTarget,
  operations: readonly DocumentOperation[],
  options: Options,
  control: Control,
): Promise<Options> {
  const firstId = new OperationShares(options, 1).firstIdOf(-1);
  const sender = new StatedSender({ target, options, control }, firstId);
  const tokens = await logIn(operations, sender, options);
  if (tokens.size > 0) control.events.phase?.(loginText(tokens));
  return { ...options, tokens };
}

/** What the run of an operation leaves: V8 would keep it until there is far more, and a document has many runs. */
const collectGarbage = ((): (() => void) => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

type BaselineOf = (operation: string) => Baseline | undefined;

type Sending = {
  baselineOf: BaselineOf;
  target: GivenTarget;
  operations: readonly DocumentOperation[];
  options: Options;
  seed: number;
  path: string;
  control: Control;
};

/** Sends the operations of a document one after the other, and keeps a row of each. */
class DocumentSender {
  readonly sent: OperationRun[] = [];
  readonly notSent: OperationNotSent[] = [];
  readonly sequences: ResourceSequence[] = [];
  readonly methods: OtherMethod[] = [];
  /** Undefined if nothing was to be deleted. */
  deleted: DeletedResources[] | undefined;
  readonly #sending: Sending;
  readonly #resources: readonly Resource[];
  readonly #values: PathValues;
  readonly #stated: StatedSender;
  readonly #shares: OperationShares;
  readonly #startedMs = Date.now();
  #isLost = false;
  #over: string | undefined;
  /** How the first run treated the target: it is one server. */
  #manner: Manner | undefined;
  /** The fields that creating a resource has found to be unique, by the path of the resource. */
  readonly #unique = new Map<string, readonly UniqueField[]>();

  constructor(sending: Sending, chosen: readonly DocumentOperation[]) {
    this.#sending = sending;
    this.#resources = resourcesOf(chosen);
    this.#shares = new OperationShares(sending.options, chosen.length);
    this.#stated = new StatedSender(sending, this.#shares.firstIdOf(-1));
    this.#values = new PathValues(sending.operations, this.#stated, sending.options.given);
  }

  async sendAll(chosen: readonly DocumentOperation[]): Promise<void> {
    const { control, options } = this.#sending;
    for (const [at, operation] of chosen.entries()) {
      if (control.signal.aborted) break;
      const nth = `${at + 1} of ${chosen.length} operations`;
      control.events.phase?.(`${nth}: ${operationName(operation)}`);
      collectGarbage();
      await this.#send(operation, chosen.length - at);
    }
    await this.#sendSequences(chosen);
    if (!options.keepResources) await this.#deleteMade();
  }

  async #send(operation: DocumentOperation, left: number): Promise<void> {
    const leftMs = this.#leftMs();
    if (leftMs !== undefined && leftMs <= 0) this.#over ??= "no time was left (--max-time)";
    if (this.#over !== undefined) return this.#leaveOut(operation, this.#over);
    try {
      const values = await this.#values.of(operation, operation.read());
      await this.#sendWith(operation, values, leftMs && Math.ceil(leftMs / left));
    } catch (error) {
      // What the document or the selection prevents is a row; everything else ends the job.
      if (!(error instanceof WitnessError) || error.exitCode !== 2) throw error;
      this.#leaveOut(operation, error.message);
    }
  }

  async #sendWith(
    operation: DocumentOperation,
    { interface: from, values, notes }: OperationValues,
    maxTimeMs: number | undefined,
  ): Promise<void> {
    const { target, options, seed, path, control, baselineOf } = this.#sending;
    const catalogue = await catalogueOf(from, options);
    const baseline = baselineOf(operationName(operation));
    const known = new Set(axesOf(catalogue.interface).map(({ name }) => name));
    const sending = {
      ...this.#shares.optionsFor(options, catalogue),
      load: false,
      seed,
      firstId: this.#shares.firstIdOf(this.sent.length),
      ...(maxTimeMs !== undefined && { maxTimeMs }),
      axes: options.axes.filter((axis) => known.has(axis)),
      baseline,
      manner: baseline?.manner ?? this.#manner,
      unique: this.#unique.get(operation.path),
    };
    const plan = { ...planRun(catalogue, sending, seed), target, part: from.name };
    const { progress } = control.events;
    const events = progress === undefined ? {} : { progress };
    const quiet = { ...control, events, heard: this.#noteMade(operation, values) };
    const part = await runPart(plan, sending, quiet, path);
    this.#manner ??= part.fold.manner;
    for (const { path, create } of this.#resources)
      if (create.operation === operation) this.#unique.set(path, part.fold.unique);
    this.#shares.noteSent(plan.planned);
    this.#values.learn(operation, part.fold.header?.interface);
    this.#isLost ||= ["unreachable", "target-lost"].includes(part.end);
    if (this.#isLost)
      this.#over = `the target was not there any more after ${operationName(operation)}`;
    const { run, end, reason } = part;
    const ended = { run, end, ...(reason !== undefined && { reason }) };
    this.sent.push({
      ...rowOf(operation),
      ...ended,
      ...resultOf(operationName(operation), part),
      values,
      notes,
    });
  }

  #noteMade(operation: DocumentOperation, values: readonly GivenValue[]) {
    const own = this.#resources.filter(
      (each) => each.create.operation === operation && makesOne(each),
    );
    const known = new Map(
      pathParameters(operation.path).flatMap(({ name, key }): [string, string][] => {
        const given = values.find(({ parameter }) => parameter === name);
        return given === undefined ? [] : [[key, given.value]];
      }),
    );
    return (response: Response): void => {
      for (const { create, parameter } of own)
        this.#values.made.note(response, create, { parameter, known });
    };
  }

  /** What happens to resources that are made for it, and to methods that the document does not have. */
  async #sendSequences(chosen: readonly DocumentOperation[]): Promise<void> {
    const resources = this.#resources;
    const { operations, options, control } = this.#sending;
    const isSafe = options.profile === "safe";
    if (resources.length > 0 && !control.signal.aborted)
      control.events.phase?.(`sequences on ${counted(resources.length, "kind")} of resources`);
    try {
      for (const resource of resources)
        if (!this.#isOver())
          this.sequences.push(...(await sendSequences(resource, this.#values, this.#stated)));
      if (this.#isOver()) return;
      const sending = { operations, resources, isSafe };
      const methods = await sendOtherMethods(chosen, sending, this.#values, this.#stated);
      this.methods.push(...methods);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
  }

  /** Deletes what the requests have made, even if no time is left for more of them. */
  async #deleteMade(): Promise<void> {
    const { control } = this.#sending;
    if (this.#isLost || control.signal.aborted) return;
    control.events.phase?.("what was made is deleted");
    try {
      this.deleted = await deleteMade(this.#resources, this.#values, this.#stated);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
  }

  /** Whether the target or the time is gone, or the user has ended it. */
  #isOver(): boolean {
    const { signal } = this.#sending.control;
    return this.#over !== undefined || signal.aborted || (this.#leftMs() ?? 1) <= 0;
  }

  #leaveOut(operation: DocumentOperation, reason: string): void {
    this.notSent.push({ ...rowOf(operation), reason });
  }

  #leftMs(): number | undefined {
    const { maxTimeMs } = this.#sending.options;
    return maxTimeMs === undefined ? undefined : maxTimeMs - (Date.now() - this.#startedMs);
  }
}

export const documentText = (
  { name, operations }: Given,
  options: Parameters<typeof chosenOperations>[1],
): string => {
  const chosen = chosenOperations(operations, options).length;
  return `${name}: ${chosen === operations.length ? counted(chosen, "operation") : `${chosen} of ${counted(operations.length, "operation")}`}`;
};
