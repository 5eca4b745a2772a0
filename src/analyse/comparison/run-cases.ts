import { interfaceOf } from "../../contract/index.ts";
import { isExplored, type CaseRequest } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { repeatedIdResponses, stabilityOf, type Stability } from "../stability.ts";
import { requestSize } from "../../generate/index.ts";
import { requestKey } from "../generated-fold.ts";
import { aboutRequest } from "./case-about.ts";
import type { NamedCase } from "./name-group.ts";

/** A case as one run recorded it. */
export type RunCase = {
  id: string;
  reason: string;
  valid: boolean;
  /** Made by a property, not hand-chosen. */
  generated: boolean;
  /** The seed of a generated case. */
  seed: number | undefined;
  /** The canonical text of a generated case. */
  request: CaseRequest | string;
  /** The distance of the request from the simplest one, without a unit. */
  size: () => number;
  /** How the request differs from the stated one. */
  about: NamedCase["about"];
  /** One for each sending, in order: at least one. */
  signatures: string[];
  stability: Stability;
};

/** Whether two runs have sent the same request for a case. */
export function isSameRequest(one: RunCase, other: RunCase): boolean {
  if (one.seed !== other.seed) return false;
  const [a, b] = [one.request, other.request];
  if (a === b || typeof a === "string" || typeof b === "string") return a === b;
  return requestKey(a) === requestKey(b);
}

/** All cases that a run sent, except those recorded only as evidence for findings. */
export function runCases(fold: RunFold): Map<string, RunCase> {
  return new Map([...chosenCases(fold), ...generatedCases(fold)].map((each) => [each.id, each]));
}

function chosenCases(fold: RunFold): RunCase[] {
  const from = interfaceOf(fold.header ?? {});
  const repeated = repeatedIdResponses(fold);
  return [...fold.cases.values()].flatMap((each): RunCase[] => {
    const { id, reason, valid, request } = each.case;
    if (isExplored(id) || each.signatures.length === 0) return [];
    return [
      {
        id,
        reason,
        valid: valid === true,
        generated: false,
        seed: undefined,
        request,
        size: () => requestSize(request, from),
        about: () => aboutRequest(request, from),
        signatures: each.signatures,
        stability: stabilityOf(each, repeated),
      },
    ];
  });
}

function generatedCases({ header, generated }: RunFold): RunCase[] {
  if (generated === undefined) return [];
  const from = interfaceOf(header ?? {});
  return [...generated.cases].map(([id, each]): RunCase => {
    const alike = new Set(each.signatures).size === 1;
    return {
      id,
      reason: generated.reasons.get(each.property) ?? each.property,
      valid: each.valid,
      generated: true,
      seed: each.seed,
      request: each.request,
      size: () => requestSize(JSON.parse(each.request), from),
      about: () => aboutRequest(JSON.parse(each.request), from),
      signatures: each.signatures,
      stability: each.signatures.length === 1 ? "once" : alike ? "stable" : "unstable",
    };
  });
}
