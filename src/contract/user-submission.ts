import type {
  CalibrationRecord,
  Clause,
  FieldDigits,
  Interface,
  InterfaceName,
} from "../model/index.ts";
import type { RunHeader } from "../model/index.ts";
import { clausesOf, type Stated } from "./clauses.ts";
import { memberPath, type FieldType } from "../kinds/index.ts";

const stated: Stated = {
  method: "POST",
  path: "/api/user",
  body: {
    kind: "object",
    fields: [
      { name: "id", type: { kind: "whole-number", fresh: true } },
      { name: "date", type: { kind: "date-time", fresh: true, fraction: 3, utc: true } },
    ],
  },
};

/** Texts where the specification is more precise than the derived ones. */
const TEXTS: Record<string, string> = {
  path: "The path is /api/user, below the base URL, without path or query parameters.",
  "id-type": "id is a number, and whole.",
  "date-format": "date is an ISO 8601 date-time in UTC with milliseconds and a trailing Z.",
};

/** `POST /api/user`: the specification states no bounds, nor whether a field is required or further ones are allowed. */
export const userSubmission: Interface = {
  ...stated,
  name: "user-submission",
  clauses: clausesOf(stated, { sending: true }).map((clause) => ({
    ...clause,
    text: TEXTS[clause.id] ?? clause.text,
  })),
  suites: { id: "id-bounds", date: "date-precision" },
};

export const interfaceOf = ({ interface: own }: { interface?: Interface | undefined }): Interface =>
  own ?? userSubmission;

export function interfaceName(header: { interface?: Interface | undefined }): InterfaceName {
  const { name, method, path } = interfaceOf(header);
  return { name, method, path };
}

export const isUserSubmission = (from: Interface): boolean => from.name === userSubmission.name;

/** The paths whose values are fresh, and how many digits fresh numbers have. Of a list, the path of its first item stands for all. */
type Drawn = { fresh: ReadonlySet<string>; digits: ReadonlyMap<string, number> };

function freshIn(
  from: Interface,
  paths: readonly string[],
  digits: readonly FieldDigits[] = [],
): Interface {
  const { parameters, body } = from;
  const at: Drawn = {
    fresh: new Set(paths),
    digits: new Map(digits.map((each) => [each.path, each.digits])),
  };
  return {
    ...from,
    ...(parameters && {
      parameters: parameters.map((each) => ({
        ...each,
        type: freshAt(each.type, `${each.in}.${each.name}`, at),
      })),
    }),
    ...(body && { body: freshAt(body, "", at) }),
  };
}

function freshAt(type: FieldType, path: string, drawn: Drawn): FieldType {
  if (type.kind === "list") return { ...type, items: freshAt(type.items, `${path}[0]`, drawn) };
  if (type.kind === "object") {
    const fields = type.fields.map((field) => ({
      ...field,
      type: freshAt(field.type, memberPath(path, field.name), drawn),
    }));
    return { ...type, fields };
  }
  const digits = type.kind === "whole-number" ? drawn.digits.get(path) : undefined;
  if (!drawn.fresh.has(path) && digits === undefined) return type;
  return { ...type, ...(digits !== undefined && { digits }), fresh: true } as FieldType;
}

/** The header of a run, with fresh values at these paths of its interface, and with these numbers of digits. */
export function withFresh(
  header: RunHeader,
  paths: readonly string[],
  digits: readonly FieldDigits[] = [],
  identity?: string,
): RunHeader {
  if (paths.length + digits.length === 0 && identity === undefined) return header;
  const from = freshIn(interfaceOf(header), paths, digits);
  return { ...header, interface: identity === undefined ? from : withIdentity(from, identity) };
}

/** The interface with another value that says whether a request is the same again. */
const withIdentity = (from: Interface, identity: string): Interface => {
  const known = new Set(from.clauses.map(({ id }) => id));
  const clauses = clausesOf({ ...from, identity }).filter(({ id }) => !known.has(id));
  return { ...from, identity, clauses: [...from.clauses, ...clauses.filter(isUniqueness)] };
};

const isUniqueness = ({ id }: Clause): boolean => id.endsWith("-uniqueness");

/** An interface whose PUT names its resource in the path, with a new resource in each request; any other one as it is. */
export function withFreshResource(from: Interface): Interface {
  const [, name] = /\{([^{}]+)\}\/?$/.exec(from.path) ?? [];
  return from.method === "PUT" && name !== undefined ? freshIn(from, [`path.${name}`]) : from;
}

/** The header of a run after its approach: fields that a target keeps unique are fresh in its interface. */
export const withUnique = (
  header: RunHeader,
  {
    unique = [],
    alsoFresh = [],
    digits,
    identity,
  }: Pick<CalibrationRecord, "unique" | "alsoFresh" | "digits" | "identity"> = {},
): RunHeader =>
  withFresh(header, [...unique.map(({ path }) => path), ...alsoFresh], digits, identity);
