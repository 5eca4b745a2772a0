import { curlLine, joinStarts, printable, requestStarts } from "../../generate/index.ts";
import type { GroupEvidence, Case, ShownResponse } from "../../model/index.ts";
import { fillingOf, textOfRequest } from "../explore/request-text.ts";
import type { NamedRun } from "./share-cases.ts";
import type { Shown } from "./join-findings.ts";
import { shellWord, typedCommand } from "../../text/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { responseText } from "../generated-fold.ts";

const SHOWN = 800;

/** The request of a case, as the first run that has it sent it, and the response of each target; undefined if no run has it. */
export function gatherEvidence(
  runs: readonly NamedRun[],
  name: string,
  { id, runs: having }: Shown,
): GroupEvidence | undefined {
  const sendings = runs.map(({ fold }, at) =>
    having.includes(at) ? findSent(fold, id) : undefined,
  );
  const first = sendings.findIndex((each) => each !== undefined);
  const [run, sent] = [runs[first], sendings[first]];
  if (run === undefined || sent === undefined) return undefined;
  return {
    case: name,
    ...requestOf(run, sent),
    targets: sendings.map((each, at) => evidenceOf(runs[at], id, each)),
  };
}

function requestOf({ header }: NamedRun, { sent: { request }, fresh }: SentCase) {
  const filling = fillingOf(header, fresh);
  const shown = joinStarts(requestStarts(request, filling, SHOWN + 1), SHOWN + 1);
  const { curl } = curlLine(request, filling, header.options);
  const brief = textOfRequest(request, filling).text;
  const text = printable(shown.start, SHOWN);
  return { request: { text, bytes: shown.bytes, brief }, curl: curl ?? undefined };
}

function evidenceOf(run: NamedRun | undefined, id: string, sending: SentCase | undefined) {
  if (run === undefined || sending === undefined)
    return { signature: "", response: { text: "not sent to this target", bytes: 0 }, replay: "" };
  const { signature, response } = sending;
  const replay = typedCommand(`replay ${shellWord(run.path ?? run.run)} ${shellWord(id)}`);
  return { signature, response, replay };
}

type SentCase = { sent: Case; fresh: number; signature: string; response: ShownResponse };

function findSent({ cases, generated }: RunFold, id: string): SentCase | undefined {
  const chosen = cases.get(id);
  if (chosen !== undefined) return firstSending(chosen);
  const drawn = generated?.cases.get(id);
  const [signature] = drawn?.signatures ?? [];
  if (drawn === undefined || signature === undefined) return undefined;
  const { property, request, fresh, response } = drawn;
  const reason = generated?.reasons.get(property) ?? property;
  const sent = { id, reason, clauses: [], request: JSON.parse(request) };
  return { sent, fresh, signature, response };
}

function firstSending({ case: sent, first }: CaseFold): SentCase | undefined {
  const [entry] = first;
  if (entry === undefined) return undefined;
  const [signature, observation] = entry;
  return { sent, fresh: observation.fresh, signature, response: responseText(observation) };
}
