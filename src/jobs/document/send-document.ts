import { unlessInterrupted, WitnessError } from "../../errors.ts";
import { resetTarget } from "../../observe/index.ts";
import type { DocumentRun, GivenTarget, Response } from "../../model/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { createRunFolder } from "../../record/index.ts";
import { counted } from "../../text/index.ts";
import { VERSION } from "../../version.ts";
import { keepNewest } from "../conclude-run.ts";
import { seedOf, type Control } from "../open-run.ts";
import { chosenOperations, inSendingOrder, operationName } from "./choose-operations.ts";
import { refuseForOne } from "./choose-operations.ts";
import { type FinishedDocument, writeDocument } from "./report-document.ts";
import { requireBase } from "./document-base.ts";
import { EarlierRun } from "./earlier-run.ts";
import { authValues } from "../routed.ts";
import { logIn, loginLines, type Tokens } from "./log-in.ts";
import { OperationShares, requireNamed } from "./operation-shares.ts";
import { StatedSender } from "./stated-sender.ts";
import { whileServedForAll } from "./while-served.ts";

import { DocumentSender, type BaselineOf } from "./document-sender.ts";
import type { WholeDocument } from "./operation-turns.ts";
type Options = OptionsOf<"run"> & { tokens?: Tokens };

/** `witness run` of a whole document: a run of each operation in one folder. @throws WitnessError if nothing can be sent or written. */
export async function documentJob(
  target: GivenTarget,
  document: WholeDocument,
  options: Options,
  control: Control,
  /** What a gate compares the run of an operation with, by its name. */
  baselineOf: BaselineOf = () => undefined,
  /** The folder of a run that was killed or interrupted, which this one continues. */
  resumed?: string,
): Promise<FinishedDocument> {
  refuseForOne(options);
  const chosen = inSendingOrder(chosenOperations(document.operations, options));
  await requireNamed(chosen, options);
  const earlier = resumed === undefined ? undefined : await EarlierRun.open(resumed, target);
  const given = { ...document, chosen, earlier };
  return whileServedForAll(target, chosen, options, control, (served, own) =>
    sendDocument(served, given, options, own, baselineOf),
  );
}

type Planned = WholeDocument & {
  chosen: readonly DocumentOperation[];
  earlier: EarlierRun | undefined;
};

async function sendDocument(
  target: GivenTarget,
  { name, operations, chosen, earlier }: Planned,
  options: Options,
  control: Control,
  baselineOf: BaselineOf,
): Promise<FinishedDocument> {
  if (options.reset !== undefined && earlier === undefined)
    await unlessInterrupted(resetTarget(options.reset, control.signal));
  const startedAt = earlier?.startedAt ?? new Date();
  const seed = earlier?.seed ?? seedOf(options);
  // What an earlier call has sent was there.
  if (earlier === undefined)
    await unlessInterrupted(requireBase({ target, options, control }, operations));
  const { own, logins } = await loggedIn(target, operations, options, control);
  const second = await secondUser(target, operations, options, control);
  const path =
    earlier?.folder ??
    createRunFolder(options.outputDir, { startedAt, target: target.name, seed }).path;
  const sending = { target, operations, options: own, logins, second, seed, path, control };
  const sender = new DocumentSender({ ...sending, baselineOf, earlier }, chosen);
  await sender.sendAll(chosen);
  const others = operations.filter((each) => !chosen.includes(each));
  const { sequences, methods, deleted, unfollowed } = sender;
  const document: DocumentRun = {
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    document: name,
    target: { name: target.name, baseUrl: target.baseUrl },
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    operations: [...sender.sent],
    notSent: [...sender.notSent],
    notChosen: others.length > 0 ? others.map(operationName) : undefined,
    sequences,
    unfollowed: unfollowed.length > 0 ? unfollowed : undefined,
    methods,
    deleted,
  };
  const finished = writeDocument(document, path);
  if (!control.signal.aborted) await keepNewest(options, sender.sent);
  return finished;
}

const loginsOf = async (
  target: GivenTarget,
  operations: readonly DocumentOperation[],
  options: Options,
  control: Control,
  flag?: string,
): ReturnType<typeof logIn> => {
  const firstId = new OperationShares(options, 1).firstIdOf(-1);
  const sender = new StatedSender({ target, options, control }, firstId);
  const found = await unlessInterrupted(logIn(operations, sender, options, flag));
  return found ?? { tokens: new Map(), logins: new Map() };
};

/** The options with the credentials of `--second-auth` in place of those of `--auth`; undefined without them. @throws as `logIn`. */
async function secondUser(
  target: GivenTarget,
  operations: readonly DocumentOperation[],
  options: Options,
  control: Control,
): Promise<Options | undefined> {
  const { secondAuth } = options;
  if (secondAuth.length === 0) return undefined;
  const own = { ...options, auth: secondAuth };
  const [first, schemes] = [authValues(options), authValues(own, "--second-auth")];
  for (const [name, value] of schemes)
    if (first.get(name)?.reveal() === value.reveal())
      throw new WitnessError("credentials", `--second-auth has the value of --auth for ${name}`, {
        hint: "give the token, or user:password, of another user",
      });
  const found = await loginsOf(target, operations, own, control, "--second-auth");
  // A login with the example of the document is the first user's.
  const tokens = new Map([...found.tokens].filter(([name]) => schemes.has(name)));
  return { ...own, tokens };
}

/** The options with the tokens of logins, and the responses that had them. @throws as `logIn`. */
async function loggedIn(
  target: GivenTarget,
  operations: readonly DocumentOperation[],
  options: Options,
  control: Control,
): Promise<{ own: Options; logins: ReadonlyMap<string, Response> }> {
  const { tokens, logins } = await loginsOf(target, operations, options, control);
  const own = { ...options, tokens };
  for (const line of loginLines(chosenOperations(operations, options), own))
    control.events.phase?.(line);
  return { own, logins };
}

/** What a run of a whole document may do to others, before it does it; nothing with the profile safe. */
export const documentWarnings = ({
  profile,
  hazards,
}: Pick<Options, "profile" | "hazards">): string[] =>
  profile === "safe"
    ? []
    : [
        `${hazards ? "some requests can exhaust a server; " : ""}DELETE, PATCH and PUT also go to paths that do not have them: for servers of your own (--profile safe ${hazards ? "sends neither" : "does not"})`,
      ];

export const documentText = (
  { name, operations }: WholeDocument,
  options: Parameters<typeof chosenOperations>[1],
): string => {
  const chosen = chosenOperations(operations, options).length;
  return `${name}: ${chosen === operations.length ? counted(chosen, "operation") : `${chosen} of ${counted(operations.length, "operation")}`}`;
};
