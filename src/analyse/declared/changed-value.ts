import { formStyleOf, parseBaseUrl } from "../../contract/index.ts";
import type { RequestHeader, Requests } from "../../generate/index.ts";
import { exampleBytes, formTexts, hasForm, requestSize, render } from "../../generate/index.ts";
import { memberPath } from "../../kinds/index.ts";
import type { CaseRequest, Interface } from "../../model/index.ts";
import { isObject } from "../../text/index.ts";

/** The only difference of a request from the stated one. */
export type Change = {
  /** Of a field, or of the object that has a further member. */
  path: string;
  what: "value" | "missing" | "further";
  value?: unknown;
  /** The value as sent; of a further member, its key. */
  text: string;
};

const MOST_BYTES = 70_000;
const KEY = /"(?:[^"\\]|\\.)*"\s*:/g;

/** The value in which a request differs from the stated one; undefined if nothing differs, or more than one value. */
export function changeIn(request: CaseRequest, on: Requests): Change | undefined {
  if (request.sender !== "client" || request.method !== undefined) return undefined;
  if (requestSize(request, on.interface) > MOST_BYTES) return undefined;
  const bytes = exampleBytes(request.body, on.interface);
  const written = bytes.toString("utf8");
  const stated = exampleBytes(on.body(), on.interface).toString("utf8");
  const isStatedPath =
    request.path === undefined || JSON.stringify(request.path) === JSON.stringify(on.path());
  if (request.headers !== undefined)
    return written === stated && isStatedPath ? headerChange(request.headers, on) : undefined;
  if (written === stated) return parameterChange(request.path, on);
  if (hasForm(on.interface))
    return isStatedPath
      ? memberChange(bytes, exampleBytes(on.body(), on.interface), on)
      : undefined;
  // Bytes that are not UTF-8 are another matter, whatever value they stand in.
  if (!isStatedPath || !Buffer.from(written).equals(bytes)) return undefined;
  try {
    const body: unknown = JSON.parse(written);
    // Keys that come twice are another matter.
    if ((written.match(KEY)?.length ?? 0) !== keysIn(body)) return undefined;
    const changes = differences(JSON.parse(stated), body, "");
    return changes.length === 1 && changes[0] ? withToken(changes[0], written) : undefined;
  } catch {
    return undefined;
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + keysIn(each), own);
}

function differences(stated: unknown, sent: unknown, path: string): Change[] {
  if (isObject(stated) && isObject(sent))
    return [
      ...Object.keys(stated).flatMap((key) =>
        Object.hasOwn(sent, key)
          ? differences(stated[key], sent[key], memberPath(path, key))
          : [{ path: memberPath(path, key), what: "missing" as const, text: "no value" }],
      ),
      ...Object.keys(sent)
        .filter((key) => !Object.hasOwn(stated, key))
        .map((key) => {
          const text = JSON.stringify(key);
          return { path, what: "further" as const, value: sent[key], text };
        }),
    ];
  if (Array.isArray(stated) && Array.isArray(sent) && stated.length === sent.length)
    return stated.flatMap((item, at) => differences(item, sent[at], `${path}[${at}]`));
  const text = JSON.stringify(sent);
  return JSON.stringify(stated) === text ? [] : [{ path, what: "value", value: sent, text }];
}

