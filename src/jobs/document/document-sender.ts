import { unlessInterrupted } from "../../errors.ts";
import { withResponse } from "../../analyse/index.ts";
import { axesOf } from "../../generate/index.ts";
import type { Baseline, DeletedResources, GivenTarget, GivenValue } from "../../model/index.ts";
import type { Interface, SendLimits, OperationNotSent, OperationRun } from "../../model/index.ts";
import type { OtherMethod, ResourceSequence, Response } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { counted } from "../../text/index.ts";
import type { PartRun } from "../conclude-run.ts";
import type { Catalogue } from "../load-suites.ts";
import type { Control } from "../open-run.ts";
import { planRun, runPart } from "../run.ts";
import { operationName } from "./choose-operations.ts";
import { resultOf } from "./report-document.ts";
import { firstRequest, type RefusedParts } from "./first-request.ts";
import { EarlierRun } from "./earlier-run.ts";
import { currentRequests } from "./own-resources.ts";
import { deletedBy, deleteMade } from "./made-resources.ts";
import { sendOtherMethods } from "./other-methods.ts";
import type { Tokens } from "./log-in.ts";
import type { ShareSize } from "./operation-shares.ts";
import { catalogueOf, OperationShares, rowOf, SIZE_NOTES } from "./operation-shares.ts";
import { maxTimeUntil, OperationLoop } from "./operation-loop.ts";
import { UniqueValues } from "./unique-values.ts";
import { ABSENCE } from "./value-notes.ts";
import { PathValues, type OperationValues } from "./path-values.ts";
import { type Resource, resourcesOf } from "./producers.ts";
import { readable } from "./readable.ts";
import { cutTexts, runEndOf, lossText } from "./run-row.ts";
import { sendSequences } from "./sequences.ts";
import { namingOf, StatedSender } from "./stated-sender.ts";
import { heardBy, notingMade } from "./value-in-response.ts";

export type BaselineOf = (operation: string) => Baseline | undefined;

type Kept = Pick<OperationRun, "values" | "notes"> & {
  refused: RefusedParts | undefined;
  /** A response to a request outside of the operation's run. */
  seen: Response | undefined;
};

type Sending = {
  baselineOf: BaselineOf;
  target: GivenTarget;
  operations: readonly DocumentOperation[];
  options: OptionsOf<"run"> & { tokens?: Tokens };
  /** The responses to logins with what `--auth` gave, by path. */
  logins: ReadonlyMap<string, Response>;
  /** The same options with the credentials of a second user. */
  second: (OptionsOf<"run"> & { tokens?: Tokens }) | undefined;
  seed: number;
  path: string;
  control: Control;
  earlier: EarlierRun | undefined;
};

/** Sends the operations of a document one after the other, and keeps a row of each. */
export class DocumentSender {
  readonly sent: OperationRun[] = [];
  readonly sequences: ResourceSequence[] = [];
  /** The resources that no sequence was sent to, because the time or the target was gone. */
  readonly unfollowed: string[] = [];
  readonly methods: OtherMethod[] = [];
  /** Undefined if nothing was to be deleted. */
  deleted: DeletedResources[] | undefined;
  readonly #sending: Sending;
  readonly #resources: readonly Resource[];
  /** Those of the whole document, also if no chosen operation makes them. */
  readonly #all: readonly Resource[];
  readonly #deleted: readonly Resource[];
  readonly #values: PathValues;
  readonly #stated: StatedSender;
  readonly #shares: OperationShares;
  readonly #loop: OperationLoop;
  readonly #beganMs = Date.now();
  #isLost = false;
  /** How many operations in a row have lost the target. */
  #lost = 0;
  /** How the first run treated the target: it is one server. */
  #manner: SendLimits | undefined;
  readonly #unique: UniqueValues;

  constructor(sending: Sending, chosen: readonly DocumentOperation[]) {
    this.#sending = sending;
    this.#resources = resourcesOf(chosen);
    this.#unique = new UniqueValues(this.#resources);
    this.#all = resourcesOf(sending.operations);
    this.#deleted = deletedBy(this.#all, chosen);
    this.#shares = new OperationShares(sending.options, chosen.length);
    this.#loop = new OperationLoop(sending.control, sending.options.maxTimeMs);
    this.#stated = new StatedSender(sending, this.#shares.firstIdOf(-1), sending.operations);
    this.#values = new PathValues(sending.operations, this.#stated, sending.options);
  }

