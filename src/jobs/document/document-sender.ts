import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { unlessInterrupted } from "../../errors.ts";
import { axesOf } from "../../generate/index.ts";
import type {
  Baseline,
  DeletedResources,
  GivenTarget,
  GivenValue,
  Interface,
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
import { counted } from "../../text/index.ts";
import type { PartRun } from "../conclude-run.ts";
import type { Catalogue } from "../load-suites.ts";
import type { Control } from "../open-run.ts";
import { planRun, runPart } from "../run.ts";
import { operationName } from "./choose-operations.ts";
import { resultOf } from "./report-document.ts";
import { EarlierRun } from "./earlier-run.ts";
import { type CurrentRequests, ownResources } from "./own-resources.ts";
import { deleteMade, makesOne, sendOtherMethods } from "./other-methods.ts";
import type { Tokens } from "./log-in.ts";
import { catalogueOf, OperationShares, rowOf } from "./operation-shares.ts";
import { OperationLoop } from "./operation-loop.ts";
import { PathValues, type OperationValues } from "./path-values.ts";
import { pathParameters, type Resource, resourcesOf } from "./producers.ts";
import { sendSequences } from "./sequences.ts";
import { StatedSender, VERSIONS_NOTE } from "./stated-sender.ts";

type Options = OptionsOf<"run"> & { tokens?: Tokens };

/** What the run of an operation leaves: V8 would keep it until there is far more, and a document has many runs. */
const collectGarbage = ((): (() => void) => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

export type BaselineOf = (operation: string) => Baseline | undefined;

type Sending = {
  baselineOf: BaselineOf;
  target: GivenTarget;
  operations: readonly DocumentOperation[];
  options: Options;
  seed: number;
  path: string;
  control: Control;
  earlier: EarlierRun | undefined;
};

/** Sends the operations of a document one after the other, and keeps a row of each. */
export class DocumentSender {
  readonly sent: OperationRun[] = [];
  readonly sequences: ResourceSequence[] = [];
  readonly methods: OtherMethod[] = [];
  /** Undefined if nothing was to be deleted. */
  deleted: DeletedResources[] | undefined;
  readonly #sending: Sending;
  readonly #resources: readonly Resource[];
  /** Those that a chosen operation deletes, also if none chosen makes them. */
  readonly #deleted: readonly Resource[];
  readonly #values: PathValues;
  readonly #stated: StatedSender;
  readonly #shares: OperationShares;
  readonly #loop: OperationLoop;
  #isLost = false;
  /** How the first run treated the target: it is one server. */
  #manner: Manner | undefined;
  /** The fields that creating a resource has found to be unique, by the path of the resource. */
  readonly #unique = new Map<string, readonly UniqueField[]>();

  constructor(sending: Sending, chosen: readonly DocumentOperation[]) {
    this.#sending = sending;
    this.#resources = resourcesOf(chosen);
    this.#deleted = resourcesOf(sending.operations).filter(
      ({ remove }) => remove !== undefined && chosen.includes(remove),
    );
    this.#shares = new OperationShares(sending.options, chosen.length);
    this.#loop = new OperationLoop(sending.control, sending.options.maxTimeMs);
    this.#stated = new StatedSender(sending, this.#shares.firstIdOf(-1), sending.operations);
    this.#values = new PathValues(sending.operations, this.#stated, sending.options.given);
  }

  get notSent(): readonly OperationNotSent[] {
    return this.#loop.left;
  }

  async sendAll(chosen: readonly DocumentOperation[]): Promise<void> {
    await this.#loop.takeAll(chosen, async (operation, maxTimeMs) => {
      collectGarbage();
      const values = await this.#values.of(operation, operation.read());
      await this.#sendWith(operation, values, maxTimeMs);
    });
    await this.#sendSequences(chosen);
    if (!this.#sending.options.keepResources) await this.#deleteMade();
  }

  async #sendWith(
    operation: DocumentOperation,
    { interface: found, values, notes, consumed }: OperationValues,
    maxTimeMs: number | undefined,
  ): Promise<void> {
    const { target, options, seed, path, control, baselineOf } = this.#sending;
    const current = await this.#currentOf(operation, found);
    const from = current?.interface ?? found;
    const catalogue = await catalogueOf(from, options);
    const baseline = baselineOf(operationName(operation));
    const sending = {
      ...this.#shares.optionsFor(options, catalogue),
      load: false,
      seed,
      firstId: this.#shares.firstIdOf(this.sent.length),
      ...(maxTimeMs !== undefined && { maxTimeMs }),
      axes: knownAxes(options.axes, catalogue),
      baseline,
      manner: baseline?.manner ?? this.#manner,
      unique: this.#unique.get(operation.path),
    };
    const plan = { ...planRun(catalogue, sending, seed), target, part: from.name };
    const { withCurrent, notes: told = consumed === undefined ? [] : [consumed] } = current ?? {};
    const events = { progress: control.events.progress };
    const heard = this.#noteMade(operation, values);
    const quiet = { ...control, events, withCurrent, heard };
    const part =
      (await this.#stored(operation, from.name)) ?? (await runPart(plan, sending, quiet, path));
    this.#manner ??= part.fold.manner;
    for (const { path, create } of this.#resources)
      if (create.operation === operation) this.#unique.set(path, part.fold.unique);
    this.#shares.noteSent(plan.planned);
    this.#values.learn(operation, part.fold.header?.interface);
    this.#isLost ||= ["unreachable", "target-lost"].includes(part.end);
    if (this.#isLost) this.#loop.over = `${lossText(part)} ${operationName(operation)}`;
    this.sent.push({
      ...rowOf(operation),
      ...endOf(part),
      ...resultOf(operationName(operation), part),
      values,
      notes: [...notes, ...told, ...cutTexts(part)],
    });
  }

  /** What is read or made before each request: a resource for each that deletes one, and ETags. */
  async #currentOf(
    operation: DocumentOperation,
    from: Interface,
  ): Promise<CurrentRequests | undefined> {
    const { given } = this.#sending.options;
    const sending = { values: this.#values, sender: this.#stated };
    const resource = this.#deleted.find(({ remove }) => remove === operation);
    const isGiven = pathParameters(operation.path).some(({ name }) =>
      given.some((text) => text.startsWith(`${name}=`)),
    );
    const own = isGiven ? undefined : resource && (await ownResources(resource, from, sending));
    if (own !== undefined) return own;
    const versions = await this.#stated.withVersions(from);
    return versions && { ...versions, notes: [VERSIONS_NOTE] };
  }

  /** The run of an operation that an earlier call has sent to its end. */
  async #stored(operation: DocumentOperation, name: string): Promise<PartRun | undefined> {
    const { control, earlier } = this.#sending;
    const stored = await earlier?.part(name);
    if (stored !== undefined)
      control.events.phase?.(`${operationName(operation)}: all of it is in its record`);
    return stored;
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
    const values = this.#values;
    for (const resource of resources)
      if (!this.#loop.isEnded()) {
        const sent = await unlessInterrupted(sendSequences(resource, values, this.#stated));
        this.sequences.push(...(sent ?? []));
      }
    if (this.#loop.isEnded()) return;
    const sending = { operations, resources, isSafe };
    const sent = sendOtherMethods(chosen, sending, values, this.#stated);
    this.methods.push(...((await unlessInterrupted(sent)) ?? []));
  }

  /** Deletes what the requests have made, even if no time is left for more of them. */
  async #deleteMade(): Promise<void> {
    const { control } = this.#sending;
    if (this.#isLost || control.signal.aborted) return;
    control.events.phase?.("what was made is deleted");
    this.deleted = await unlessInterrupted(deleteMade(this.#deleted, this.#values, this.#stated));
  }
}

const endOf = ({ run, end, reason }: PartRun) => ({ run, end, reason });

const knownAxes = (axes: readonly string[], { interface: from }: Catalogue): string[] => {
  const known = new Set(axesOf(from).map(({ name }) => name));
  return axes.filter((axis) => known.has(axis));
};

const lossText = ({ end, summary: { notes } }: Pick<PartRun, "end" | "summary">): string => {
  if (end === "unreachable") return "the target could not be reached for";
  return notes.some(({ kind }) => kind === "memory")
    ? "the target used too much memory after"
    : "the target was not there any more after";
};

/** Why an operation was not sent to its end. */
const cutTexts = ({ end, summary: { notes } }: PartRun): string[] =>
  notes.flatMap(({ kind, text }) =>
    end !== "done" && ["surroundings", "memory"].includes(kind) ? [text] : [],
  );
