import { interfaceOf, parseBaseUrl } from "../../contract/index.ts";
import {
  curlLine,
  joinStarts,
  printable,
  requestStarts,
  type Filling,
} from "../../generate/index.ts";
import type { GroupEvidence } from "../../model/index.ts";
import { requestText } from "../explore/request-text.ts";
import type { NamedRun } from "./name-runs.ts";
import type { Shown } from "./explored-cases.ts";
import { asCaseFold, findSent, type SentCase } from "./sent-case.ts";
import { shellWord, typedCommand } from "../../text/index.ts";

/** How many bytes of a request are shown. */
const SHOWN = 800;

/**
 * The request of a case, as the first run that has it sent it, and the response of each target; undefined if no run has
 * it.
 */
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

function requestOf({ header, fold }: NamedRun, sending: SentCase) {
  const { sent, fresh } = sending;
  const filling: Filling = {
    interface: interfaceOf(header),
    target: parseBaseUrl(header.target.baseUrl),
    firstId: header.firstId,
    fresh,
  };
  const shown = joinStarts(requestStarts(sent.request, filling, SHOWN + 1), SHOWN + 1);
  const { curl } = curlLine(sent.request, filling, header.options);
  const own = new Map([[sent.id, asCaseFold(sending)]]);
  return {
    request: {
      text: printable(shown.start, SHOWN),
      bytes: shown.bytes,
      brief: requestText({ ...fold, cases: own }, sent.id).text,
    },
    curl: curl ?? undefined,
  };
}

function evidenceOf(run: NamedRun | undefined, id: string, sending: SentCase | undefined) {
  if (run === undefined || sending === undefined)
    return { signature: "", response: { text: "not sent to this target", bytes: 0 }, replay: "" };
  const { signature, response } = sending;
  return {
    signature,
    response,
    replay: typedCommand(`replay ${shellWord(run.path ?? run.run)} ${shellWord(id)}`),
  };
}
