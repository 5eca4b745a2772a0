import { exampleBytes, type Requests } from "../generate/index.ts";
import { messageRules, type PathValue } from "../kinds/index.ts";
import type { ClientRequest, RawRequest } from "../model/index.ts";
import type { Subject } from "./candidate.ts";
import { leavesBody, isStatedPath, subjectOf, type MessageInput } from "./message-subjects.ts";

/** The path and query. A client that resolves segments of points sends others on a raw connection. */
export const pathSubject = (input: MessageInput): Subject<PathValue> =>
  subjectOf(input, {
    name: "path",
    rules: messageRules.path,
    limited: [],
    valueOf: ({ body, headers, path, method }) => {
      if (headers !== undefined || method !== undefined || !leavesBody(input.on, body))
        return undefined;
      if (path === undefined || isStatedPath(input.on, path)) return undefined;
      return { of: "path", text: pathText(input.on, path), stated: pathText(input.on) };
    },
    rawValueOf: (request) => {
      const text = rawPath(input.on, request);
      const stated = pathText(input.on);
      return text === undefined || text === stated ? undefined : { of: "path", text, stated };
    },
    textOf: ({ text }) => text,
  });

const pathText = (on: Requests, path: ClientRequest["path"] = on.path()): string =>
  typeof path === "string" ? path : exampleBytes(path, on.interface).toString("latin1");

/** A longer path, or one with a query or other bytes, shows how the request line is parsed, not how paths are compared. */
const SPELLING = /^\/[!"$->@-~]{0,199}$/;

/** The request target of a raw request that is otherwise the stated one. */
function rawPath(on: Requests, request: RawRequest): string | undefined {
  const [step] = request.steps;
  if (step?.do !== "send" || step.head === undefined) return undefined;
  const line = step.head.slice(0, step.head.indexOf("\r\n"));
  if (JSON.stringify(on.rawRequest({ line })) !== JSON.stringify(request)) return undefined;
  const [method, target = "", version, ...further] = exampleBytes(line, on.interface)
    .toString("latin1")
    .split(" ");
  const isPath = SPELLING.test(target) && further.length === 0;
  const [statedMethod, , statedVersion] = exampleBytes(on.requestLine(), on.interface)
    .toString("latin1")
    .split(" ");
  return isPath && method === statedMethod && version === statedVersion ? target : undefined;
}
