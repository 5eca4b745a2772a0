import type { DocumentedResponse, Interface } from "../model/index.ts";
import { compileSchema, type Misfit } from "./check-value.ts";

/** Statuses whose responses have no body, whatever the document says. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Whether a response has a body that a document can state something of. */
export const hasStatedBody = (status: number, method: string): boolean =>
  method !== "HEAD" && !WITHOUT_BODY.has(status);

/** The documented response for a status: by status, else by class, else `default`. */
export function statedFor<Stated extends { status: string }>(
  stated: readonly Stated[],
  status: string,
): Stated | undefined {
  const find = (key: string) => stated.find((each) => each.status === key);
  return find(status) ?? find(`${status[0] ?? ""}XX`) ?? find("default");
}

type Media = NonNullable<DocumentedResponse["content"]>[number];

/** The documented media type that a Content-Type is one of. */
export function mediaFor(content: readonly Media[], contentType: string): Media | undefined {
  const type = plainType(contentType);
  return (
    content.find((each) => plainType(each.type) === type) ??
    content.find((each) => covers(plainType(each.type), type))
  );
}

/** Whether a Content-Type says JSON. */
export const isJson = (contentType: string): boolean => /[/+]json$/.test(plainType(contentType));

/** A media type without its parameters. */
const plainType = (text: string): string => (text.split(";")[0] ?? "").trim().toLowerCase();

/** `application/*` and the like. */
const covers = (range: string, type: string): boolean =>
  range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

/** Compares the text of a JSON body with its documented schema: true if it fits, else the reason. */
export type SchemaCheck = (text: string) => true | string;

/** The check of the body for a documented media type; undefined if no schema is stated. */
export function schemaCheck({ schema }: Media): SchemaCheck | undefined {
  if (schema === undefined) return undefined;
  let misfit: ((value: unknown) => Misfit | undefined) | undefined;
  return (text) => {
    misfit ??= compileSchema(schema).misfit;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return "a body that is not JSON";
    }
    const wrong = misfit(value);
    return wrong === undefined || wrong.text;
  };
}

/** The part of a response that is needed to judge its body. */
type Received = { status: number; contentType: string; body: Buffer };

/** Judges a complete body before it is cut for the record; undefined if the document states nothing about it. */
export type BodyJudge = (received: Received) => true | string | undefined;

/** The judge of bodies that are too long for the record; undefined for an interface that states none. */
export function bodyJudge({ responses = [], method }: Interface): BodyJudge | undefined {
  const checks = new Map<Media, SchemaCheck>();
  const stated = responses.map(({ status, content = [] }) => ({ status, content }));
  for (const media of stated.flatMap(({ content }) => content)) {
    const check = schemaCheck(media);
    if (check !== undefined) checks.set(media, check);
  }
  if (checks.size === 0) return undefined;
  return ({ status, contentType, body }) => {
    const found = statedFor(stated, String(status));
    if (found === undefined || !hasStatedBody(status, method) || !isJson(contentType))
      return undefined;
    const media = mediaFor(found.content, contentType);
    const check = media && checks.get(media);
    if (check === undefined) return undefined;
    return check(body.toString("utf8"));
  };
}
