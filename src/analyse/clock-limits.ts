import { interfaceOf } from "../contract/index.ts";
import { layoutOf } from "../generate/index.ts";
import type { StatedField } from "../contract/index.ts";
import { kindOf } from "../kinds/index.ts";
import type { Case, LimitSummary } from "../model/index.ts";
import type { AnyNote } from "./note-text.ts";
import { reasonIn } from "./response-message.ts";
import type { RunFold } from "./run-fold.ts";

type ClockLimit = Extract<AnyNote, { code: "clock-limit" }>;

const DAY_MS = 86_400_000;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

const clockLimits = ({ notes }: RunFold): ClockLimit[] =>
  notes.flatMap((note) => (note.code === "clock-limit" ? [note] : []));

const DATE = /\d{4}-\d\d-\d\d/g;

/** Whether a case got the refusal of a limit that moves with the clock, and has a date beyond it, up to a day. */
export function isBeyondClock(run: RunFold, { request }: Case, signature: string): boolean {
  const limits = clockLimits(run).filter(({ refusal }) => refusal === signature);
  const days = limits.length > 0 ? (JSON.stringify(request).match(DATE) ?? []).map(Date.parse) : [];
  return limits.some(({ side, atMs, offsetMs }) =>
    days.some((ms) =>
      side === "until" ? ms > atMs + offsetMs - DAY_MS : ms < atMs + offsetMs + DAY_MS,
    ),
  );
}

export function clockedFields(run: RunFold): StatedField[] {
  const paths = new Set(clockLimits(run).map(({ field }) => field));
  if (paths.size === 0) return [];
  return layoutOf(interfaceOf(run.header ?? {})).fields.filter(({ slot }) => paths.has(slot.path));
}

/**
 * Whether a case, or an axis of years, differs from runs that began at `sinceMs` only because time has passed: a limit that moves with
 * the clock has reached the moment in the case.
 */
export function explainedByClock(run: RunFold, sinceMs: number): (name: string) => boolean {
  const limits = clockLimits(run);
  const slugs = clockedFields(run).map(({ slug }) => slug);
  return (name) => {
    if (slugs.some((slug) => name.startsWith(`${slug}-year-`))) return true;
    const request = limits.length > 0 && run.cases.get(name)?.case.request;
    const moments = request ? (JSON.stringify(request).match(MOMENT) ?? []).map(Date.parse) : [];
    return limits.some(({ atMs, offsetMs }) =>
      moments.some((ms) => ms >= sinceMs + offsetMs - DAY_MS && ms <= atMs + offsetMs + DAY_MS),
    );
  };
}

/**
 * Whether a time is refused with a reason that values of another time get, too: they have an order, such as a start before its end,
 * and neither has the limit.
 */
export function ofOrder(run: RunFold): (limit: LimitSummary) => boolean {
  const { fields } = layoutOf(interfaceOf(run.header ?? {}));
  const slugs = fields.flatMap(({ slot, slug }) => (kindOf(slot.type).isTime ? [slug] : []));
  const fieldOf = (id: string): string | undefined =>
    slugs.find((slug) => id.startsWith(`field-${slug}/`) || id.startsWith(`explore/${slug}-`));
  const fieldsBy = new Map<string, Set<string>>();
  if (slugs.length < 2) return () => false;
  for (const { case: sent, first } of run.cases.values()) {
    const field = fieldOf(sent.id);
    if (field === undefined) continue;
    for (const observation of first.values()) {
      const reason = reasonIn(observation);
      if (reason !== undefined)
        fieldsBy.set(reason, (fieldsBy.get(reason) ?? new Set()).add(field));
    }
  }
  return ({ case: id, outcome = "" }) => {
    const observation = run.cases.get(id)?.first.get(outcome);
    const reason = observation && reasonIn(observation);
    const isTime = fieldOf(id) !== undefined;
    return isTime && reason !== undefined && (fieldsBy.get(reason)?.size ?? 0) > 1;
  };
}
