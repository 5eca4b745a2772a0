import { readJson, type JsonReading, type JsonValue } from "./read-json.ts";
import type { Rules } from "./rules.ts";
import { withinBands } from "./within-bands.ts";

/** A status, or a connection that is reset without a response. */
export type PlantedOutcome = number | "reset";

const WHOLE = /^-?(?:0|[1-9]\d*)$/;
const DATE = /^([+-]?\d+)-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:(Z)|[+-][\d:]+)$/;

/** The outcome for a body within the limit: the one of the first rule that it breaks, or 201. */
export function statusByRules(rules: Rules, body: string): PlantedOutcome {
  const reading = readJson(body);
  if (reading === undefined) return 400;
  return (
    ofDocument(rules, reading) ??
    (reading.root.members === undefined ? 422 : ofMembers(rules, reading.root.members)) ??
    201
  );
}

function ofDocument(rules: Rules, reading: JsonReading): PlantedOutcome | undefined {
  if (reading.comment && rules.comments !== "accept") return 400;
  if (reading.trailingComma && rules.trailingComma !== "accept") return 400;
  if (rules.depthMax !== undefined && reading.depth > rules.depthMax) return 400;
  if (reading.duplicateKey && rules.duplicateKey) return Number(rules.duplicateKey);
  if (reading.nul && rules.nulInString === "reset") return "reset";
  if (reading.nul && rules.nulInString === "500") return 500;
  return undefined;
}

function ofMembers(rules: Rules, members: Map<string, JsonValue>): PlantedOutcome | undefined {
  const extra = [...members.keys()].some((key) => key !== "id" && key !== "date");
  if (!idHolds(rules, members.get("id"))) return 422;
  if (!dateHolds(rules, members.get("date"))) return 400;
  return extra && rules.extraKeys === "refuse" ? 422 : undefined;
}

function idHolds(rules: Rules, id: JsonValue | undefined): boolean {
  if (id === undefined) return rules.missingId === "accept";
  const whole = id.kind === "string" && rules.idText === "accept" && WHOLE.test(id.text);
  if (id.kind !== "number" && !whole) return false;
  if (rules.idFraction === "refuse" && id.text.includes(".")) return false;
  if (rules.idExponent === "refuse" && /e/i.test(id.text)) return false;
  return rules.idBands === undefined || withinBands(id.text, rules.idBands);
}

function dateHolds(rules: Rules, date: JsonValue | undefined): boolean {
  const found = date?.kind === "string" ? DATE.exec(date.text) : null;
  if (found === null) return false;
  const [, year = "", fraction = "", utc] = found;
  if (rules.years && !withinBands(year, [rules.years])) return false;
  if (rules.fractionDigits && !rules.fractionDigits.includes(fraction.length)) return false;
  return utc !== undefined || rules.offset !== "refuse";
}
