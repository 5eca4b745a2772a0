import { casesOf } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import type { Template } from "../../src/template/index.ts";

/** A body and its value of Content-Encoding, `null` for none. */
export type CodedEntry = [name: string, reason: string, coding: string | null, body: Template];

/** Cases of one family; the family's name comes before theirs. */
export const codedCases = (on: Requests, family: string, entries: CodedEntry[]): CaseDefinition[] =>
  casesOf(family, entries, (coding, body) =>
    on.request(body, coding === null ? {} : { headers: on.headersWith({ "Content-Encoding": coding }) }),
  );
