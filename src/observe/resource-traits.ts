import { interfaceOf } from "../contract/index.ts";
import {
  allowedBy,
  letterSequence,
  namesIn,
  type ResourceTraits,
  stateLetters,
  takenValue,
} from "../generate/index.ts";
import { classOf, resultWord, type RequestResult, type RunHeader } from "../model/index.ts";
import type { ExploredTarget } from "./explored-target.ts";

/**
 * Finds out how the resource of an accepted request is reached: by the identity of the request or, where the server makes the
 * name, by its `Location` or a member of the response; and whether a response to GET of it has an ETag. A name counts only if
 * two requests get two names, so that a collection is not taken for a resource.
 */
export async function resourceTraits(
  target: ExploredTarget,
  header: RunHeader,
): Promise<ResourceTraits> {
  const from = interfaceOf(header);
  const letters = stateLetters(from, { named: "location" });
  const life = ["create", "get"].flatMap((id) => letters.filter((letter) => letter.id === id));
  const sequence = (traits: ResourceTraits) =>
    letterSequence(
      life.map((letter) => ({ letter })),
      from,
      { ...traits, one: false },
    ).request;
  const isAllowed = allowedBy(header.options.profile, from);
  if (life.length < 2 || from.body === undefined || !isAllowed(sequence({}))) return {};
  const ask = async (traits: ResourceTraits): Promise<(RequestResult | undefined)[]> =>
    (await target.ask(sequence(traits))).replied.answers;
  const [made, own] = await ask({});
  if (made === undefined || !isSuccess(made)) return {};
  if (isSuccess(own)) return { tagged: takenValue("etag", [own]) !== undefined };
  for (const named of namesIn(made)) {
    const [other, read] = await ask({ named });
    const isNew = takenValue(named, [made]) !== takenValue(named, [other]);
    if (isNew && isSuccess(read))
      return { named, tagged: takenValue("etag", [read]) !== undefined };
  }
  return {};
}

const isSuccess = (result: RequestResult | undefined): boolean =>
  result !== undefined && classOf(resultWord(result)) === "2xx";
