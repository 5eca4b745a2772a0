import type { ClientRequest, Interface, RawRequest, RawStep } from "../model/index.ts";
import type { FieldClauseId, ParameterSlot, StatedField } from "../contract/index.ts";
import { GIVEN, PROTOCOL, fieldClause, queryKey } from "../contract/index.ts";
import { kindOf, slugOf, withInner, type FieldSlot } from "../kinds/index.ts";
import { bytes, slice, type Template, type TemplatePart } from "../template/index.ts";
import { isHeaderText, parameterHeader, formText } from "./form-text.ts";
import { layoutOf, perInterface, type Layout } from "./layout.ts";
import { exampleBytes } from "./render.ts";
import { otherTarget, targetTemplate } from "./request-target.ts";
import type { HeadOptions, RequestHeader, SendStepOptions } from "./steps.ts";
import { read, wire, withChanges } from "./steps.ts";
import type { JsonMarks, Replacements } from "./write-json.ts";
import { writeMember, writeMembers, writeValue } from "./write-json.ts";

const CRLF = "\r\n";
/** The number of made-up values in the path of a resource that should not exist. */
const VACANT = 876_543_211;

/** Makes the requests of one interface: the stated one, and variations of it. So one suite works for any interface. */
export class Requests {
  readonly interface: Interface;
  readonly layout: Layout;
  readonly bodyBytes: number;

  constructor(from: Interface) {
    this.interface = from;
    this.layout = layoutOf(from);
    this.bodyBytes = exampleBytes(this.body(), from).length;
  }

  get hasBody(): boolean {
    return this.hasJson || this.layout.parameters.some((each) => each.in === "form");
  }

  get hasJson(): boolean {
    return this.layout.body !== undefined;
  }

  get fields(): readonly FieldSlot[] {
    const { body } = this.layout;
    return body?.type.kind === "object" ? body.inner : [];
  }

  /** The first fresh value. */
  get identity(): FieldSlot | undefined {
    return this.layout.freshSlots.find(({ path }) => path === this.layout.identity);
  }

  /** The clauses about all fields, or the given ones: their types, values, and whether they may be missing. */
  readonly fieldClauses = (
    about: "type" | "values" | "required",
    fields: readonly FieldSlot[] = this.fields,
  ): FieldClauseId[] =>
    fields.map(({ path, type }) =>
      fieldClause({ slug: this.layout.slugs.get(path) ?? slugOf(path), type }, about),
    );

  readonly body = (over: Replacements = {}, nth = 0): Template =>
    this.layout.body === undefined
      ? formText(this.layout, { over, nth })
      : writeValue(this.layout.body, { over, nth });

  readonly nthBody = (nth: number): Template => this.body({}, nth);

  readonly document = (marks: Partial<JsonMarks>): Template =>
    this.layout.body === undefined ? [] : writeValue(this.layout.body, { marks });

  readonly members = (over: Replacements = {}): Template => writeMembers(this.fields, { over });

  readonly member = (field: FieldSlot, nth = 0): Template => writeMember(field, { nth });

  readonly withMembers = (members: Template | TemplatePart): Template =>
    this.fields.length === 0 ? bytes`{${members}}` : bytes`{${this.members()},${members}}`;

  get extraKey(): string {
    const names = new Set(this.fields.map(({ key }) => key));
    return ["note", "extra", "further", "other"].find((name) => !names.has(name)) ?? "witness";
  }

  readonly withExtra = (value: Template | TemplatePart): Template =>
    this.withMembers(bytes`"${this.extraKey}":${value}`);

  readonly request = (
    body: Template = this.body(),
    options: Omit<ClientRequest, "sender" | "body"> = {},
  ): ClientRequest => ({
    sender: "client",
    ...(this.layout.fixedPath === undefined && { path: this.path() }),
    ...options,
    body,
  });

  readonly path = (nth = 0, over: Replacements = {}): Template =>
    targetTemplate(this.layout, { over, nth });

