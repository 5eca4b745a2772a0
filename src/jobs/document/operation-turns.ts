import { unlessInterrupted } from "../../errors.ts";
import type { DocumentTable, GivenTarget, GivenValue, Interface } from "../../model/index.ts";
import type { SendLimits, OperationFigures } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { deletedWords } from "../../report/index.ts";
import { andMore } from "../../text/index.ts";
import type { Catalogue } from "../load-suites.ts";
import type { Control } from "../open-run.ts";
import type { PartRun } from "../conclude-run.ts";
import { type OperationChoice, operationName } from "./choose-operations.ts";
import { leaveOutRefused } from "./first-request.ts";
import { logIn, type Tokens } from "./log-in.ts";
import { catalogueOf, OperationShares, rowOf } from "./operation-shares.ts";
import { maxTimeUntil, OperationLoop } from "./operation-loop.ts";
import { deletedBy, deleteMade } from "./made-resources.ts";
import { type CurrentRequests, currentRequests } from "./own-resources.ts";
import { PathValues, type OperationValues } from "./path-values.ts";
import { missingValues } from "./value-notes.ts";
import { type Resource, resourcesOf, wantedNames } from "./producers.ts";
import type { Settings } from "../settings.ts";
import { StatedSender } from "./stated-sender.ts";
import { UniqueValues } from "./unique-values.ts";
import { heardBy, makesOne, notingMade } from "./value-in-response.ts";

const MOST_NAMED = 3;

export type WholeDocument = { name: string; operations: readonly DocumentOperation[] };

export type TableOptions = Settings &
  OperationChoice & {
    given: string[];
    /** Undefined for a verb that always keeps them. */
    keepResources?: boolean;
  };

type OperationTurn = {
  operation: string;
  /** Of each target, with the values that exist there in paths and bodies. */
  catalogues: readonly [Catalogue, ...Catalogue[]];
  shares: OperationShares;
  /** What is left of `--max-time` for this operation, and what is the same in every verb. */
  sending: { seed: number; firstId: number; maxTimeMs?: number } & Pick<Settings, "unique">;
  /** How earlier operations treated each target. */
  manners: readonly (SendLimits | undefined)[];
  inside: { folder: string; name: string };
  control: Control;
};

/** The result of a verb for one operation: its runs, in the order of the targets, and its row. */
export type TurnResult = Pick<
  OperationFigures,
  "state" | "word" | "figures" | "texts" | "folder"
> & { runs: readonly Pick<PartRun, "fold" | "end" | "summary">[] };

/** A result that is known only after all operations have begun; the next ones use what is known of the interface by now. */
type LaterResult = { interface: Interface | undefined; result: () => Promise<TurnResult> };

export type Work = (turn: OperationTurn) => Promise<TurnResult | LaterResult>;

export type TableVerb = {
  verb: DocumentTable["verb"];
  targets: readonly GivenTarget[];
  columns: DocumentTable["columns"];
  found: (rows: readonly OperationFigures[]) => string[];
  /** Leaves out an operation whose values were not found on every target: there it would name something else. */
  needsValues: boolean;
  /** Whether `--max-time` is for each operation, and not for all of them. */
  timeForEach?: true;
  /** Why the verb makes no sense of an operation; undefined if it does. */
  leftOut?: (operation: Pick<DocumentOperation, "method" | "path">) => string | undefined;
  /** Why it cannot send a current ETag with each request; undefined if it can. */
  noVersions?: string;
  /** The operations that it is about, of the chosen ones. */
  takes?: (operation: DocumentOperation) => boolean;
  /** What is done after all operations have begun: the row of all of them together. */
  together?: () => Promise<DocumentTable["whole"]>;
};

type Given = {
  document: WholeDocument;
  verb: TableVerb;
  options: TableOptions;
  control: Control;
  work: Work;
  seed: number;
  path: string;
};

