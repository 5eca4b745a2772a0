import { stringify } from "yaml";
import { contentTypeOf, formStyleOf } from "../contract/index.ts";
import { memberPath, type FieldType } from "../kinds/index.ts";
import type { Interface, Parameter } from "../model/index.ts";

type Keywords = Record<string, unknown>;

export type KeywordEvidence = { rule: string; accepted: number; refused: number; cases: string[] };

export type InferredField = {
  schema: Keywords;
  required?: boolean;
  evidence: Record<string, KeywordEvidence[]>;
};

export type ImplementedContract = {
  interface: Interface;
  target: string;
  fields: ReadonlyMap<string, InferredField>;
  examples: ReadonlyMap<string, unknown>;
  /** Whether further members of the body are accepted; undefined if that is not known. */
  furtherMembers?: { accepted: boolean; evidence: KeywordEvidence[] };
  statuses: readonly {
    status: string;
    count: number;
    cases: string[];
    contentTypes: string[];
    /** The number of responses without a body or a media type: if there are any, no content is stated. */
    without: number;
    schema?: Keywords;
    example?: unknown;
  }[];
  /** Statements that a schema cannot express. */
  inWords: readonly string[];
  order?: string;
};

export const contractDocument = (contract: ImplementedContract): string =>
  stringify(documentOf(contract), { aliasDuplicateObjects: false, lineWidth: 100 });

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
          ...parametersOf(contract),
          ...bodyOf(contract),
          responses: Object.fromEntries(statuses.map((seen) => [seen.status, responseOf(seen)])),
        },
      },
    },
  };
}

type Implemented = { parameter: Parameter; isRequired: boolean; schema: Keywords };

function implemented({ interface: from, fields, examples }: ImplementedContract): Implemented[] {
  return (from.parameters ?? []).map((parameter) => {
    const path = `${parameter.in}.${parameter.name}`;
    const found = fields.get(path);
    return {
      parameter,
      isRequired: parameter.in === "path" || (found?.required ?? parameter.required) === true,
      schema: withExample(found === undefined ? {} : schemaOf(found), examples.get(path)),
    };
  });
}

/** The style of a list, by what stands between its items. */
const STYLES: Record<string, Keywords> = {
  "%20": { style: "spaceDelimited" },
  "%7C": { style: "pipeDelimited" },
};

function parametersOf(contract: ImplementedContract): Keywords {
  const parameters = implemented(contract).filter(({ parameter }) => parameter.in !== "form");
  if (parameters.length === 0) return {};
  return {
    parameters: parameters.map(
      ({ parameter: { name, in: place, separator }, isRequired, schema }) => ({
        name,
        in: place,
        required: isRequired,
        ...(place === "query" &&
          separator !== undefined && { ...STYLES[separator], explode: false }),
        schema,
      }),
    ),
  };
}

function bodyOf(contract: ImplementedContract): Keywords {
  const { interface: from } = contract;
  const contentType = contentTypeOf(from);
  if (contentType === undefined) return {};
  const schema = from.body === undefined ? formAt(contract) : schemaAt(from.body, "", contract);
  const [type = ""] = contentType.split("; boundary=");
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function formAt(contract: ImplementedContract): Keywords {
  const members = implemented(contract).filter(({ parameter }) => parameter.in === "form");
  const [first] = members;
  if (first !== undefined && formStyleOf(contract.interface) === "text") return first.schema;
  const required = members.filter(({ isRequired }) => isRequired);
  return {
    type: "object",
    properties: Object.fromEntries(
      members.map(({ parameter: { name, file }, schema }) => [
        name,
        file === undefined ? schema : { ...schema, contentMediaType: file },
      ]),
    ),
    ...(required.length > 0 && { required: required.map(({ parameter }) => parameter.name) }),
  };
}

function schemaAt(type: FieldType, path: string, contract: ImplementedContract): Keywords {
  const found = contract.fields.get(path);
  if (type.kind === "object") return objectAt(type, path, contract);
  if (type.kind === "list") {
    const own = found === undefined ? { type: "array" } : schemaOf(found);
    return { ...own, items: schemaAt(type.items, `${path}[0]`, contract) };
  }
  return found === undefined ? {} : withExample(schemaOf(found), contract.examples.get(path));
}

const withExample = (schema: Keywords, example: unknown): Keywords =>
  example === undefined ? schema : { ...schema, examples: [example] };

const schemaOf = ({ schema, evidence }: InferredField): Keywords => {
  // Whether a value is required is said, and shown, by the object or the parameter.
  const { required: _, ...shown } = evidence;
  return { ...schema, ...(Object.keys(shown).length > 0 && { "x-evidence": shown }) };
};

function objectAt(
  type: Extract<FieldType, { kind: "object" }>,
  path: string,
  contract: ImplementedContract,
): Keywords {
  const { fields, furtherMembers } = contract;
  const members = type.fields.map(({ name, type: own }) => {
    const at = memberPath(path, name);
    return { name, at, schema: schemaAt(own, at, contract), found: fields.get(at) };
  });
  const required = members.filter(({ found }) => found?.required === true);
  const shown = members.flatMap(({ name, found }) => {
    const evidence = found?.evidence["required"];
    return evidence === undefined ? [] : [[name, evidence] as const];
  });
  const further = path === "" ? furtherMembers : undefined;
  const evidence = {
    ...(shown.length > 0 && { required: Object.fromEntries(shown) }),
    ...(further !== undefined && { additionalProperties: further.evidence }),
  };
  return {
    type: fields.get(path)?.schema["type"] ?? "object",
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    ...(further?.accepted === false && { additionalProperties: false }),
    ...(Object.keys(evidence).length > 0 && { "x-evidence": evidence }),
  };
}

export function responseOf({
  count,
  cases,
  contentTypes,
  without,
  schema,
  example,
}: ImplementedContract["statuses"][number]): Keywords {
  const types = [...new Set(contentTypes.map((each) => (each.split(";")[0] ?? "").trim()))];
  const content = Object.fromEntries(
    types.map((type) => [type, /[/+]json$/.test(type) && schema ? { schema, example } : {}]),
  );
  const isStated = without === 0 && types.length > 0;
  return {
    description: `seen ${count} times${without === 0 ? "" : `; ${without} cases without a body or its media type`}`,
    ...(isStated && { content }),
    "x-evidence": { count, cases },
  };
}