/** A number as it was written. */
function withToken(change: Change, written: string): Change {
  if (change.what !== "value" || typeof change.value !== "number") return change;
  const name = JSON.stringify(change.path.split(/[.[]/).at(-1) ?? "");
  const place = written.indexOf(`${name}:`);
  const token = /^\s*([-\d.eE+]+)/.exec(written.slice(place + name.length + 1))?.[1];
  return place !== -1 && token !== undefined && Number(token) === change.value
    ? { ...change, text: token }
    : change;
}

type Path = Extract<CaseRequest, { sender: "client" }>["path"];

function parameterChange(path: Path, on: Requests): Change | undefined {
  if (path === undefined || typeof path === "string") return undefined;
  const [sent, stated] = [path, on.path()].map((template) =>
    targetOf(exampleBytes(template, on.interface).toString("latin1")),
  );
  if (sent === undefined || stated === undefined) return undefined;
  const names = (on.interface.path.split("?")[0] ?? "").split("/");
  const changed = stated.segments.flatMap((segment, at) =>
    segment === sent.segments[at] ? [] : [at],
  );
  const [at, ...others] = changed;
  if (sent.segments.length !== stated.segments.length || others.length > 0) return undefined;
  if (at !== undefined) {
    const name = /^\{(.+)\}$/.exec(names[at] ?? "")?.[1];
    return sent.query.join("&") === stated.query.join("&") && name !== undefined
      ? decoded(`path.${name}`, sent.segments[at] ?? "")
      : undefined;
  }
  return queryChange(sent.query, stated.query);
}

/** The member of a form in which two bodies differ. Lists in a form are not compared. */
function memberChange(
  sent: Buffer,
  stated: Buffer,
  { interface: from }: Requests,
): Change | undefined {
  const before = formTexts(stated, from);
  const changed = (before && formTexts(sent, from))?.filter(
    ([, texts], at) => JSON.stringify(texts) !== JSON.stringify(before?.[at]?.[1]),
  );
  const [first, ...others] = changed ?? [];
  if (first === undefined || others.length > 0) return undefined;
  const [{ path, type }, [value, ...more]] = first;
  if (type.kind === "list") return undefined;
  if (value === undefined) {
    // An empty text and no body at all are the same bytes.
    if (formStyleOf(from) === "text") return undefined;
    return { path, what: "missing", text: "no value" };
  }
  return more.length > 0 ? undefined : { path, what: "value", value, text: JSON.stringify(value) };
}

const targetOf = (text: string): { segments: string[]; query: string[] } => {
  const [path = "", ...query] = text.split("?");
  const pairs = query.join("?");
  return { segments: path.split("/"), query: pairs === "" ? [] : pairs.split("&") };
};

function queryChange(sent: readonly string[], stated: readonly string[]): Change | undefined {
  const gone = stated.filter((pair) => !sent.includes(pair));
  const come = sent.filter((pair) => !stated.includes(pair));
  const [before, ...more] = gone;
  if (before === undefined || more.length > 0 || come.length > 1) return undefined;
  const name = before.split("=")[0] ?? "";
  const [now] = come;
  if (now === undefined) return { path: `query.${name}`, what: "missing", text: "no value" };
  return now.startsWith(`${name}=`)
    ? decoded(`query.${name}`, now.slice(name.length + 1))
    : undefined;
}

function decoded(path: string, text: string): Change | undefined {
  try {
    const value = decodeURIComponent(text.replaceAll("+", " "));
    return { path, what: "value", value, text: JSON.stringify(value) };
  } catch {
    return undefined;
  }
}

/** The header parameter in which the headers of a request differ. Lists in a header are not compared. */
function headerChange(headers: readonly RequestHeader[], on: Requests): Change | undefined {
  const linesOf = (all: readonly RequestHeader[]): string[] =>
    all.map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const [sent, stated] = [linesOf(headers), linesOf(on.layout.headers)];
  const gone = stated.filter((line) => !sent.includes(line));
  const come = headers.filter((_, at) => !stated.includes(sent[at] ?? ""));
  const [name = ""] = (gone[0] ?? "").split(":");
  const [now, ...more] = come;
  const parameter = on.layout.parameters.find(
    (each) => each.in === "header" && each.label.toLowerCase() === name,
  );
  if (gone.length !== 1 || more.length > 0 || parameter === undefined) return undefined;
  if (parameter.type.kind === "list") return undefined;
  if (now === undefined) return { path: parameter.path, what: "missing", text: "no value" };
  const [changed, value] = now;
  if (changed.toLowerCase() !== name) return undefined;
  return { path: parameter.path, what: "value", value, text: JSON.stringify(value) };
}

/** A filling that differs from the one of `exampleBytes`. */
const OTHER = { target: parseBaseUrl("http://localhost:80"), firstId: 345_678_901, fresh: 0 };

/** Whether a member of the body has another value in each request: then the sent value is not known. */
export function isFreshMember(request: CaseRequest, key: string, from: Interface): boolean {
  if (request.sender !== "client") return true;
  const [one, other] = [
    exampleBytes(request.body, from),
    render(request.body, { ...OTHER, interface: from }),
  ].map((body) =>
    JSON.stringify((JSON.parse(body.toString("utf8")) as Record<string, unknown>)[key]),
  );
  return one !== other;
}
