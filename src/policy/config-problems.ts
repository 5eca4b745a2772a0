import { z } from "zod";
import { Config } from "../model/index.ts";
import { suggestion } from "../text/index.ts";
import type { Problem } from "./problem.ts";

/** A configuration that was read, or its problems. */
export type ReadConfig = { config: Config } | { problems: Problem[] };

/**
 * Checks a file's content against the schema. An unknown key is reported with the nearest known one.
 */
export function readConfig(value: unknown): ReadConfig {
  const parsed = Config.safeParse(value);
  if (parsed.success) return { config: parsed.data };
  const problems = parsed.error.issues.flatMap(problemsOf);
  const keys = problems.filter(({ code }) => code === "config-key");
  // An object whose only key is mistyped is not also reported as empty.
  const told = problems.filter(
    ({ code, path }) => code === "config-key" || !keys.some((key) => isParent(path, key.path)),
  );
  return { problems: told };
}

const isParent = (path: Problem["path"], inner: Problem["path"]): boolean =>
  path.length === inner.length - 1 && path.every((part, at) => part === inner[at]);

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(Config, path);
    return issue.keys.map((key) => ({
      code: "config-key",
      path: [...path, key],
      message: `there is no ${JSON.stringify(key)} here`,
      ...(known.length > 0 && { hint: suggestion(key, known) }),
    }));
  }
  return [{ code: "config-value", path, message: messageOf(issue) }];
}

/**
 * For a union without its own message, the messages of its parts; the one that got furthest first.
 */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union" || issue.message !== "Invalid input")
    return plain(issue.message);
  const inner = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length);
  const texts = [...new Set(inner.map((each) => plain(each.message)))];
  return texts.length === 0 ? plain(issue.message) : texts.join(", or ");
}

function plain(message: string): string {
  const text = message.replace(/^Invalid input: /, "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** The allowed keys of an object at a path of the schema. */
function keysAt(schema: z.core.$ZodType, path: readonly (string | number)[]): string[] {
  const [part, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return keysAt(schema.def.innerType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => keysAt(option, path));
  if (schema instanceof z.ZodRecord)
    return part === undefined ? [] : keysAt(schema.valueType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (part === undefined) return Object.keys(schema.shape).filter((key) => !key.startsWith("$"));
  const inner: z.core.$ZodType | undefined = schema.shape[String(part)];
  return inner === undefined ? [] : keysAt(inner, rest);
}
