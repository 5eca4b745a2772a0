import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { WitnessError } from "../errors.ts";
import type { Target } from "../model/target.ts";
import { parseTarget } from "./parse-options.ts";

/** What `witness compare` is given: servers to send to, or runs that are stored. */
export type Compared = { targets: Target[] } | { runs: string[] };

/** `{ "name": "http://..." }`, or a list of `name=URL` or of objects. */
const TargetsFile = z.union([
  z.record(z.string(), z.string()),
  z.array(z.union([z.string(), z.strictObject({ name: z.string(), baseUrl: z.string() })])),
]);

/** Tells targets from stored runs, which are folders that exist; they are not mixed. Throws below the least number. */
export function comparedTargets(texts: string[], file: string | undefined, least = 2): Compared {
  const given = [...(file === undefined ? [] : readTargets(file)), ...texts];
  const runs = given.filter((text) => existsSync(text));
  if (runs.length > 0 && runs.length < given.length)
    throw new WitnessError("compare", "stored runs and servers are not compared with each other", {
      hint: `${given.find((text) => !existsSync(text))} is no folder: send to it first, with witness run`,
    });
  if (given.length < least)
    throw new WitnessError("compare", "a comparison needs two targets or more", {
      hint: "witness compare one=http://... two=http://..., or two run folders",
    });
  return runs.length > 0 ? { runs } : { targets: distinctTargets(given) };
}

/** Targets to be told apart by their names. Throws where two have the same one. */
export function distinctTargets(texts: string[]): Target[] {
  const targets = texts.map(parseTarget);
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return targets;
  throw new WitnessError("target-name", `two targets are named ${twice}`, {
    hint: "give them names of their own: one=http://... two=http://...",
  });
}

function readTargets(path: string): string[] {
  if (!existsSync(path)) throw new WitnessError("targets-file", `no targets file at ${path}`);
  const text = readFileSync(path, "utf8");
  if (!/^\s*[[{]/.test(text))
    return text
      .split("\n")
      .map((line) => line.replace(/#.*/, "").trim())
      .filter((line) => line !== "");
  try {
    const parsed = TargetsFile.parse(JSON.parse(text));
    const entries = Array.isArray(parsed)
      ? parsed
      : Object.entries(parsed).map(([name, baseUrl]) => ({ name, baseUrl }));
    return entries.map((each) =>
      typeof each === "string" ? each : `${each.name}=${each.baseUrl}`,
    );
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new WitnessError("targets-file", `${path} names no targets: ${why}`, {
      hint: `write { "go": "http://localhost:8080" }, or lines like go=http://localhost:8080`,
    });
  }
}