  get notSent(): readonly OperationNotSent[] {
    return this.#loop.left;
  }

  async sendAll(chosen: readonly DocumentOperation[]): Promise<void> {
    if (this.#sending.options.maxTimeMs !== undefined)
      await unlessInterrupted(this.#askAll(chosen));
    const send = async (operation: DocumentOperation, untilMs: number): Promise<void> => {
      const values = await this.#values.of(operation, operation.read());
      if (values.unsafe !== undefined) return this.#loop.leaveOut(operation, values.unsafe);
      await this.#sendWith(operation, values, untilMs);
    };
    await this.#loop.takeAll(chosen, send, this.#resources.length > 0 ? 1 : 0);
    await this.#sendSequences(chosen);
    if (!this.#sending.options.keepResources) await this.#deleteMade();
  }

  /** Sends the stated request of each operation before one of them gets more of the time. @throws Interrupted */
  async #askAll(chosen: readonly DocumentOperation[]): Promise<void> {
    for (const operation of chosen) {
      const from = readable(operation);
      if (from === undefined || this.#loop.isEnded()) continue;
      const { interface: found, values, unsafe } = await this.#values.of(operation, from);
      if (unsafe !== undefined) continue;
      const exchange = await this.#stated.send(found);
      const naming = namingOf(exchange);
      if (naming !== undefined) this.#notingMade(operation, values)(naming);
      this.#loop.noteAsked(operation, exchange);
    }
  }

  async #sendWith(
    operation: DocumentOperation,
    { interface: found, values, notes, consumed }: OperationValues,
    untilMs: number,
  ): Promise<void> {
    const { path, control, options, logins } = this.#sending;
    const noteMade = this.#notingMade(operation, values);
    const stored = await this.#stored(operation, found.name);
    const first = stored ? undefined : await firstRequest(found, this.#stated, noteMade);
    const refused = first?.refused;
    const sent = refused?.isStated === true ? refused.without(found) : found;
    const { operations } = this.#sending;
    const current = await currentRequests(operation, sent, {
      resources: this.#all,
      operations,
      given: options.given,
      values: this.#values,
      sender: this.#stated,
    });
    const from = current?.interface ?? sent;
    const isClosed = first?.isClosed === true;
    const { plan, sending, size } = await this.#planOf(operation, from, { untilMs, isClosed });
    const { withCurrent, notes: told = consumed === undefined ? [] : [consumed] } = current ?? {};
    const events = { progress: control.events.progress };
    const login = operation.method === "POST" ? logins.get(operation.path) : undefined;
    const known = login && [{ kind: "check", code: "logged-in", status: login.status } as const];
    const quiet = { ...control, events, withCurrent, ...heardBy(noteMade), known };
    const part =
      stored ?? (await runPart(plan, { ...sending, ...maxTimeUntil(untilMs) }, quiet, path));
    this.#keep(operation, part, {
      values,
      seen: refused?.response ?? login,
      refused,
      notes: [
        ...notes,
        ...(refused?.isStated === true ? [refused.note] : []),
        ...told,
        ...cutTexts(part),
        ...(size === "all" ? this.#shares.leftOut(sending.exclude, options) : [SIZE_NOTES[size]]),
      ],
    });
  }

  /** What is sent to an operation: less if hardly any time is left for it. */
  async #planOf(
    operation: DocumentOperation,
    from: Interface,
    { untilMs, isClosed }: { untilMs: number; isClosed: boolean },
  ) {
    const { target, options, seed, baselineOf } = this.#sending;
    const catalogue = await catalogueOf(from, options);
    const baseline = baselineOf(operationName(operation));
    const common = {
      load: false,
      seed,
      firstId: this.#shares.firstIdOf(this.sent.length),
      axes: knownAxes(options.axes, catalogue),
      baseline,
      manner: baseline?.manner ?? this.#manner,
      unique: this.#unique.of(operation),
    };
    const planned = (size: ShareSize) => {
      const sending = { ...this.#shares.optionsFor(options, catalogue, size), ...common };
      return { sending, size, plan: this.#planned(catalogue, sending) };
    };
    const isShort = () => this.#shares.isShort(untilMs);
    const first = planned(isClosed ? "access" : isShort() ? "first suite" : "all");
    // Planning may have taken longer than it did for other operations.
    const isLate = first.size === "all" && isShort();
    const { sending, size, plan } = isLate ? planned("first suite") : first;
    this.#shares.noteSent(plan.planned);
    return { sending, size, plan: { ...plan, target, part: from.name } };
  }

  /** Keeps the row of an operation, and what its run has found out for the next ones. */
  #keep(operation: DocumentOperation, part: PartRun, { values, notes, refused, seen }: Kept): void {
    this.#manner ??= part.fold.manner;
    this.#unique.note(operation, part.fold.unique);
    const from = part.fold.header?.interface;
    this.#values.learn(operation, from && refused ? refused.without(from) : from);
    const { served } = this.#sending.control;
    const isLost = ["unreachable", "target-lost"].includes(part.end);
    this.#lost = isLost ? this.#lost + 1 : 0;
    this.#isLost ||= isLost && (served === undefined || this.#lost >= MOST_LOST);
    if (this.#isLost) this.#loop.over = `${lossText(part)} ${operationName(operation)}`;
    const result = resultOf(operationName(operation), part);
    if (seen) result.coverage = withResponse(result.coverage, seen);
    const told = notes.filter((each) => result.classes["2xx"] === 0 || !each.endsWith(ABSENCE));
    this.sent.push({ ...rowOf(operation), ...runEndOf(part), ...result, values, notes: told });
  }

  /** Planning all suites of an operation takes a part of its time. */
  #planned(catalogue: Catalogue, sending: Parameters<typeof planRun>[1]) {
    const fromMs = Date.now();
    const plan = planRun(catalogue, sending, this.#sending.seed);
    this.#shares.notePlanned(plan.planned.length, Date.now() - fromMs);
    return plan;
  }

  /** The run of an operation that an earlier call has sent to its end. */
  async #stored(operation: DocumentOperation, name: string): Promise<PartRun | undefined> {
    const { control, earlier } = this.#sending;
    const stored = await earlier?.part(name);
    if (stored !== undefined)
      control.events.phase?.(`${operationName(operation)}: all of it is in its record`);
    return stored;
  }

  #notingMade(operation: DocumentOperation, given: readonly GivenValue[]) {
    return notingMade(operation, given, this.#resources, this.#values.made);
  }

  /** What happens to resources that are made for it, and to methods that the document does not have. */
  async #sendSequences(chosen: readonly DocumentOperation[]): Promise<void> {
    const resources = this.#resources;
    const { operations, options, control } = this.#sending;
    if (resources.length > 0 && !control.signal.aborted)
      control.events.phase?.(
        `sequences on ${counted(resources.length, "kind of resource", "kinds of resources")}`,
      );
    const values = this.#values;
    const { second } = this.#sending;
    const ofSecond = second && { ...this.#sending, options: second };
    const firstId = this.#shares.firstIdOf(chosen.length);
    const senders = {
      first: this.#stated,
      second: ofSecond && new StatedSender(ofSecond, firstId, operations),
    };
    for (const resource of resources)
      if (this.#loop.isEnded()) this.unfollowed.push(resource.path);
      else {
        const sent = await unlessInterrupted(sendSequences(resource, values, senders));
        this.sequences.push(...(sent ?? []));
      }
    // Safe is the operation's own method, and no other.
    if (this.#loop.isEnded() || options.profile === "safe") return;
    const sending = { operations, resources };
    const sent = sendOtherMethods(chosen, sending, values, this.#stated);
    this.methods.push(...((await unlessInterrupted(sent)) ?? []));
  }

  /** Deletes what the requests have made, even if no time is left for more of them. */
  async #deleteMade(): Promise<void> {
    const { events, served, signal } = this.#sending.control;
    if (this.#isLost) return;
    if (!signal.aborted) events.phase?.("what was made is deleted");
    const about = { sentMs: Date.now() - this.#beganMs, isServed: served !== undefined, signal };
    this.deleted = await deleteMade(this.#deleted, this.#values, this.#stated, about);
  }
}

/** After so many operations in a row that have lost a served target, it is not started again. */
const MOST_LOST = 3;

const knownAxes = (axes: readonly string[], { interface: from }: Catalogue): string[] => {
  const known = new Set(axesOf(from).map(({ name }) => name));
  return axes.filter((axis) => known.has(axis));
};
