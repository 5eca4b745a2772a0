import type { TokenType, TokenValue } from "../kinds/index.ts";
import type { RuleFinding } from "../model/index.ts";
import type { FieldRules } from "./field-rules.ts";
import { fragmentsOf, type Fragment } from "./schema-fragments.ts";
import { predictorOf, type Predictor } from "./predictor.ts";

/** A field as a JSON Schema, and what that cannot express. */
export type FieldSchema = {
  schema: Record<string, unknown>;
  /** Undefined if the pool has no request without the field. */
  required?: boolean;
  /** Sentences about values that the schema judges differently from the server. */
  inWords: string[];
};

const TYPES: readonly TokenType[] = ["number", "string", "boolean", "null", "array", "object"];

/**
 * The schema that agrees best with the predictions of a finding for these values: for each JSON type, the keywords that
 * judge the most values as the server does. Undefined if the rules are not known.
 */
export function fieldSchema(
  finding: RuleFinding,
  values: readonly TokenValue[],
  library: FieldRules,
): FieldSchema | undefined {
  const accepts = predictorOf(finding, library);
  if (accepts === undefined) return undefined;
  const parts = TYPES.flatMap((type) => {
    const own = values.filter((value) => value.type === type);
    return own.some(accepts) ? [bestOf(type, own, accepts, finding)] : [];
  });
  const missing = values.find(({ type }) => type === "missing");
  const types = parts.map(({ fragment }) => fragment.type);
  return {
    schema: {
      ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
      ...Object.assign({}, ...parts.map(({ fragment }) => fragment.keywords)),
      ...(parts.length === 0 && { not: {} }),
    },
    ...(missing !== undefined && { required: !accepts(missing) }),
    inWords: parts.flatMap(({ words }) => words),
  };
}

function bestOf(
  type: TokenType,
  values: readonly TokenValue[],
  accepts: Predictor,
  finding: RuleFinding,
): { fragment: Fragment; words: string[] } {
  const all = values.map((value) => ({
    value,
    parsed: JSON.parse(value.text) as unknown,
    isAccepted: accepts(value),
  }));
  const judged = fragmentsOf(type, finding).map((fragment) => ({
    fragment,
    wrong: all.filter(({ parsed, isAccepted }) => fragment.accepts(parsed) !== isAccepted),
  }));
  const best = judged.reduce((one, other) => (other.wrong.length < one.wrong.length ? other : one));
  const count = best.wrong.length;
  if (count === 0) return { fragment: best.fragment, words: [] };
  const shown = best.wrong
    .slice(0, 3)
    .map(
      ({ value, isAccepted }) => `${clipped(value.text)} is ${isAccepted ? "accepted" : "refused"}`,
    );
  const words = `${finding.name}: the schema differs for ${count} of ${values.length} values of the type ${type}: ${shown.join(", ")}${count > 3 ? ", ..." : ""}`;
  return { fragment: best.fragment, words: [words] };
}

const clipped = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);
