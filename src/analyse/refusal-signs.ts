import type { RefusalSign, RequestResult, Response } from "../model/index.ts";
import { rawText, isSuccess } from "../model/index.ts";
import { parsedJson } from "../text/index.ts";

/** Words in the names of members that exist because something is wrong. */
const ERROR =
  /^(?:errors?|err|failures?|failed|fail|invalid|violations?|problems?|exceptions?|faults?|rejected|denied)$/;
/** Names of members that say how it went, as envelopes of APIs have them. */
const OUTCOME =
  /^(?:ok|success|successful|succeeded|isok|issuccess|issuccessful|valid|isvalid|accepted|status|statuscode|code|errcode|errorcode|errno|retcode)$/;
const SAYS_NO = /^(?:err|fail|invalid|bad|no$|nok|false|denied|refused|rejected|malformed)/i;
/** Longer texts are pages, and deeper members are about what is stored. */
const MOST = { text: 500, depth: 2, word: 20 };

type Scalar = boolean | number | string;
type Members = Map<string, { holds: boolean; scalar?: Scalar }>;

/** The members of a body by their paths; of a text its first word, by the empty path. Undefined for other bodies. */
function membersOf({ response }: RequestResult & { outcome: "answered" }): Members | undefined {
  const text = wholeText(response);
  if (text === undefined) return undefined;
  const members: Members = new Map();
  const add = (value: unknown, path: string, depth: number): void => {
    const scalar =
      typeof value === "boolean" || typeof value === "number" || typeof value === "string"
        ? { scalar: value }
        : {};
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    const holds = value !== null && value !== false && value !== "" && value !== 0 && !isEmpty;
    if (path !== "") members.set(path, { holds, ...scalar });
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    if (depth < MOST.depth)
      for (const [name, each] of Object.entries(value))
        add(each, path === "" ? name : `${path}.${name}`, depth + 1);
  };
  const value = parsedJson(text);
  if (typeof value === "object" && value !== null) add(value, "", 0);
  else {
    const word = /[a-z]+/i.exec(typeof value === "string" ? value : text)?.[0] ?? "";
    members.set("", { holds: true, scalar: word.toLowerCase() });
  }
  return members;
}

function wholeText(response: Response): string | undefined {
  const kept = response.decoded ?? response.body;
  const text = kept.text === undefined ? undefined : rawText(kept.text);
  if (text === undefined || text === "" || Buffer.byteLength(text) !== kept.bytes) return undefined;
  const isJson = /^\s*[{["]/.test(text);
  return isJson || (text.length <= MOST.text && !text.startsWith("<")) ? text : undefined;
}

/**
 * What tells refusals from successes where both have a status of success: an error that accepted requests do not have, a flag with the
 * other value, a word or a code in a member that says how it went. Members with names of `fields` repeat the request.
 */
export function refusalSigns(
  accepted: readonly RequestResult[],
  refused: readonly RequestResult[],
  fields: ReadonlySet<string> = new Set(),
): RefusalSign[] {
  const usual = accepted.flatMap((each) => (isSuccess(each) ? (membersOf(each) ?? []) : []));
  if (usual.length < accepted.length || usual.length === 0) return [];
  const signs = refused.flatMap((each) => {
    const members = isSuccess(each) ? membersOf(each) : undefined;
    return [...(members ?? [])].flatMap(([member, found]) =>
      fields.has(lastName(member)) ? [] : (signOf(member, found, valuesAt(usual, member)) ?? []),
    );
  });
  const byText = new Map(signs.map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}

const lastName = (member: string): string => member.slice(member.lastIndexOf(".") + 1);

const valuesAt = (all: readonly Members[], member: string) => all.map((each) => each.get(member));

function signOf(
  member: string,
  { holds, scalar }: { holds: boolean; scalar?: Scalar },
  usual: readonly ({ holds: boolean; scalar?: Scalar } | undefined)[],
): RefusalSign | undefined {
  const says = OUTCOME.test(lastName(member).replace(/[_-]/g, "").toLowerCase());
  const isError = isOfError(member);
  if (holds && isError && !says && typeof scalar !== "boolean")
    return usual.some((each) => each?.holds) ? undefined : { member, holds: "anything" };
  const values = new Set(usual.map((each) => each?.scalar));
  const [value] = values;
  // One that is the same for all accepted requests, and was there.
  if (values.size > 1 || value === scalar || typeof value !== typeof scalar) return undefined;
  if (!says && !isError && member !== "") return undefined;
  if (typeof scalar === "boolean") return { member, is: scalar };
  if (typeof scalar === "string")
    return member === "" || says ? ofText(member, scalar, String(value)) : undefined;
  return typeof value === "number" && isBad(scalar, value) ? { member, isNot: value } : undefined;
}

/** A word of refusal, or a code that successes do not have, such as "0". */
function ofText(member: string, text: string, usual: string): RefusalSign | undefined {
  if (SAYS_NO.test(text) && text.length <= MOST.word) return { member, is: text };
  return /^0+$/.test(usual) && /^\w*\d$/.test(text) ? { member, isNot: usual } : undefined;
}

/** `error` in `error`, `errors`, `validation_errors` and `lastError`, and not in `territory`. */
const isOfError = (member: string): boolean =>
  lastName(member)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => ERROR.test(word));

/** Whether a code shows a refusal, where successes have the code 0, or one from 200 to 299. */
const isBad = (code: number | undefined, usual: number): boolean =>
  code !== undefined && (usual === 0 ? code !== 0 : isSuccessCode(usual) && code >= 300);

const isSuccessCode = (code: number): boolean => code >= 200 && code < 300;

export function isRefusalBy(signs: readonly RefusalSign[], result: RequestResult): boolean {
  const members = isSuccess(result) ? membersOf(result) : undefined;
  return (
    members !== undefined &&
    signs.some((sign) => {
      const found = members.get(sign.member);
      if (found === undefined) return false;
      if ("holds" in sign) return found.holds;
      if ("is" in sign) return found.scalar === sign.is;
      return typeof sign.isNot === "number"
        ? typeof found.scalar === "number" && isBad(found.scalar, sign.isNot)
        : typeof found.scalar === "string" && found.scalar !== sign.isNot;
    })
  );
}

/** `"ok" is false`, `"error" is there`, `"code" is not 0`, `it begins with "error"`. */
export function signText(sign: RefusalSign): string {
  if (sign.member === "") return `it begins with ${"is" in sign ? `"${sign.is}"` : ""}`;
  const name = `"${sign.member}"`;
  if ("holds" in sign) return `${name} is there`;
  return "is" in sign
    ? `${name} is ${JSON.stringify(sign.is)}`
    : `${name} is not ${JSON.stringify(sign.isNot)}`;
}
