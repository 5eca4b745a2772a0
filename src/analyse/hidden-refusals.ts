import { interfaceOf } from "../contract/index.ts";
import { familyOf, layoutOf } from "../generate/index.ts";
import {
  type Case,
  type CaseRequest,
  type Interface,
  type RequestResult,
  classOf,
  rawText,
} from "../model/index.ts";
import { counted, escapeUnseen, whole } from "../text/index.ts";
import { oncePer } from "../remember.ts";
import { responseForm } from "./body-shape.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";

/** Bodies with a coding of their own, or of another media type, are not read as JSON in UTF-8. */
const OTHERWISE_CODED = /^(?:encoding|media-type)\//;

/** Whether the body of a case is not JSON, whatever else is odd about the request. */
export const isNotJson = (
  { id, request }: Pick<Case, "id" | "request">,
  from: Interface,
): boolean =>
  request.sender === "client" && !OTHERWISE_CODED.test(id) && isMalformed(from)(request);

/** Read once for each request: conclusions, remarks and limits ask it of the same cases. */
const isMalformed = oncePer((from: Interface) =>
  oncePer((request: CaseRequest) =>
    familyOf(request, from)
      .split(" + ")
      .some((part) => part.startsWith("malformed JSON") && !part.includes("byte order mark")),
  ),
);

/** At least so many bodies that are not JSON, and this share of them, get a 2xx in another form than valid requests do. */
const LEAST = { cases: 20, share: 0.8 };
const MOST_CHARACTERS = 60;

/** Refusals that have the status of a success: whether a case got one, and what shows it. */
export type HiddenRefusals = {
  has: (fold: CaseFold) => boolean;
  of: { refused: number; all: number; status: string; case: string; body: string };
};

const resultOf = ({ first, signatures: [signature = ""] }: CaseFold): RequestResult | undefined =>
  classOf(signature) === "2xx" ? first.get(signature)?.answers.at(-1) : undefined;

/**
 * Where a server sends a success for everything, and says in the body alone what it refuses. Undefined where statuses tell: bodies that
 * are not JSON are what a server refuses first.
 */
export function hiddenRefusals(run: RunFold): HiddenRefusals | undefined {
  const from = interfaceOf(run.header ?? {});
  const folds = [...run.cases.values()];
  const formOf = (fold: CaseFold): string | undefined => {
    const result = resultOf(fold);
    // The names of members make a form, not the types of values: null where a number usually is shows no refusal.
    return result === undefined ? undefined : responseForm(result, []).replace(/: [^;}]+/g, "");
  };
  const forms = new Set(
    folds.flatMap((fold) => (fold.case.valid === true ? (formOf(fold) ?? []) : [])),
  );
  if (forms.size === 0) return undefined;
  const isOdd = (fold: CaseFold): boolean => {
    const form = formOf(fold);
    return form !== undefined && !forms.has(form);
  };
  const isBroken = (fold: CaseFold): boolean => isNotJson(fold.case, from);
  // Reading what a body is takes longer than everything else: of most servers, few bodies have to be read.
  const odd = folds.filter((fold) => fold.case.valid !== true && isOdd(fold));
  const refused = odd.length < LEAST.cases ? [] : odd.filter(isBroken);
  if (refused.length < LEAST.cases) return undefined;
  const malformed = folds.filter(isBroken);
  const refusals = new Set(refused.map(formOf));
  const has = (fold: CaseFold): boolean => refusals.has(formOf(fold));
  const [lead] = refused;
  const result = lead && resultOf(lead);
  if (refused.length < LEAST.share * malformed.length) return undefined;
  if (lead === undefined || result?.outcome !== "answered") return undefined;
  const text = escapeUnseen(rawText((result.response.decoded ?? result.response.body).text ?? ""));
  const body = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  const of = { refused: refused.length, all: malformed.length, status: String(result.status) };
  return { has, of: { ...of, case: lead.case.id, body } };
}

/** Fewer values say nothing about a field; this share of them is nearly all. */
const UNCHECKED = { values: 60, share: 0.99 };

/** Fields of which a server takes any value. */
export function uncheckedText(run: RunFold): string {
  const from = interfaceOf(run.header ?? {});
  const hidden = hiddenRefusals(run);
  const found = layoutOf(from).fields.flatMap(({ slot, slug }) => {
    const suite = from.suites?.[slot.path] ?? `field-${slug}`;
    const sent = [...run.cases.values()].filter(
      ({ case: each }) => each.id.startsWith(`${suite}/`) && each.valid !== true,
    );
    const isAccepted = (fold: CaseFold): boolean =>
      resultOf(fold) !== undefined && hidden?.has(fold) !== true;
    const accepted = sent.filter((fold) => isAccepted(fold) && !isNotJson(fold.case, from)).length;
    const most = accepted / UNCHECKED.share;
    let all = accepted;
    for (const fold of sent)
      if (all <= most && !isAccepted(fold) && !isNotJson(fold.case, from)) all += 1;
    const any = accepted === all ? "any" : "nearly any";
    return all >= UNCHECKED.values && all <= most
      ? [`${any} value of ${slot.label} (${whole(accepted)} of ${whole(all)} other values get 2xx)`]
      : [];
  });
  return found.length === 0 ? "" : `takes ${found.join(" and ")}`;
}

/** That statuses do not tell what is accepted. */
export function hiddenText(run: RunFold): { text: string; case: string } | undefined {
  const { refused, all, status, case: id, body } = hiddenRefusals(run)?.of ?? {};
  if (id === undefined) return undefined;
  const text = `sends ${status} for what it refuses, too: ${whole(refused ?? 0)} of ${counted(all ?? 0, "body", "bodies")} that are not JSON get another response than valid requests, e.g. ${body === "" ? "an empty body" : body}; rules and limits go by the status`;
  return { text, case: id };
}
