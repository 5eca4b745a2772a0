import { existsSync } from "node:fs";
import { join } from "node:path";
import { interfaceOf, parseBaseUrl, withUnique } from "../contract/index.ts";
import type { Command } from "commander";
import type { Case, Exchange, Interface, RunHeader } from "../model/index.ts";
import {
  isStateCase,
  isUnordered,
  outcomeAt,
  requestCount,
  resultWord,
  signatureOf,
} from "../model/index.ts";
import { WitnessError } from "../errors.ts";
import { carriesIdentity, curlLine, requestBytes, type Filling } from "../generate/index.ts";
import { findObservation, findRunFile, type FoundObservation } from "../record/index.ts";
import { hangingText, renderSideBySide, wrapText } from "../report/index.ts";
import { Dispatcher, type Dispatched } from "../observe/index.ts";
import * as jobs from "../jobs/index.ts";
import { interruptible } from "./interrupt.ts";
import { shellWord, terminalLines } from "../text/index.ts";
import { print, printBytes, printDocument, stdoutWidth, warn } from "./output.ts";
import { readCommand, type CommandInput } from "./read-command.ts";

type Input = CommandInput<"replay">;

export async function replayCommand(
  folder: string,
  given: string,
  command: Command,
): Promise<void> {
  const { run, wanted } = inOperation(folder, given);
  const file = findRunFile(run);
  const { found, integrity } = await findObservation(file, wanted);
  if (integrity.state === "damaged") warn(`${file}: ${integrity.text}`);
  if (found === undefined)
    throw new WitnessError("observation", `${run} has no observation ${JSON.stringify(wanted)}`, {
      hint: "give a number from the record, or the id of a sent case",
    });
  await act(found, await readCommand("replay", command));
}

/** In the folder of a whole document, a case begins with its operation: `createItem/valid/plain`. */
function inOperation(folder: string, given: string): { run: string; wanted: string } {
  const [operation = "", ...rest] = given.split("/");
  const isNamed = rest.length > 0 && jobs.isDocumentFolder(folder);
  const run = join(folder, operation);
  return isNamed && existsSync(run)
    ? { run, wanted: rest.join("/") }
    : { run: folder, wanted: given };
}

async function act(found: FoundObservation, { options, flags }: Input): Promise<void> {
  const { header, case: sent, observation } = found;
  const { baseUrl, serve } = await jobs.servedAgain(header, flags.baseUrl, options.serve);
  // Values that the run took from its own target, the replay also takes only from it.
  const asThen = flags.baseUrl === undefined && header.options.insecure === true;
  const insecure = options.insecure || asThen;
  const from = interfaceOf(withUnique(header, found.approach));
  const isExact = flags.exact || flags.raw || flags.curl || isSentAgain(sent);
  const filling: Filling = {
    interface: from,
    target: parseBaseUrl(baseUrl),
    firstId: isExact ? header.firstId : jobs.drawFirstId(),
    fresh: observation.fresh,
  };
  const way = flags.baseUrl === undefined ? header.options : { redact: header.options.redact };
  if (flags.raw) return printRaw(found, filling, flags.json);
  if (flags.curl)
    return printCurl(
      sent.id,
      curlLine(sent.request, filling, { ...jobs.recordedRoute(way, options), insecure }),
      flags.json,
    );
  const { fresh, ...common } = filling;
  const values = jobs.requireValues(from, options);
  const target = jobs.routed(filling.target, jobs.recordedRoute(way, options), values);
  if (flags.baseUrl === undefined && serve === undefined) warnOfServed(header);
  const dispatcher = new Dispatcher({
    ...common,
    target,
    timeoutMs: observation.timeoutMs,
    insecure,
    limitBytes: header.options.readLimitBytes,
    withCurrent: (sending) => sending(jobs.givenInPath(options)),
    keep: false,
  });
  const send = (): Promise<Dispatched> =>
    dispatcher.send(sent, fresh).finally(() => dispatcher.close());
  if (serve === undefined)
    return printBoth(found, { now: await send(), baseUrl, isExact }, flags.json);
  const { result, ended } = await interruptible((signal) =>
    jobs.whileServed({ header, target, serve, signal }, send),
  );
  await printBoth(found, { now: result, baseUrl, isExact, ended }, flags.json);
}

