import { Command } from "commander";
import { signatureOf } from "../analyse/signature.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import { curlLine } from "../generate/curl-line.ts";
import type { Filling } from "../generate/render.ts";
import { requestBytes } from "../generate/request-bytes.ts";
import { findObservation, type Found } from "../record/find-observation.ts";
import { findRunFile } from "../record/run-folder.ts";
import { renderSideBySide } from "../report/side-by-side.ts";
import { Dispatcher } from "../run/dispatcher.ts";
import { print, printBytes, tell } from "./output.ts";
import { parseTarget } from "./parse-options.ts";
import { terminalJson, terminalLines } from "../text/terminal-text.ts";

type Flags = { baseUrl?: string; curl?: true; raw?: true; insecure: boolean; json?: true };

/** `witness replay`: send what was sent, byte for byte, and show then and now side by side. */
export function replayCommand(): Command {
  return new Command("replay")
    .description("send one recorded request again, byte for byte, and compare what comes back")
    .argument("<run>", "run folder")
    .argument("<observation>", "number of an observation, or id of a case")
    .option("--base-url <url>", "send it to another server")
    .option("--curl", "print a command line for curl instead")
    .option("--raw", "print the bytes of the request instead")
    .option("--insecure", "take any TLS certificate", false)
    .option("--json", "print both exchanges as one JSON document")
    .action(async (run: string, wanted: string, flags: Flags) => {
      const file = findRunFile(run);
      const { found, integrity } = await findObservation(file, wanted);
      if (integrity.state === "damaged") tell(terminalLines([`  ${file}: ${integrity.text}`]));
      if (found === undefined)
        throw new WitnessError(
          "observation",
          `${run} has no observation ${JSON.stringify(wanted)}`,
          {
            hint: "a number from the record, or the id of a case that was sent",
          },
        );
      await act(found, flags);
    });
}

async function act(found: Found, flags: Flags): Promise<void> {
  const { header, case: sent, observation } = found;
  const baseUrl =
    flags.baseUrl === undefined ? header.target.baseUrl : parseTarget(flags.baseUrl).baseUrl;
  // What the run took from its own target, the replay takes from it too, and from no other.
  const asThen = flags.baseUrl === undefined && header.options.insecure === true;
  const insecure = flags.insecure || asThen;
  const filling: Filling = {
    target: parseBaseUrl(baseUrl),
    firstId: header.firstId,
    fresh: observation.fresh,
  };
  if (flags.raw === true) return printRaw(found, filling);
  if (flags.curl === true) {
    const line = curlLine(sent.request, filling, insecure);
    if (line.curl === null)
      throw new WitnessError("curl", `no curl line for ${sent.id}: ${line.reason}`, {
        hint: "without --curl, witness replay sends it; --raw prints the bytes",
      });
    return print(terminalLines([line.curl]));
  }
  const dispatcher = new Dispatcher({
    target: filling.target,
    firstId: filling.firstId,
    timeoutMs: observation.timeoutMs,
    insecure,
    keep: false,
  });
  const now = await dispatcher.send(sent, observation.fresh).finally(() => dispatcher.close());
  if (now.answers.every((answer) => answer.outcome !== "answered" && answer.phase === "connect"))
    process.exitCode = 3;
  if (flags.json === true)
    return print(terminalJson({ case: sent.id, recorded: observation, now }));
  const unordered = sent.request.sender === "wire" && sent.request.unordered === true;
  const before = signatureOf(observation, unordered);
  const after = signatureOf(now, unordered);
  const columns = renderSideBySide(
    { title: `then  ${header.target.baseUrl}`, exchange: observation },
    { title: `now   ${baseUrl}`, exchange: now },
  );
  const verdict = before === after ? `the same: ${after}` : `then ${before}, now ${after}`;
  return print(terminalLines([`${sent.id}  ${sent.reason}`, "", ...columns, "", verdict]));
}

async function printRaw({ case: sent }: Found, filling: Filling): Promise<void> {
  const connections = requestBytes(sent.request, filling);
  if (connections.length > 1)
    tell(terminalLines([`  ${connections.length} connections, their bytes one after the other`]));
  for (const bytes of connections) await printBytes(bytes);
}
