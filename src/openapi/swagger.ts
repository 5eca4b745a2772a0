import { parameterNamed } from "./pointer.ts";
import { isObject } from "../text/index.ts";

/** Swagger 2.0 in the form of OpenAPI 3.0, so that nothing else has to know it. `definitions` and the `$ref`s to it stay where they are. */

type Json = Record<string, unknown>;

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

const mapped = (of: unknown, change: (value: Json) => unknown): Json =>
  Object.fromEntries(
    Object.entries(isObject(of) ? of : {}).map(([name, value]) => [
      name,
      isObject(value) ? change(value) : value,
    ]),
  );

export const isSwagger = (document: unknown): document is Json =>
  isObject(document) && String(document["swagger"]).trim() === "2.0";

/** The same document in the form of OpenAPI 3.0. */
export function fromSwagger(document: Json): Json {
  const { swagger: _version, paths, parameters, responses, definitions, ...rest } = document;
  const produces = textsIn(document["produces"]);
  return {
    ...rest,
    openapi: "3.0.3",
    servers: serversOf(document),
    components: { securitySchemes: mapped(document["securityDefinitions"], schemeOf) },
    definitions: asSchema(definitions ?? {}),
    parameters: mapped(parameters, parameterOf),
    responses: mapped(responses, (each) => responseOf(each, produces)),
    paths: mapped(paths, (item) => pathItemOf(item, document)),
  };
}

function serversOf({ host, basePath, schemes }: Json): Json[] {
  if (typeof host !== "string") return [];
  const path = typeof basePath === "string" ? basePath : "";
  const [scheme = "http"] = textsIn(schemes);
  return [{ url: `${scheme}://${host}${path}` }];
}

const FLOWS: Record<string, string> = {
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function schemeOf(scheme: Json): Json {
  if (scheme["type"] === "basic") return { ...scheme, type: "http", scheme: "basic" };
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  if (typeof flow !== "string") return scheme;
  return { ...rest, flows: { [FLOWS[flow] ?? flow]: { authorizationUrl, tokenUrl, scopes } } };
}

/** Keywords that 3.0 writes in another way, anywhere in a schema. */
function asSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSchema);
  if (!isObject(value)) return value;
  const { discriminator, "x-nullable": nullable, ...rest } = value;
  const schema: Json = {};
  for (const [name, inner] of Object.entries(rest))
    // Values of an example are no schemas.
    schema[name] = ["example", "default", "enum"].includes(name) ? inner : asSchema(inner);
  if (discriminator !== undefined)
    schema["discriminator"] =
      typeof discriminator === "string" ? { propertyName: discriminator } : asSchema(discriminator);
  if (nullable === true) schema["nullable"] = true;
  else if (nullable !== undefined) schema["x-nullable"] = asSchema(nullable);
  return schema;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];
const NO_PARAMETER = new Set(["body", "formData"]);

function pathItemOf(item: Json, document: Json): Json {
  const common = parametersIn(item, document);
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    return isObject(operation) ? [[method, operationOf(operation, common, document)]] : [];
  });
  return {
    ...item,
    ...(item["parameters"] !== undefined && { parameters: sentApart(common) }),
    ...Object.fromEntries(operations),
  };
}

/** A parameter as it is written, and what its `$ref` leads to in this document. */
type Written = { own: Json; meant: Json };

function parametersIn({ parameters }: Json, document: Json): Written[] {
  return (Array.isArray(parameters) ? parameters : []).filter(isObject).map((own) => {
    const name = parameterNamed(own["$ref"]);
    const known = document["parameters"];
    const meant = name === undefined || !isObject(known) ? own : known[name];
    return { own, meant: isObject(meant) ? meant : own };
  });
}

/** The parameters that are no part of a body. */
const sentApart = (parameters: readonly Written[]): Json[] =>
  parameters
    .filter(({ meant }) => !NO_PARAMETER.has(String(meant["in"])))
    .map(({ own, meant }) => (own === meant ? parameterOf(own) : own));

function operationOf(operation: Json, common: readonly Written[], document: Json): Json {
  const own = parametersIn(operation, document);
  const consumes = textsIn(operation["consumes"] ?? document["consumes"]);
  const produces = textsIn(operation["produces"] ?? document["produces"]);
  const body = bodyOf([...own, ...common], consumes);
  return {
    ...operation,
    ...(operation["parameters"] !== undefined && { parameters: sentApart(own) }),
    ...(body !== undefined && { requestBody: body }),
    responses: mapped(operation["responses"], (each) => responseOf(each, produces)),
  };
}

function bodyOf(parameters: readonly Written[], consumes: readonly string[]): Json | undefined {
  const all = parameters.map(({ meant }) => meant);
  const body = all.find((each) => each["in"] === "body");
  if (body !== undefined) {
    const schema = asSchema(body["schema"]);
    return {
      required: body["required"] === true,
      content: contentOf(consumes, schema === undefined ? {} : { schema }),
    };
  }
  const fields = all.filter((each) => each["in"] === "formData");
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ type }) => type === "file");
  const forms = consumes.filter((type) => /form/i.test(type));
  const usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const required = fields.filter((each) => each["required"] === true).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((each) => [each["name"], valueSchema(each)])),
    ...(required.length > 0 && { required }),
  };
  return {
    required: required.length > 0,
    content: contentOf(forms.length > 0 ? forms : [usual], { schema }),
  };
}

const contentOf = (types: readonly string[], media: Json): Json =>
  Object.fromEntries(
    (types.length > 0 ? types : ["application/json"]).map((type) => [type, media]),
  );

/** What describes a parameter itself, and not its value. */
const ABOUT = new Set(["name", "in", "required", "description", "collectionFormat", "x-example"]);

function valueSchema(parameter: Json): unknown {
  const schema = Object.fromEntries(Object.entries(parameter).filter(([name]) => !ABOUT.has(name)));
  return asSchema(
    schema["type"] === "file" ? { ...schema, type: "string", format: "binary" } : schema,
  );
}

const STYLES: Record<string, string> = {
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
  tsv: "tabDelimited",
};

function parameterOf(parameter: Json): Json {
  const { name, in: place, required, description, collectionFormat = "csv" } = parameter;
  if (parameter["$ref"] !== undefined) return parameter;
  const isList = parameter["type"] === "array" && place === "query";
  return {
    name,
    in: place,
    ...(required !== undefined && { required }),
    ...(description !== undefined && { description }),
    ...("x-example" in parameter && { example: parameter["x-example"] }),
    ...(isList && {
      style: STYLES[String(collectionFormat)] ?? "form",
      explode: collectionFormat === "multi",
    }),
    schema: valueSchema(parameter),
  };
}

function responseOf(response: Json, produces: readonly string[]): Json {
  if (response["$ref"] !== undefined) return response;
  const { schema, examples, ...rest } = response;
  if (schema === undefined) return rest;
  const isFile = isObject(schema) && schema["type"] === "file";
  const media = isFile ? {} : { schema: asSchema(schema) };
  const content = contentOf(produces, media);
  if (isObject(examples))
    for (const [type, example] of Object.entries(examples))
      if (isObject(content[type])) content[type] = { ...content[type], example };
  return { ...rest, content };
}
