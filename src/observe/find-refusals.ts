import { isRefusalBy, refusalSigns } from "../analyse/index.ts";
import { isValidRequest, requestsOf } from "../generate/index.ts";
import type { Case, Interface, RefusalSign, RequestResult } from "../model/index.ts";
import { rawText, resultWord } from "../model/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { escapeUnseen } from "../text/index.ts";
import type { CaseSender } from "./case-sender.ts";
import type { SuiteRun } from "./early-waits.ts";

const OF_SUCCESS = /^2\d\d$/;
/** Bodies that a server which checks anything refuses: one that is not JSON, and one without the stated fields. */
const WRONG = [
  { name: "cut-body", body: "[", reason: "the body is an array that does not end" },
  { name: "no-fields", body: "{}", reason: "the body is an empty object" },
];
const ACCEPTED = 2;
const MOST_SHOWN = 60;

type Probe = {
  /** Sends a valid request, with new values. */
  valid: () => Promise<RequestResult | undefined>;
  /** Sends a request that is not valid. Undefined if it got nothing, or the target was lost at it. */
  wrong: (sent: Case) => Promise<RequestResult | undefined>;
};

/** What tells refusals from successes; a status that both have, and the body of such a refusal. No signs where statuses tell. */
type Refusals = { signs: RefusalSign[]; got: string; body: string };

const NONE: Refusals = { signs: [], got: "", body: "" };

/** Some servers say in the body of a success that they refuse: finds what shows it. Undefined if a request gets no response. */
export async function findRefusals(from: Interface, asking: Probe): Promise<Refusals | undefined> {
  const on = requestsOf(from);
  if (!on.hasJson) return NONE;
  const accepted: RequestResult[] = [];
  const refused: (RequestResult & { outcome: "answered" })[] = [];
  const isSuccess = (each: RequestResult): boolean => OF_SUCCESS.test(resultWord(each));
  // Always in pairs: servers that respond in turn keep their turn.
  for (let nth = 0; nth < ACCEPTED; nth += 1) {
    const result = await asking.valid();
    if (result !== undefined && isSuccess(result)) accepted.push(result);
  }
  if (accepted.length < ACCEPTED) return NONE;
  for (const { name, body, reason } of WRONG) {
    const request = on.request([body]);
    if (isValidRequest(request, from)) continue;
    const sent = { id: `explore/refused/${name}`, reason, clauses: ["behaviour"], request };
    const result = await asking.wrong(sent);
    if (result === undefined) return undefined;
    if (result.outcome === "answered" && isSuccess(result)) refused.push(result);
  }
  const names = new Set(on.layout.fields.map(({ slot: { label } }) => label));
  const signs = refusalSigns(accepted, refused, names);
  const shown = refused.find((each) => isRefusalBy(signs, each));
  if (shown === undefined) return NONE;
  const { decoded, body } = shown.response;
  const text = escapeUnseen(rawText((decoded ?? body).text ?? ""));
  const short = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return { signs, got: resultWord(shown), body: short };
}

/** Not for a gate with a baseline, which judges statuses, and not with agents, which do not know the signs; a resumed run has it recorded. */
export async function heedRefusals(
  { recorded, campaign, confirm, dispatcher, header, journal, asking }: SuiteRun,
  { cases, isThere }: { cases: CaseSender; isThere: () => Promise<boolean> },
): Promise<{ isThere: boolean; asked: number }> {
  if (campaign !== undefined || confirm !== undefined || recorded !== undefined) {
    dispatcher.heedRefusals(recorded?.refusals ?? []);
    return { isThere: true, asked: 0 };
  }
  let asked = 0;
  const found = await findRefusals(interfaceOf(header), {
    valid: async () => {
      asked += 1;
      return dispatcher.ask(asking);
    },
    wrong: async (sent) => {
      const fresh = dispatcher.reserve(sent);
      const result = await cases.ask({ case: sent, suite: "", fresh, tries: 1 });
      return (await isThere()) ? result : undefined;
    },
  });
  dispatcher.heedRefusals(found?.signs ?? []);
  if (found === undefined) return { isThere: await isThere(), asked };
  if (found.signs.length > 0) journal.note({ kind: "check", code: "refusals-in-bodies", ...found });
  return { isThere: true, asked };
}
