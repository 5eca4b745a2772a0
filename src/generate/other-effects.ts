import { escapedPattern, targetTemplate } from "./request-target.ts";
import type { CaseRequest, Interface } from "../model/index.ts";
import { oncePer } from "../remember.ts";
import type { Profile } from "../options/index.ts";
import { exampleFilling, render } from "./render.ts";
import { sentBytes } from "./request-bytes.ts";
import { layoutOf, perInterface } from "./layout.ts";

/** What a server may do on a request besides the operation: a method, and a path that may be of something else. */
export type OtherEffect = {
  /** As sent, or as named by a header, the query or the body that overrides it. */
  method: string;
  samePath: boolean;
};

/** A message may begin at any line: also in the body of another one. */
const REQUEST_LINE = /(?:^|[\r\n])[ \t]*([^\s]+)[ \t]+(\S+)[ \t]+HTTP\/\d/g;
const FIRST_LINE = /^[\s]*([^\s]*)[ \t\v\f]*([^\s]*)/;
const METHOD_OVERRIDE =
  /^x-(?:http-)?(?:method|original-method)(?:-override)?[ \t]*:[ \t]*([^\s]+)/gim;
const MEMBER_OVERRIDE = /[?&]_method=(\w+)|"_method"\s*:\s*"(\w+)"/g;
/** Headers from which a server or a proxy takes another path. */
const PATH_OVERRIDE =
  /^x-(?:original-url|rewrite-url|original-uri|forwarded-(?:prefix|path|uri))[ \t]*:/im;
/** Methods that change nothing by their definition (RFC 9110, 9.2.1). */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]);
/** Methods with which the path or the query chooses what is changed. */
const SELECTING = new Set(["PUT", "PATCH", "DELETE"]);
/** Fresh values of one case: `nth` of a template. */
const MOST_FRESH = 1000;

/**
 * What a request may do besides the operation of its interface; undefined if nothing. Another method counts, and so do
 * headers and members that override it, and a target that may be read as another path (escapes, dot segments,
 * repeated slashes and letter case are resolved). Where the method changes something, values in the path must be those of
 * the stated request, because others may be somebody else's; with PUT, PATCH and DELETE, also those in the query.
 */
export function otherEffect(request: CaseRequest, from: Interface): OtherEffect | undefined {
  if (isOnlyBody(request)) return undefined;
  const text = connectionsOf(request, from);
  const { method } = from;
  const asked = text.flatMap((each) => messagesIn(each, method));
  const samePath = asked.every(({ target }) => isOwnTarget(target, from));
  const other = asked.find((each) => each.method !== method)?.method ?? overridden(text, method);
  if (other !== undefined) return { method: other, samePath };
  const isElsewhere = !samePath || text.some((each) => PATH_OVERRIDE.test(each));
  return isElsewhere && !SAFE_METHODS.has(method) ? { method, samePath: false } : undefined;
}

/** `safe` allows no other effect, `default` none on a resource whose number a store is likely to have given to somebody else, `full` all. */
export function allowedBy(
  profile: Profile | undefined,
  from: Interface,
): (request: CaseRequest) => boolean {
  if (profile === "safe") return isOwn(from);
  const isNumbered = layoutOf(from).parameters.some(
    (slot) => slot.in === "path" && slot.type.kind === "whole-number",
  );
  if (profile === "full" || !isNumbered || !SELECTING.has(from.method)) return anyRequest;
  return (request) => !changesOthers(request, from);
}

/** Planning and exploration ask it of the same cases. */
const isOwn = perInterface((from) =>
  oncePer((request: CaseRequest) => otherEffect(request, from) === undefined),
);

/** Numbers below this are likely to be in use; those that are sent as new ones are not below it. */
const LIKELY = 100_000_000;

