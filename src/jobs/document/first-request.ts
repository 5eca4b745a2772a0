import { serverReason } from "../../analyse/index.ts";
import { statedFor } from "../../contract/index.ts";
import { type Interface, type Response, classOf } from "../../model/index.ts";
import type { OperationValues } from "./path-values.ts";
import { namingOf, responseIn, type StatedSender } from "./stated-sender.ts";
import type { Naming } from "./value-in-response.ts";

/** Refusals that may be about a value. */
const ABOUT_VALUES: ReadonlySet<string> = new Set(["400", "404", "422"]);
const OF_ACCESS: ReadonlySet<string> = new Set(["401", "403"]);
/** More are not tried one by one. */
const MOST_TRIED = 20;

/** What a server refuses in a stated request, and an interface without it. */
export type RefusedParts = {
  without: (from: Interface) => Interface;
  note: string;
  response: Response;
  /** Whether the document has the status of the refusal; else it is a breach, which the run of the operation is to show. */
  isStated: boolean;
};

/** What the response to the first request of an operation shows. `isClosed`: it refuses requests without credentials, and none are given. */
export type FirstRequest = { isClosed: boolean; refused?: RefusedParts | undefined };

/** Sends the stated request once; not a DELETE, which would take away what is to be deleted, unless it is refused. @throws Interrupted */
export async function firstRequest(
  from: Interface,
  sender: StatedSender,
  heard: (naming: Naming) => void,
): Promise<FirstRequest> {
  const lacks = await sender.lacksCredentials(from);
  const optional = from.method === "DELETE" ? [] : optionalParts(from);
  if (!lacks && optional.length === 0) return { isClosed: false };
  const sent = async (tried: Interface): Promise<Response | undefined> => {
    const exchange = await sender.send(tried);
    const naming = namingOf(exchange);
    if (naming !== undefined) heard(naming);
    return responseIn(exchange);
  };
  const response = await sent(from);
  const status = String(response?.status);
  if (lacks) return { isClosed: OF_ACCESS.has(status) };
  if (response === undefined || !ABOUT_VALUES.has(status)) return { isClosed: false };
  const isAccepted = async (names: ReadonlySet<string>): Promise<boolean> =>
    classOf(String((await sent(without(from, names)))?.status)) === "2xx";
  return { isClosed: false, refused: await refusedParts(from, optional, { response, isAccepted }) };
}

/** Leaves out the optional parts that a target refuses, as the document says it may; all targets get the same. */
export async function leaveOutRefused(
  found: readonly OperationValues[],
  senders: readonly StatedSender[],
  heard: (naming: Naming) => void,
): Promise<void> {
  for (const [at, values] of found.entries()) {
    const sender = senders[at];
    const first = sender && (await firstRequest(values.interface, sender, heard));
    const refused = first?.refused;
    if (refused?.isStated !== true) continue;
    values.notes.push(refused.note);
    for (const each of found) each.interface = refused.without(each.interface);
  }
}

type Refusal = {
  response: Response;
  isAccepted: (without: ReadonlySet<string>) => Promise<boolean>;
};

/** The optional parts with which it is refused: `assignee` may have to exist. Undefined if it is refused without them, too. */
async function refusedParts(
  from: Interface,
  optional: readonly string[],
  { response, isAccepted }: Refusal,
): Promise<RefusedParts | undefined> {
  let left = new Set(optional);
  if (left.size > MOST_TRIED || !(await isAccepted(left))) return undefined;
  for (const part of optional) {
    const fewer = new Set([...left].filter((each) => each !== part));
    if (await isAccepted(fewer)) left = fewer;
  }
  const { status } = response;
  const said = serverReason(response);
  const words = said === undefined ? String(status) : `${status} "${said}"`;
  const stated = statedFor(from.responses ?? [], String(status));
  return {
    response,
    without: (other) => without(other, left),
    note: `sent without ${[...left].join(", ")}: the request with all optional parts got ${words}`,
    isStated: stated !== undefined && stated.implied === undefined,
  };
}

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