  /** A target that should not exist, for methods that the interface does not have: what they change must be nobody's. */
  readonly vacantPath = (): Template =>
    this.path(
      0,
      Object.fromEntries(
        this.#constantsInPath.map(({ path, type }) => {
          const { quoted, text } = kindOf(type);
          const value = text(type, VACANT);
          return [path, [quoted ? JSON.stringify(value) : value]];
        }),
      ),
    );

  get hasConstantPath(): boolean {
    return this.#constantsInPath.length > 0;
  }

  get #constantsInPath(): ParameterSlot[] {
    return this.layout.parameters.filter(
      ({ in: place, text, inner }) => place === "path" && text === undefined && inner.length === 0,
    );
  }

  /** The stated request with this JSON text as the value of a field; a parameter gets its characters, percent-encoded. */
  readonly withValue = ({ slot, in: place }: StatedField, value: Template): ClientRequest => {
    if (place === "body" || place === "form")
      return this.request(this.body({ [slot.path]: value }));
    const header = this.headerOf(slot);
    if (header !== undefined) return this.withHeader(header.name, this.#headerText(slot, value));
    return this.withValues({ [slot.path]: value });
  };

  /** The stated request with these texts as values of its body, its form, its path and its query. */
  readonly withValues = (over: Record<string, Template | string>): ClientRequest => {
    const isInTarget = this.layout.fields.some(
      ({ slot, in: place }) => place !== "body" && place !== "form" && slot.path in over,
    );
    return this.request(this.body(over), isInTarget ? { path: this.path(0, over) } : {});
  };

  /** Whether the value's place can have this text: text that a header cannot contain is not sent there. */
  readonly canCarry = ({ slot, in: place }: StatedField, value: Template): boolean =>
    place !== "header" || isHeaderText(this.#headerText(slot, value));

  readonly headerOf = ({ path }: Pick<FieldSlot, "path">): ParameterSlot | undefined =>
    this.layout.parameters.find(
      (each) => each.in === "header" && withInner(each).some((inner) => inner.path === path),
    );

  readonly withHeader = (name: string, text: string | null): ClientRequest =>
    this.request(this.body(), { headers: this.headersWith({ [name]: text }) });

  /** The stated request with these instead of a parameter of the query or a member of the form, name and all. */
  readonly withPairs = ({ slot, in: place }: StatedField, pairs: Template[]): ClientRequest => {
    const writing = { pairs: { [slot.path]: pairs } };
    return place === "form"
      ? this.request(formText(this.layout, writing))
      : this.request(this.body(), { path: targetTemplate(this.layout, writing) });
  };

  /** The stated target with these instead of each of these parameters that are given when sending. */
  readonly pathWithGiven = (names: readonly string[], pairs: Template[]): Template =>
    targetTemplate(this.layout, {
      pairs: Object.fromEntries(names.map((name) => [queryKey(name), pairs])),
    });

  readonly #headerText = (slot: FieldSlot, value: Template): string => {
    const header = this.headerOf(slot);
    if (header === undefined) throw new Error(`${slot.path} is in no header`);
    return parameterHeader(header, { [slot.path]: value }, this.interface);
  };

  readonly target = (path: string, ...query: string[]): Template =>
    otherTarget(this.layout, path, query);

  readonly pathWith = (query: Template | string, path = this.path()): Template => {
    const hasQuery =
      this.interface.givenQuery !== undefined ||
      this.layout.parameters.some((each) => each.in === "query");
    return bytes`${path}${hasQuery ? "&" : "?"}${query}`;
  };

  /** The stated headers with some replaced (by name, any case), removed (`null`), or appended. */
  readonly headersWith = (
    changes: Record<string, string | null>,
    extra: RequestHeader[] = [],
  ): RequestHeader[] => [...withChanges(this.layout.headers, changes), ...extra];

  /** The stated request line, with another method, path or version. Another method goes to a resource that should not exist. */
  readonly requestLine = (
    options: { method?: string; path?: Template; version?: string } = {},
  ): Template =>
    bytes`${options.method ?? this.interface.method} ${options.path ?? this.#pathFor(options.method)} ${options.version ?? PROTOCOL}`;

  readonly #pathFor = (method = this.interface.method): Template =>
    method === this.interface.method ? this.path() : this.vacantPath();

  readonly head = (options: HeadOptions = {}): Template => {
    const standard: [string, Template][] = [
      ["Host", [{ target: "host" }]],
      ["Connection", ["keep-alive"]],
      ...this.layout.headers.map(([name, value]): [string, Template] => [
        name,
        [value === GIVEN ? { given: name } : value],
      ]),
      ...(this.hasBody
        ? [["Content-Length", [{ bodyLength: 0 }]] satisfies [string, Template]]
        : []),
    ];
    const lines = withChanges(standard, options.change ?? {}).map(([name, value]): Template => [
      `${name}: `,
      ...(typeof value === "string" ? [value] : value),
    ]);
    const eol = options.eol ?? CRLF;
    return [options.line ?? this.requestLine(), ...lines, ...(options.extra ?? [])]
      .flatMap((parts) => [...parts, eol])
      .concat(eol);
  };

  /** A head whose body comes in other steps, so that its Content-Length must be given. */
  readonly headAlone = (bodyBytes = this.bodyBytes, options: HeadOptions = {}): Template => {
    const isTold = this.hasBody || bodyBytes > 0;
    const length = isTold && { "Content-Length": String(bodyBytes) };
    return this.head({ ...options, change: { ...length, ...options.change } });
  };

  readonly bodyless = (method: string, path?: Template): Template =>
    this.head({
      line: this.requestLine({ method, ...(path && { path }) }),
      change: { "Content-Type": null, "Content-Length": null },
    });

  readonly headLines = (options: Omit<HeadOptions, "eol"> = {}): Template[] => {
    const lines: Template[] = [[]];
    for (const part of this.head(options)) {
      if (part === CRLF) lines.push([]);
      else lines.at(-1)?.push(part);
    }
    return lines.slice(0, -2);
  };

  readonly message = (
    body: Template = this.body(),
    bodyBytes = this.bodyBytes,
    options: HeadOptions = {},
  ): Template => [...this.headAlone(bodyBytes, options), ...body];

  readonly nthMessage = (nth: number, options: HeadOptions = {}): Template =>
    this.message(this.nthBody(nth), undefined, { line: this.#nthLine(nth), ...options });

  /** The stated message without its end, and the end: the last byte of the body, or the empty line. */
  readonly inTwo = (
    body: Template = this.body(),
    options: HeadOptions = {},
  ): [before: Template, end: Template] => {
    const head = this.headAlone(this.bodyBytes, options);
    const last = this.bodyBytes - 1;
    if (last < 0) return [head.slice(0, -1), head.slice(-1)];
    return [[...head, slice(body, 0, last)], [slice(body, last)]];
  };

  readonly nthInTwo = (nth: number): [before: Template, end: Template] =>
    this.inTwo(this.nthBody(nth), { line: this.#nthLine(nth) });

  readonly nthSend = (nth: number, options: SendStepOptions = {}): RawStep =>
    this.send({
      head: this.head({ line: this.#nthLine(nth) }),
      body: this.nthBody(nth),
      ...options,
    });

  /** Sends the stated message with the n-th value of its identity; everything else is unchanged. */
  readonly otherIdentity = (nth: number): RawStep => {
    const found = this.identity;
    const parameter = this.layout.parameters.find(({ path }) => path === found?.path);
    if (found === undefined) return this.send();
    if (parameter?.in === "form") return this.send({ body: this.nthBody(nth) });
    if (parameter !== undefined)
      return this.send({ head: this.head({ line: this.#nthLine(nth) }) });
    return this.send({ body: this.body({ [found.path]: found.valid(nth) }) });
  };

  readonly #nthLine = (nth: number): Template => this.requestLine({ path: this.path(nth) });

  readonly send = ({
    on,
    head = this.head(),
    body = this.body(),
    ...rest
  }: SendStepOptions = {}): RawStep => ({
    do: "send",
    ...(on !== undefined && { on }),
    head,
    body,
    ...rest,
  });

  readonly rawRequest = (options: HeadOptions & { body?: Template } = {}): RawRequest =>
    wire(this.send({ head: this.head(options), body: options.body ?? this.body() }), read());
}

export const requestsOf = perInterface((from) => new Requests(from));
