import { inAscii, trimmedAs, trimmedAsPython } from "../number-readers.ts";
import { stringRules, sources } from "../rule-rows.ts";

const { dotnet, java, pydantic2, python, rfc, zod } = sources;

const FORM = "[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}";
const AJV = new RegExp(`^(?:urn:uuid:)?${FORM}$`, "i");
const ANY_CASE = new RegExp(`^${FORM}$`, "i");
const VERSIONED =
  /^(?:[\da-fA-F]{8}-[\da-fA-F]{4}-[1-8][\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
const PLAIN = "[\\da-f]{32}";
/** The prefix is in lower case, the digits are in any (the crate uuid of pydantic 2.13). */
const RUST = new RegExp(`^(?:${FORM}|${PLAIN}|\\{${FORM}\\})$`, "i");
const isRust = (text: string): boolean =>
  RUST.test(text) || (text.startsWith("urn:uuid:") && ANY_CASE.test(text.slice(9)));

const BYTES = Array.from({ length: 8 }, () => "0x[\\da-f]{1,2}").join(",");
const HEX_FORM = `\\{0x[\\da-f]{1,8},0x[\\da-f]{1,4},0x[\\da-f]{1,4},\\{${BYTES}\\}\\}`;
const DOTNET = new RegExp(`^(?:${FORM}|${PLAIN}|\\{${FORM}\\}|\\(${FORM}\\)|${HEX_FORM})$`, "i");

/** Prefixes, braces and dashes may be repeated, up to a length that no client sends. */
const LONGEST = 1000;

/** Removes the prefixes, braces and dashes wherever they are; 32 characters of hexadecimal digits are left. */
function pythonUuid(text: string): boolean {
  if (text.length > LONGEST) return false;
  const bare = text
    .replaceAll("urn:", "")
    .replaceAll("uuid:", "")
    .replace(/^[{}]+|[{}]+$/g, "")
    .replaceAll("-", "");
  const digits = inAscii(trimmedAsPython(bare)).replace(/^[+-]?(?:0x_?)?/i, "");
  return [...bare].length === 32 && /^[\da-f]+(?:_[\da-f]+)*$/i.test(digits);
}

/** Five groups of hexadecimal digits of any length, 36 characters at most. */
const javaUuid = (text: string): boolean =>
  text.length <= 36 && /^[\da-f]+(?:-[\da-f]+){4}$/i.test(text);

export const uuidRules = stringRules("uuid")`
  ${rfc}9562#section-4
  any-case | 8-4-4-4-12 hexadecimal digits | ${ANY_CASE} | zod guid
  lower-case | 8-4-4-4-12 hexadecimal digits in lower case | ${new RegExp(`^${FORM}$`)}
  version-4 | a UUID of version 4 | ${/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i} | zod uuidv4
  string-any | any string | accepted
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`uuid\`, as in Fastify | ${AJV} | fastify uuid
  ${zod}#uuids
  zod | zod: version 1 to 8 and variant checked | ${VERSIONED} | zod uuid
  ${python}uuid.html#uuid.UUID
  python | Python's uuid.UUID | ${pythonUuid} | python3.{10,11,13} uuid.UUID & pydantic1 UUID
  ${pydantic2}
  pydantic2 | pydantic 2 \`UUID\` | ${isRust} | pydantic2 UUID
  ${java}util/UUID.html#fromString(java.lang.String)
  java | Java's UUID.fromString | ${javaUuid} | java UUID.fromString
  ${dotnet}guid.tryparseexact
  dotnet-d | .NET's Guid, form D | ${(text) => ANY_CASE.test(trimmedAs("dotnet", text))} | dotnet Guid D
  ${dotnet}guid.parse
  dotnet | .NET's Guid.Parse | ${(text) => DOTNET.test(trimmedAs("dotnet", text))} | dotnet Guid
`;
