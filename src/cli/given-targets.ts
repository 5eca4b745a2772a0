import { existsSync } from "node:fs";
import { WitnessError } from "../errors.ts";
import { type Catalogue, distinctTargets, parseTarget, servedTargets } from "../jobs/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { nearest, suggestion } from "../text/index.ts";
import type { LoadedConfig } from "./read-command.ts";

type Given = { loaded: LoadedConfig; options: { serve?: string } };

/** A target of the command line: a base URL, or the name of a configured target. A port is chosen if it has none. */
export async function givenTarget(text: string, given: Given): Promise<GivenTarget> {
  const target = { ...parseTarget(textOf(text, given)), ...serveOf(text, given) };
  const [served = target] = await servedTargets([target], given.options.serve);
  return served;
}

export const givenTargets = async (texts: string[], given: Given): Promise<GivenTarget[]> =>
  withServe(distinctTargets(configuredTexts(texts, given)), texts, given);

/** Names of targets of the configuration as `name=URL`, everything else as it is. */
export const configuredTexts = (texts: string[], given: Given): string[] =>
  texts.map((text) => textOf(text, given));

/** The targets with these base URLs, with how witness serves them. Targets of the configuration may have their own route. */
export function withServe(
  targets: readonly GivenTarget[],
  texts: readonly string[],
  given: Given,
): Promise<GivenTarget[]> {
  const served = targets.map((target) => ({
    ...target,
    ...(texts.includes(target.name) && serveOf(target.name, given)),
  }));
  return servedTargets(served, given.options.serve);
}

export function configuredTargets({ loaded }: Given): string[] {
  const { targets = [] } = loaded.config;
  return Array.isArray(targets) ? targets : Object.keys(targets);
}

function configured(text: string, { loaded }: Given) {
  const { targets = [] } = loaded.config;
  const found = Array.isArray(targets) || !Object.hasOwn(targets, text) ? undefined : targets[text];
  return typeof found === "string" ? { baseUrl: found } : found;
}

function textOf(text: string, given: Given): string {
  const found = configured(text, given);
  if (found === undefined) refuseMistyped(text, given);
  return found === undefined ? text : `${text}=${found.baseUrl}`;
}

/** A single word is not a base URL, but may be a mistyped name of a target. */
function refuseMistyped(text: string, { loaded }: Given): void {
  const { targets = [] } = loaded.config;
  if (Array.isArray(targets) || !/^[\w-]+$/.test(text) || existsSync(text)) return;
  const near = nearest(text, Object.keys(targets));
  if (near === undefined) return;
  throw new WitnessError("base-url", `no target is named ${JSON.stringify(text)}`, {
    hint: `did you mean ${JSON.stringify(near)} of ${loaded.path}?`,
  });
}

function serveOf(text: string, given: Given): Pick<GivenTarget, "serve"> {
  const { serve } = configured(text, given) ?? {};
  return serve === undefined ? {} : { serve };
}

/** Names a wrong suite with its place in the configuration, and the nearest name. @throws WitnessError `unknown-suite`. */
export function checkSuites(
  { options, loaded }: { options: { suite: readonly string[] }; loaded: LoadedConfig },
  { suites }: Catalogue,
): void {
  const names = suites.map(({ name }) => name);
  const unknown = options.suite.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const written = [loaded.config.options?.suite ?? []].flat().join(",").split(",");
  const isWritten = written.some((name) => name.trim() === unknown);
  const place = isWritten
    ? `${loaded.source.at(["options", "suite"]).source}: options.suite: `
    : "";
  throw new WitnessError(
    "unknown-suite",
    `${place}there is no suite named ${JSON.stringify(unknown)}`,
    { hint: suggestion(unknown, names) },
  );
}
