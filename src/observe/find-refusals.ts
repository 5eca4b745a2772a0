import { isRefusalBy, refusalSigns } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { isValidRequest, requestsOf } from "../generate/index.ts";
import { type RefusalSign, type RequestResult, rawText, resultWord } from "../model/index.ts";
import { escapeUnseen } from "../text/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings } from "./run-settings.ts";

const OF_SUCCESS = /^2\d\d$/;
/** Bodies that a server which checks anything refuses: one that is not JSON, and one without the stated fields. */
const WRONG = ["[", "{}"];
const MOST_SHOWN = 60;

type Input = {
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  /** The first responses to the stated request, each with its own fresh values. */
  results: readonly RequestResult[];
};

/**
 * Some servers send a success for everything, and say in the body alone what they refuse. Finds what shows it: by the responses to valid
 * requests, and to wrong ones. None where statuses tell.
 */
export async function findRefusals({
  settings,
  dispatcher,
  journal,
  results,
}: Input): Promise<RefusalSign[]> {
  const from = interfaceOf(settings.header);
  const on = requestsOf(from);
  const isAccepted = (each: RequestResult): boolean => OF_SUCCESS.test(resultWord(each));
  if (!on.hasJson || !results.every(isAccepted)) return [];
  const refused: (RequestResult & { outcome: "answered" })[] = [];
  let asked = 0;
  for (const body of WRONG) {
    const request = on.request([body]);
    if (isValidRequest(request, from)) continue;
    const about = { reason: "finds out how requests are refused", clauses: ["behaviour"] };
    asked += 1;
    const sent = { id: "control/wrong-body", ...about, request };
    const [result] = (await dispatcher.send(sent)).answers;
    if (result?.outcome === "answered" && isAccepted(result)) refused.push(result);
  }
  journal.write({ type: "controls", asked, dropped: 0 });
  const names = new Set(on.layout.fields.map(({ slot: { label } }) => label));
  const signs = refusalSigns(results, refused, names);
  const shown = refused.find((each) => isRefusalBy(signs, each));
  if (shown === undefined) return [];
  const { decoded, body } = shown.response;
  const text = escapeUnseen(rawText((decoded ?? body).text ?? ""));
  journal.note({
    kind: "check",
    code: "refusals-in-bodies",
    got: resultWord(shown),
    signs,
    body: text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text,
  });
  return signs;
}
