import { stringify } from "yaml";
import type { FieldType } from "../kinds/field-type.ts";
import { memberPath } from "../kinds/slot.ts";
import type { Interface } from "../model/interface.ts";

type Keywords = Record<string, unknown>;

/** What was inferred of a field: its schema, whether it is required, and what shows it. */
export type InferredField = {
  schema: Keywords;
  required?: boolean;
  evidence: { rule: string; accepted: number; refused: number; cases: string[] }[];
};

/** The contract as implemented, before it is written. */
export type ImplementedContract = {
  interface: Interface;
  target: string;
  /** By path. */
  fields: ReadonlyMap<string, InferredField>;
  /** Whether further members of the body are accepted; undefined if that is not known. */
  furtherMembers?: boolean;
  statuses: readonly {
    status: string;
    count: number;
    cases: string[];
    contentTypes: string[];
    schema?: Keywords;
    example?: unknown;
  }[];
  /** What a schema cannot express. */
  inWords: readonly string[];
  order?: string;
};

/** An OpenAPI 3.1 document of what a server does, as YAML. */
export const contractDocument = (contract: ImplementedContract): string =>
  stringify(documentOf(contract), { aliasDuplicateObjects: false, lineWidth: 100 });

/** The same as plain data. */
export function documentOf(contract: ImplementedContract): Keywords {
  const { interface: from, target, statuses, inWords, order } = contract;
  return {
    openapi: "3.1.0",
    info: {
      title: `${from.name}, as implemented`,
      version: "1",
      description: [
        "What the server does, by experiment. It states nothing that the server promises.",
        ...(order === undefined ? [] : [`Order of checks: ${order}.`]),
        ...(inWords.length === 0 ? [] : ["Not expressed by the schemas:"]),
        ...inWords.map((words) => `- ${words}`),
      ].join("\n"),
    },
    servers: [{ url: target }],
    paths: {
      [from.path.split("?")[0] ?? from.path]: {
        [from.method.toLowerCase()]: {
          operationId: from.name,
          ...parametersOf(from),
          ...(from.body !== undefined && {
            requestBody: {
              required: true,
              content: {
                [from.contentType ?? "application/json"]: {
                  schema: schemaAt(from.body, "", contract),
                },
              },
            },
          }),
          responses: Object.fromEntries(statuses.map((seen) => [seen.status, responseOf(seen)])),
        },
      },
    },
  };
}

function parametersOf({ parameters = [] }: Interface): Keywords {
  if (parameters.length === 0) return {};
  return {
    parameters: parameters.map(({ name, in: place, required }) => ({
      name,
      in: place,
      required: place === "path" || required === true,
      schema: {},
    })),
  };
}

/** The schema of the value at a path: inferred where it is a leaf. */
function schemaAt(type: FieldType, path: string, contract: ImplementedContract): Keywords {
  if (type.kind === "object") {
    const members = type.fields.map(({ name, type: own }) => ({
      name,
      path: memberPath(path, name),
      type: own,
    }));
    const required = members
      .filter((member) => contract.fields.get(member.path)?.required === true)
      .map(({ name }) => name);
    return {
      type: "object",
      properties: Object.fromEntries(
        members.map((member) => [member.name, schemaAt(member.type, member.path, contract)]),
      ),
      ...(required.length > 0 && { required }),
      ...(path === "" && contract.furtherMembers === false && { additionalProperties: false }),
    };
  }
  if (type.kind === "list")
    return { type: "array", items: schemaAt(type.items, `${path}[0]`, contract) };
  const found = contract.fields.get(path);
  return found === undefined ? {} : { ...found.schema, "x-evidence": found.evidence };
}

function responseOf({
  count,
  cases,
  contentTypes,
  schema,
  example,
}: ImplementedContract["statuses"][number]): Keywords {
  const [type = "application/json"] = contentTypes.map((each) => each.split(";")[0]?.trim());
  return {
    description: `seen ${count} times`,
    ...(schema !== undefined && { content: { [type ?? "application/json"]: { schema, example } } }),
    "x-evidence": { count, cases },
  };
}