/** Takes the operations of a document one after the other, and keeps a row of each. */
export class OperationTurns {
  readonly rows: OperationFigures[] = [];
  readonly loop: OperationLoop;
  readonly #given: Given;
  readonly #shares: OperationShares;
  readonly #values: readonly PathValues[];
  readonly #senders: StatedSender[] = [];
  /** The options of each target, with what a login at it has given. */
  readonly #own: (TableOptions & { tokens?: Tokens })[];
  readonly #manners: (SendLimits | undefined)[] = [];
  readonly #pending: (() => Promise<void>)[] = [];
  readonly #unique: UniqueValues;
  /** What an operation makes, and a chosen one deletes at the end. */
  readonly #deleted: readonly Resource[];
  /** The operations that make what nothing deletes. */
  readonly #makers: readonly string[];
  #begun = 0;
  #isLost = false;

  constructor(given: Given, chosen: readonly DocumentOperation[]) {
    this.#given = given;
    this.#shares = new OperationShares(given.options, chosen.length);
    const { document, verb, options, control } = given;
    this.loop = new OperationLoop(control, verb.timeForEach ? undefined : options.maxTimeMs);
    const resources = resourcesOf(document.operations);
    this.#unique = new UniqueValues(resources);
    this.#deleted = options.keepResources === false ? deletedBy(resources, chosen) : [];
    const kept = options.keepResources === undefined ? resourcesOf(chosen).filter(makesOne) : [];
    this.#makers = [...new Set(kept.map(({ create }) => operationName(create.operation)))];
    this.#own = verb.targets.map(() => ({ ...options }));
    this.#values = verb.targets.map((target, at) => {
      const own = this.#own[at] ?? options;
      const sender = new StatedSender(
        { target, options: own, control },
        this.#shares.firstIdOf(-1),
        document.operations,
      );
      this.#senders.push(sender);
      return new PathValues(document.operations, sender, options);
    });
  }

  async takeAll(chosen: readonly DocumentOperation[]): Promise<DocumentTable["whole"]> {
    await this.#logIn();
    await this.loop.takeAll(chosen, (operation, untilMs) => this.#send(operation, untilMs));
    const whole = await this.#given.verb.together?.();
    for (const keep of this.#pending) await keep();
    return whole;
  }

  async #logIn(): Promise<void> {
    const { document, verb, control } = this.#given;
    for (const [at, target] of verb.targets.entries()) {
      const options = this.#own[at] ?? this.#given.options;
      const sender = new StatedSender({ target, options, control }, this.#shares.firstIdOf(-1));
      const found = await unlessInterrupted(logIn(document.operations, sender, options));
      options.tokens = found?.tokens;
    }
  }

  async #send(operation: DocumentOperation, untilMs: number): Promise<void> {
    const { document, verb, options, control, work, seed, path } = this.#given;
    const reason = verb.leftOut?.(operation);
    if (reason !== undefined) return this.loop.leaveOut(operation, reason);
    const read = operation.read();
    const found: OperationValues[] = [];
    for (const values of this.#values) found.push(await values.of(operation, read));
    const unsafe = found.find((values) => values.unsafe !== undefined)?.unsafe;
    if (unsafe !== undefined) return this.loop.leaveOut(operation, unsafe);
    const wanted = verb.needsValues ? wantedNames(operation, read, document.operations) : [];
    const missing = missingValues(wanted, found, verb.targets);
    if (missing.length > 0) return this.loop.leaveOut(operation, missing.join("; "));
    const noteMade = this.#notingMade(operation, found);
    await leaveOutRefused(found, this.#senders, noteMade);
    const isVersioned = found[0] && this.#senders[0]?.needsVersion(found[0].interface);
    if (isVersioned && verb.noVersions !== undefined)
      return this.loop.leaveOut(operation, verb.noVersions);
    const current = verb.noVersions ? undefined : await this.#currentOf(operation, found);
    const catalogues = await Promise.all(
      found.map((values, at) => catalogueOf(values.interface, this.#own[at] ?? options)),
    );
    const { progress } = control.events;
    const worked = await work({
      operation: operationName(operation),
      catalogues: catalogues as [Catalogue, ...Catalogue[]],
      shares: this.#shares,
      sending: {
        seed,
        firstId: this.#shares.firstIdOf(this.#begun++),
        unique: this.#unique.of(operation),
        ...maxTimeUntil(untilMs),
      },
      manners: this.#manners,
      inside: { folder: path, name: read.name },
      control: {
        ...control,
        withCurrent: current?.withCurrent,
        ...(this.#deleted.length > 0 && heardBy(noteMade)),
        events: { progress },
      },
    });
    if (!("result" in worked)) return this.#keepRow(operation, worked, found);
    for (const values of this.#values) values.learn(operation, worked.interface);
    this.#pending.push(async () => this.#keepRow(operation, await worked.result(), found));
  }

  /** A function that keeps which resources a response names, to delete them at the end. */
  #notingMade(operation: DocumentOperation, [found]: readonly OperationValues[]) {
    const [values] = this.#values;
    const isKept = values === undefined || this.#deleted.length === 0;
    return isKept
      ? () => undefined
      : notingMade(operation, found?.values ?? [], this.#deleted, values.made);
  }

  /** What became of what the requests made; nothing if they made nothing, or are to keep it. */
  async deleteMade(startedAt: Date): Promise<string[]> {
    const { control, verb } = this.#given;
    if (this.#makers.length > 0)
      return [
        `${verb.verb} deletes nothing: what ${andMore(this.#makers, MOST_NAMED)} made is kept`,
      ];
    const [values, sender] = [this.#values[0], this.#senders[0]];
    if (this.#deleted.length === 0 || this.#isLost) return [];
    if (values === undefined || sender === undefined) return [];
    const { signal } = control;
    if (!signal.aborted) control.events.phase?.("what was made is deleted");
    const about = { sentMs: Date.now() - startedAt.getTime(), isServed: false, signal };
    const deleted = await deleteMade(this.#deleted, values, sender, about);
    return deletedWords({ deleted }).map((text) => `deletion at the end: ${text}`);
  }

  /** Has each request to one target name a resource of its own, or the current version of one, where that is needed. */
  async #currentOf(
    operation: DocumentOperation,
    found: OperationValues[],
  ): Promise<CurrentRequests | undefined> {
    const [own, ...others] = found;
    const [values, sender] = [this.#values[0], this.#senders[0]];
    if (own === undefined || others.length > 0 || !values || !sender) return undefined;
    const { operations } = this.#given.document;
    const resources = resourcesOf(operations);
    const { given } = this.#given.options;
    const finding = { resources, operations, given, values, sender };
    const current = await currentRequests(operation, own.interface, finding);
    if (current === undefined) return undefined;
    own.interface = current.interface;
    own.notes.push(...current.notes);
    delete own.consumed;
    return current;
  }

  #keepRow(
    operation: DocumentOperation,
    { runs, texts, ...row }: TurnResult,
    found: readonly OperationValues[],
  ): void {
    const notes = found.flatMap((each, at) => notesOf(each, this.#given.verb.targets, at));
    const told = runs.map((run, at) => this.#noteRun(operation, run, at, found[at]?.values ?? []));
    this.rows.push({ ...rowOf(operation), ...row, runs: told, texts: [...texts, ...notes] });
  }

  #noteRun(
    operation: DocumentOperation,
    { fold, end, summary }: TurnResult["runs"][number],
    at: number,
    values: GivenValue[],
  ): OperationFigures["runs"][number] {
    const target = this.#given.verb.targets[at]?.name ?? "";
    this.#manners[at] ??= fold.manner;
    this.#unique.note(operation, fold.unique);
    this.#values[at]?.learn(operation, fold.header?.interface);
    const name = operationName(operation);
    this.#isLost ||= end === "unreachable" || end === "target-lost";
    if (end === "unreachable") this.loop.over = `${target} could not be reached for ${name}`;
    if (end === "target-lost") this.loop.over = `${target} was not there any more after ${name}`;
    const { accepts, requests } = summary;
    return { target, end, accepts, requests: requests?.total ?? 0, values };
  }
}

function notesOf(
  { notes, consumed }: OperationValues,
  targets: readonly GivenTarget[],
  at: number,
): string[] {
  const all = consumed === undefined ? notes : [consumed, ...notes];
  return targets.length === 1 ? all : all.map((note) => `${targets[at]?.name ?? ""}: ${note}`);
}
