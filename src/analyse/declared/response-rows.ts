import { interfaceOf, statedFor } from "../../contract/index.ts";
import type { DeclaredKeyword, DocumentedResponse, Interface } from "../../model/index.ts";
import { isStateCase, isFirstCheck } from "../../model/index.ts";
import { counted, whole } from "../../text/index.ts";
import type { Checked, ResponseCheck } from "../documented/response-check.ts";
import { isOfOperation, responseCheck } from "../documented/response-check.ts";
import { lastResponse } from "../inferred/seen-responses.ts";
import type { RunFold } from "../run-fold.ts";
import { judgedSignatures } from "../stability.ts";

const PART = "responses";
const MOST_EVIDENCE = 3;

type Shown = DeclaredKeyword["evidence"];
type Seen = { count: number; shown: Shown; fits: number; misfits: Map<string, Shown> };

export function responseRows(run: RunFold): DeclaredKeyword[] {
  const from = interfaceOf(run.header ?? {});
  const { responses = [] } = from;
  const check = responseCheck(from);
  if (check === undefined) return [];
  const byStatus = responsesByStatus(run, from, check);
  const seen = new Set([...byStatus.keys()].map((each) => statedFor(responses, each)?.status));
  return [
    ...[...byStatus]
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .flatMap(([status, each]) => statusRows(status, each, statedFor(responses, status))),
    ...responses.filter(({ status }) => !seen.has(status)).map(unseenRow),
  ];
}

const unseenRow = ({ status }: DocumentedResponse): DeclaredKeyword => ({
  part: PART,
  keyword: `status ${status}`,
  declared: "documented",
  implemented: "not seen",
  verdict: "not decided",
  evidence: [],
  seen: { accepted: 0, refused: 0 },
});

function responsesByStatus(
  { cases }: RunFold,
  from: Interface,
  check: ResponseCheck,
): Map<string, Seen> {
  const byStatus = new Map<string, Seen>();
  for (const each of cases.values()) {
    const { case: sent, first } = each;
    const isOfRun = !isFirstCheck(sent.id) && !isStateCase(sent.id);
    if (!isOfRun || (sent.valid !== true && !isOfOperation(sent, from))) continue;
    // Two requests with one value at the same time get what no request alone gets.
    const signatures = judgedSignatures(each);
    for (const [signature, observation] of first) {
      const response = lastResponse(observation);
      if (response === undefined || !signatures.includes(signature)) continue;
      const status = String(response.status);
      const seen = byStatus.get(status) ?? { count: 0, shown: [], fits: 0, misfits: new Map() };
      byStatus.set(status, seen);
      seen.count += signatures.filter((each) => each === signature).length;
      addTo(seen, check(response, false), { by: sent.reason, signature, case: sent.id });
    }
  }
  return byStatus;
}

function addTo(seen: Seen, checked: Checked, shown: Shown[number]): void {
  if (seen.shown.length < MOST_EVIDENCE) seen.shown.push(shown);
  if (checked.state === "fits") seen.fits += 1;
  if (checked.state !== "breach") return;
  const { observed } = checked;
  seen.misfits.set(observed, [...(seen.misfits.get(observed) ?? []), shown]);
}

function statusRows(
  status: string,
  { count, shown, fits, misfits }: Seen,
  stated: DocumentedResponse | undefined,
): DeclaredKeyword[] {
  const about = { part: PART, evidence: shown, seen: { accepted: count, refused: 0 } };
  const seen: DeclaredKeyword = {
    ...about,
    keyword: `status ${status}`,
    declared: stated === undefined ? "not documented" : documentedAs(stated.status, status),
    implemented: `seen ${counted(count, "time")}`,
    verdict: stated === undefined ? "wider" : "same",
  };
  if (stated?.content === undefined || fits + misfits.size === 0) return [seen];
  const others = [...misfits.values()].flat();
  const isFitting = others.length === 0;
  return [
    seen,
    {
      ...about,
      keyword: `body of ${status}`,
      declared: stated.content.map(({ type }) => type).join(", "),
      implemented: isFitting
        ? "as documented"
        : `${whole(others.length)} of ${counted(fits + others.length, "case")} not as documented: ${[...misfits.keys()].slice(0, 2).join("; ")}`,
      verdict: isFitting ? "same" : "wider",
      evidence: isFitting ? shown : others.slice(0, MOST_EVIDENCE),
      seen: { accepted: others.length, refused: 0 },
    },
  ];
}

const documentedAs = (stated: string, status: string): string =>
  stated === status ? "documented" : `documented as ${stated}`;
