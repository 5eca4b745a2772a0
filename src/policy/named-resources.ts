import {
  changeIn,
  isAboutStore,
  namesAll,
  resourceValuesOf,
  type RunFold,
} from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { referencesOf, requestsOf } from "../generate/index.ts";
import type { Baseline } from "../model/index.ts";
import { counted } from "../text/index.ts";
import type { JudgedRun } from "./judged-run.ts";

/** The bytes of the stated body if it names a resource that was found on the target: 17 there may be 4711 in another run. */
export function namedBytes({ header }: RunFold): number | undefined {
  const from = interfaceOf(header ?? {});
  return referencesOf(from).size > 0 ? requestsOf(from).bodyBytes : undefined;
}

/** Cases about a place in the body, or about its length: their names are figures. */
const AT_PLACE =
  /^(?:malformed-json\/(?:deleted|doubled|replaced|truncated)|framing\/given|connection\/pieces-body)-\d+$/;

/** Whether a case is about a place of a body that had another length in the baseline: it is another case of the same name. */
export function isAtOtherPlace(
  { bodyBytes = [] }: Pick<Baseline, "bodyBytes">,
  run: RunFold,
): (id: string) => boolean {
  const now = namedBytes(run);
  const isSame = bodyBytes.length > 0 && bodyBytes.every((bytes) => bytes === now);
  return (id) => now !== undefined && !isSame && AT_PLACE.test(id);
}

export function placeNotes(baseline: Baseline, { gate: { run }, summary }: JudgedRun): string[] {
  const count = Object.keys(baseline.cases).filter(isAtOtherPlace(baseline, run)).length;
  const text = `${summary.target.name}: ${counted(count, "case")} about places of the body not compared: it names another resource, and has another length`;
  return count === 0 ? [] : [text];
}

/** Whether a case names another resource than the one that was found: what that is, and whether it exists, is a matter of the store. */
export function namesOther({ header, cases }: RunFold): (id: string) => boolean {
  const from = interfaceOf(header ?? {});
  const resources = resourceValuesOf(from);
  const references = referencesOf(from);
  const on = requestsOf(from);
  return (id) => {
    const request = cases.get(id)?.case.request;
    if (request === undefined) return false;
    if (resources.length > 0 && !namesAll(request, resources)) return true;
    const changed = references.size > 0 ? changeIn(request, on) : undefined;
    const { path = "", value } = changed ?? {};
    return references.has(path) && typeof value === "number" && value < UNLIKELY;
  };
}

/** A store that numbers what it has may have any smaller number. That it takes a larger one says how it treats references. */
const UNLIKELY = 100_000_000;

/** Whether these outcomes of such a case may differ by the store alone. */
export const mayBeStored = (outcomes: readonly string[]): boolean => isAboutStore(outcomes, false);