/** Whether the case sends values of an earlier request of its run: with others, it would be another one. */
const isSentAgain = ({ id, sameIdentity, request }: Case): boolean =>
  isStateCase(id) && sameIdentity === true && requestCount(request) === 1;

async function printCurl(
  id: string,
  line: ReturnType<typeof curlLine>,
  json: boolean,
): Promise<void> {
  if (line.curl === null)
    throw new WitnessError("curl", `no curl line for ${id}: ${line.reason}`, {
      hint: "witness replay without --curl sends it; --raw prints the bytes",
    });
  await (json ? printDocument({ case: id, curl: line.curl }) : print(terminalLines([line.curl])));
}

/** A port that witness had chosen may be another server's by now. */
function warnOfServed({ options: { serve } }: RunHeader): void {
  if (serve === undefined) return;
  warn(
    `witness had started the target of this run: --serve ${shellWord(serve.command)} starts it again, --base-url URL sends to another`,
  );
}

type Now = { now: Dispatched; baseUrl: string; isExact: boolean; ended?: string | undefined };

function verdictOf(
  before: Pick<Exchange, "answers">,
  now: Dispatched,
  unordered: boolean,
): "same" | "same-class" | "differs" {
  if (signatureOf(before, unordered) === signatureOf(now, unordered)) return "same";
  const classes = ({ answers }: Pick<Exchange, "answers">): string => {
    const all = answers.map((each) => outcomeAt(resultWord(each), "class"));
    return (unordered ? all.toSorted() : all).join();
  };
  return classes(before) === classes(now) ? "same-class" : "differs";
}

/** What may be the reason for another response, if the target remembers requests. */
function stateHint(sent: Case, from: Interface, isExact: boolean): string | undefined {
  const { request } = sent;
  if (isSentAgain(sent))
    return "it has the identity of an earlier request: the response depends on whether the server still remembers that one";
  if (isUnordered(sent))
    return "its requests are sent at the same moment: which one is served first may differ";
  if (!carriesIdentity(request, from))
    return "it has the same values each time: the response depends on what the server remembers";
  return isExact
    ? "it has the values of then, which the server may remember: without --exact they are new"
    : undefined;
}

async function printBoth(
  { header, approach, case: sent, observation }: FoundObservation,
  { now, baseUrl, isExact, ended }: Now,
  json: boolean,
): Promise<void> {
  if (now.answers.every((result) => result.outcome !== "answered" && result.phase === "connect"))
    process.exitCode = 3;
  const unordered = isUnordered(sent);
  const verdict = verdictOf(observation, now, unordered);
  const from = interfaceOf(withUnique(header, approach));
  const hint = verdict === "differs" ? stateHint(sent, from, isExact) : undefined;
  if (json) return printDocument({ case: sent.id, recorded: observation, now, verdict, ended });
  const before = signatureOf(observation, unordered);
  const after = signatureOf(now, unordered);
  const columns = renderSideBySide(
    { title: `before  ${header.target.baseUrl}`, exchange: observation },
    { title: `now     ${baseUrl}`, exchange: now },
    stdoutWidth(),
  );
  const width = stdoutWidth();
  const text = {
    same: `the same: ${after}`,
    "same-class": `the same class: before ${before}, now ${after}`,
    differs: `before ${before}, now ${after}`,
  };
  return print(
    terminalLines([
      ...hangingText(`${sent.id}  `, sent.reason, width),
      "",
      ...columns,
      "",
      ...wrapText(text[verdict], width),
      ...(hint === undefined ? [] : wrapText(hint, width)),
      ...(ended === undefined ? [] : wrapText(`the server ended: ${ended}`, width)),
    ]),
  );
}

async function printRaw(
  { case: sent }: FoundObservation,
  filling: Filling,
  json: boolean,
): Promise<void> {
  const connections = requestBytes(sent.request, filling);
  if (json) {
    const encoded = connections.map((bytes) => bytes.toString("base64"));
    return printDocument({ case: sent.id, connections: encoded });
  }
  if (connections.length > 1)
    warn(`${connections.length} connections, their bytes one after the other`);
  for (const bytes of connections) await printBytes(bytes);
}
