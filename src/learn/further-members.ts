import type { Probe, Reply } from "./probe.ts";
import type { Requests } from "../generate/index.ts";
import type { RuleFinding } from "../model/index.ts";

/** Whether a member that the interface does not have is accepted: two requests. Undefined if the body is not an object. */
export async function inferFurtherMembers<R extends Reply>(
  on: Requests,
  asking: Probe<R>,
  accepted: string,
): Promise<RuleFinding | undefined> {
  if (on.fields.length === 0) return undefined;
  const request = on.request(on.withExtra("1"));
  const replies = [await asking.ask(request), await asking.ask(request)];
  const [signature = "", again] = replies.map((reply) => reply.signature);
  if (signature !== again) return undefined;
  const isAccepted = signature === accepted;
  const kept = asking.keep(
    {
      name: "rules/further-members",
      reason: `a further member: ${on.extraKey}`,
      clauses: ["behaviour"],
      request,
    },
    replies,
  );
  const [rule, other] = isAccepted ? [IGNORED, REFUSED] : [REFUSED, IGNORED];
  return {
    type: "finding",
    kind: "rule",
    part: "further-members",
    name: "further members",
    subject: "object",
    accepted,
    checks: [
      {
        aspect: "further members",
        ...(!isAccepted && { signature }),
        state: "sure",
        rules: [rule],
        refuted: [{ ...other, by: `{"${on.extraKey}":1}`, signature, case: kept }],
        support: { accepted: Number(isAccepted), refused: Number(!isAccepted) },
        cases: [kept],
      },
    ],
    limits: [],
    unstable: 0,
    requests: replies.length,
  };
}

const IGNORED = { id: "further-members-accepted", name: "accepted" };
const REFUSED = { id: "further-members-refused", name: "refused" };
