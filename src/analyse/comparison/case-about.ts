import {
  exampleFilling,
  familyOf,
  jsonMembers,
  LARGE_BODY_BYTES,
  requestBytes,
} from "../../generate/index.ts";
import type { CaseRequest, Interface } from "../../model/index.ts";
import type { About } from "./name-group.ts";

const AS_STATED = "as stated";
const NOT_UTF8 = "not UTF-8";
const FURTHER_KEYS = "further keys";

/** How a request differs from the stated one, and the integers that it fixes. */
export function aboutRequest(request: CaseRequest, from: Interface): About {
  const family = familyOf(request, from);
  const parts = family === AS_STATED ? [] : family.split(" + ");
  const keys = parts.includes(NOT_UTF8) && hasFurtherKeys(request, from) ? [FURTHER_KEYS] : [];
  return { parts: [...parts, ...keys], integers: integersOf(request, from) };
}

/** The family of a body that is not UTF-8 says nothing about its keys: a group of further keys may have some. */
function hasFurtherKeys(request: CaseRequest, { body, ...others }: Interface): boolean {
  if (body?.kind !== "object") return false;
  const stated = new Set(body.fields.map(({ name }) => name));
  const members = membersOf(request, exampleFilling({ ...others, body }));
  return [...members.keys()].some((key) => !stated.has(key));
}

/** Integer fields of the body whose value is the same in every request. */
function integersOf(request: CaseRequest, from: Interface): About["integers"] {
  if (request.sender !== "client" || from.body?.kind !== "object") return [];
  const filling = exampleFilling(from);
  const [first, second] = [filling, { ...filling, fresh: 1 }].map((each) =>
    membersOf(request, each),
  );
  return [...(first ?? [])].filter(
    ([key, value]) => /^-?\d+$/.test(value) && second?.get(key) === value,
  );
}

function membersOf(
  request: CaseRequest,
  filling: ReturnType<typeof exampleFilling>,
): Map<string, string> {
  const bytes = Buffer.concat(requestBytes(request, filling));
  const body = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
  if (body.length > LARGE_BODY_BYTES) return new Map();
  const text = body.toString("utf8");
  try {
    JSON.parse(text);
  } catch {
    return new Map();
  }
  return new Map(jsonMembers(text).top.map(({ key, value }) => [key, value]));
}
