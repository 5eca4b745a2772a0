import { serverReason } from "../../analyse/index.ts";
import { statedFor } from "../../contract/index.ts";
import type { Interface, Response } from "../../model/index.ts";
import { classOf } from "../../model/index.ts";
import { responseIn, type StatedSender } from "./stated-sender.ts";

/** Refusals that may be about a value. */
const ABOUT_VALUES: ReadonlySet<string> = new Set(["400", "422"]);
/** More are not tried one by one. */
const MOST_TRIED = 20;

/** What a server refuses in a stated request, and an interface without it. */
export type RefusedParts = {
  without: (from: Interface) => Interface;
  note: string;
  /** Whether the document has the status of the refusal; else it is a breach, which the run of the operation is to show. */
  isStated: boolean;
};

/**
 * The optional parts with which the stated request of an operation is refused: `assignee` may have to name somebody who exists. Undefined
 * if it is not refused, or also without them. @throws Interrupted after the signal.
 */
export async function refusedParts(
  from: Interface,
  sender: StatedSender,
  heard: (response: Response) => void,
): Promise<RefusedParts | undefined> {
  const sent = async (tried: Interface): Promise<Response | undefined> => {
    const response = responseIn(await sender.send(tried));
    if (response !== undefined) heard(response);
    return response;
  };
  const isAccepted = async (names: ReadonlySet<string>): Promise<boolean> =>
    classOf(String((await sent(without(from, names)))?.status)) === "2xx";
  // Another request of a DELETE would need another resource.
  const optional = from.method === "DELETE" ? [] : optionalParts(from);
  if (optional.length === 0 || optional.length > MOST_TRIED) return undefined;
  const refusal = await sent(from);
  const status = String(refusal?.status);
  if (refusal === undefined || !ABOUT_VALUES.has(status)) return undefined;
  let left = new Set(optional);
  if (!(await isAccepted(left))) return undefined;
  for (const part of optional) {
    const fewer = new Set([...left].filter((each) => each !== part));
    if (await isAccepted(fewer)) left = fewer;
  }
  const said = serverReason(refusal);
  const words = said === undefined ? status : `${status} "${said}"`;
  const stated = statedFor(from.responses ?? [], status);
  return {
    without: (other) => without(other, left),
    note: `sent without ${[...left].join(", ")}: the request with all optional parts got ${words}`,
    isStated: stated !== undefined && stated.implied === undefined,
  };
}

/** Names of members of the body, and of parameters, that may be left out. */
const optionalParts = ({ body, parameters = [] }: Interface): string[] => [
  ...parameters.flatMap((each) => (each.required === false ? [each.name] : [])),
  ...(body?.kind === "object" ? body.fields : []).flatMap((each) =>
    each.required === false ? [each.name] : [],
  ),
];

function without(from: Interface, names: ReadonlySet<string>): Interface {
  const isKept = ({ name, required }: { name: string; required?: boolean | undefined }): boolean =>
    required !== false || !names.has(name);
  const { body, parameters } = from;
  return {
    ...from,
    ...(parameters && { parameters: parameters.filter(isKept) }),
    ...(body?.kind === "object" && { body: { ...body, fields: body.fields.filter(isKept) } }),
  };
}
