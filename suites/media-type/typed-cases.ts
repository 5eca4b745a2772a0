import { casesOf } from "../rows.ts";
import type { BodyForm, CaseDefinition, Requests } from "../../src/generate/index.ts";

/** A value of Content-Type, `null` for none, with the stated body or another; an undefined form skips the case. */
export type TypedEntry = [name: string, reason: string, value: string | null, body?: BodyForm];

/** Cases of one family; the family's name comes before theirs. */
export const typedCases = (on: Requests, family: string, entries: TypedEntry[]): CaseDefinition[] =>
  casesOf(
    family,
    entries.filter((entry) => entry.length === 3 || entry[3] !== undefined),
    (value, body) => on.request(body, { headers: on.headersWith({ "Content-Type": value }) }),
  );
