import { WitnessError } from "../errors.ts";
import { whole, shortList } from "../text/index.ts";
import type { Source } from "./source-lines.ts";

/** A mistake in a configuration: its place, the problem, and the mend. */
export type Problem = {
  code:
    | "config-key"
    | "config-value"
    | "policy-suite"
    | "policy-tag"
    | "policy-axis"
    | "policy-threshold"
    | "policy-body";
  path: readonly (string | number)[];
  message: string;
  hint?: string;
};

const MOST_TOLD = 10;

export function problemError(problems: readonly Problem[], source: Source): WitnessError {
  const lineOf = ({ path, message, hint }: Problem, nth: number): string => {
    const text = `${source.at(path).source}: ${path.length === 0 ? "" : `${pathText(path)}: `}${message}`;
    return nth === 0 || hint === undefined ? text : `${text}; ${hint}`;
  };
  const [first] = problems;
  const rest = (more: number): string => `and ${whole(more)} more`;
  const text = shortList(problems, MOST_TOLD, lineOf, rest).join("\n");
  return new WitnessError(first?.code ?? "config-value", text, {
    ...(first?.hint !== undefined && { hint: first.hint }),
  });
}

/** `policy.behaviour["fields/*"].never`, `policy.load[0]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((part, at) => {
      if (typeof part === "number") return `[${part}]`;
      if (!/^[\w-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
      return at === 0 ? part : `.${part}`;
    })
    .join("");
}