/** Whether the path has another number than the stated requests, however a server reads it, that is likely to be in use. */
function changesOthers(request: CaseRequest, from: Interface): boolean {
  if (isOnlyBody(request)) return false;
  const { paths, pattern } = statedTargets(from);
  return connectionsOf(request, from)
    .flatMap((each) => messagesIn(each, from.method))
    .filter(({ method }) => SELECTING.has(method.toUpperCase()))
    .map(({ target }) =>
      normalised(target.replace(/^[a-z]+:\/\/[^/?#]*/i, "").split(/[?#]/)[0] ?? ""),
    )
    .some((path) => !paths.has(path) && (pattern.exec(path)?.slice(1) ?? []).some(isLikely));
}

function isLikely(segment: string): boolean {
  // Digits of other scripts are numbers for some servers.
  if (/[^\0-\x7f]/.test(segment)) return true;
  return [Number(segment), Number.parseInt(segment, 10)].some(
    (value) => value >= 1 && value < LIKELY,
  );
}

/** The parameters of the path whose stated value is likely to be in use: an example, a low number, or the `chosen` one of a few values. */
export function likelyInPath(from: Interface, chosen?: string): string[] {
  const filling = exampleFilling(from);
  return layoutOf(from).parameters.flatMap(({ in: place, name, type, content }) => {
    const stated = from.parameters?.find((each) => each.in === place && each.name === name);
    const isUsed =
      stated?.example !== undefined ||
      (type.kind === "choice" && name === chosen) ||
      (type.kind === "whole-number" && isLikely(render(content(), filling).toString("latin1")));
    return place === "path" && isUsed ? [name] : [];
  });
}

export const anyRequest = (): boolean => true;

/** The ordinary client's request with another body in which nothing names a method: most cases are such. */
const isOnlyBody = (request: CaseRequest): boolean =>
  request.sender === "client" &&
  request.method === undefined &&
  request.headers === undefined &&
  request.path === undefined &&
  !request.body.some((part) => typeof part !== "string" || part.includes("_method"));

const connectionsOf = (request: CaseRequest, from: Interface): string[] =>
  sentBytes(request, from).connections.map((bytes) => bytes.toString("latin1"));

/** The first message of a connection, and everything further that looks like one: it may follow a body on one line. */
function messagesIn(text: string, stated: string): { method: string; target: string }[] {
  const [, first = "", target = ""] = FIRST_LINE.exec(text) ?? [];
  const further = [...text.matchAll(REQUEST_LINE)].map(([, word = "", of = ""]) => ({
    method: word.endsWith(stated) ? stated : (/[A-Z]+$/.exec(word)?.[0] ?? word),
    target: of,
  }));
  // Less than a line asks for nothing.
  return text.includes("\n") ? [{ method: first, target }, ...further.slice(1)] : [];
}

function overridden(connections: readonly string[], method: string): string | undefined {
  for (const text of connections)
    for (const pattern of [METHOD_OVERRIDE, MEMBER_OVERRIDE])
      for (const [, first, second] of text.matchAll(pattern)) {
        const named = first ?? second;
        if (named !== undefined && named.toUpperCase() !== method) return named;
      }
  return undefined;
}

function isOwnTarget(target: string, from: Interface): boolean {
  const { host } = exampleFilling(from).target;
  const [, authority, rest] = /^[a-z]+:\/\/([^/?#]*)(.*)$/i.exec(target) ?? ["", host, target];
  if (authority?.toLowerCase() !== host || rest === undefined) return false;
  const { paths, targets, pattern } = statedTargets(from);
  const [path = ""] = rest.split(/[?#]/);
  if (SELECTING.has(from.method)) return targets.has(rest.replace(/#.*$/, ""));
  const plain = normalised(path);
  return SAFE_METHODS.has(from.method) ? pattern.test(plain) : paths.has(plain);
}

/** The path as the most lenient server reads it. */
function normalised(path: string): string {
  let plain = path.replace(/;[^/]*/g, "");
  // An escape may be escaped.
  for (let turn = 0; turn < 2; turn += 1)
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const segments: string[] = [];
  for (const segment of plain.toLowerCase().split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** The targets of the stated request with each of its fresh values, and the pattern of its path, with its numbers as groups. */
const statedTargets = perInterface((from) => {
  const layout = layoutOf(from);
  const filling = exampleFilling(from);
  const isFresh = layout.parameters.some((slot) => slot.in !== "header" && slot.text !== undefined);
  const targets = new Set(
    Array.from({ length: isFresh ? MOST_FRESH : 1 }, (_, nth) =>
      render(targetTemplate(layout, { nth }), filling).toString("latin1"),
    ),
  );
  const paths = new Set([...targets].map((target) => normalised(target.split("?")[0] ?? "")));
  const isNumber = (name: string): boolean =>
    layout.parameters.some(
      (slot) => slot.in === "path" && slot.name === name && slot.type.kind === "whole-number",
    );
  const marked = from.path.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    isNumber(name) ? "\u0002" : "\u0001",
  );
  const groups = escapedPattern(normalised(marked))
    .replaceAll("\u0001", "[^/]+")
    .replaceAll("\u0002", "([^/]+)");
  return { targets, paths, pattern: new RegExp(`^${groups}$`) };
});
