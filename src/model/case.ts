import { z } from "zod";
import { Template } from "../template/index.ts";
import type { Arbitrary } from "fast-check";

const Connection = z.int().min(0).max(999).optional();
const Pause = z.number().min(0).max(60_000);

/**
 * A request that an ordinary HTTP client can send. Host, Connection and Content-Length are the client's; `headers` replaces the
 * stated ones; `path` as text is appended to the base URL's prefix, and as a template is the whole request target.
 */
export const ClientRequest = z.strictObject({
  sender: z.literal("client"),
  method: z.string().optional(),
  path: z.union([z.string().startsWith("/"), Template]).optional(),
  headers: z.array(z.tuple([z.string(), z.string()])).optional(),
  body: Template,
});
export type ClientRequest = z.infer<typeof ClientRequest>;

/**
 * One step on a connection (`on`, default 0, opened when first used). `send` writes head and body, split into `pieces` (byte
 * offsets, or "bytes" for one byte per segment) with `pauseMs` between; `read` waits for one response (`bodyless` after HEAD).
 */
export const RawStep = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("send"),
    on: Connection,
    head: Template.optional(),
    body: Template.optional(),
    pieces: z.union([z.literal("bytes"), z.array(z.int())]).optional(),
    pauseMs: Pause.optional(),
  }),
  z.strictObject({ do: z.literal("read"), on: Connection, bodyless: z.boolean().optional() }),
  z.strictObject({ do: z.literal("pause"), ms: Pause }),
  z.strictObject({ do: z.literal("half-close"), on: Connection }),
  z.strictObject({ do: z.literal("reset"), on: Connection }),
]);
export type RawStep = z.infer<typeof RawStep>;

const Steps = z
  .array(RawStep)
  .refine((steps) => steps.some((step) => step.do === "read"), "no step reads a response")
  .refine(endsWithReset, "a step uses a connection that an earlier one has reset");

/** Requests that an ordinary client cannot send, as steps on raw connections; at least one reads a response. */
export const RawRequest = z.strictObject({
  sender: z.literal("wire"),
  steps: Steps,
  /** Responses are compared as a set, because the order in which connections are served is random. */
  unordered: z.boolean().optional(),
});
export type RawRequest = z.infer<typeof RawRequest>;

/** The request of a case: by the ordinary client, or as steps on raw connections. */
export const CaseRequest = z.discriminatedUnion("sender", [ClientRequest, RawRequest]);
export type CaseRequest = z.infer<typeof CaseRequest>;

/** Whether a case sends two requests before it reads. Records and baselines do not say that their order is chance. */
export const isUnread = (id: string): boolean => /(?:^|\/)repetition\/same-[^/]+-unread$/.test(id);

/** Whether its requests are in flight together, and are compared as a set: which one is served first is chance. */
export const isUnordered = ({ id, request }: { id: string; request: CaseRequest }): boolean =>
  request.sender === "wire" && (request.unordered === true || isUnread(id));

/** How many requests it sends: one for each response that is read, and at least one. */
export const requestCount = (request: CaseRequest): number =>
  request.sender === "client"
    ? 1
    : Math.max(1, request.steps.filter((step) => step.do === "read").length);

/** How many connections it opens, if the ordinary client has one open. */
export const connectionCount = (request: CaseRequest): number =>
  request.sender === "client"
    ? 0
    : new Set(request.steps.flatMap((step) => (step.do === "pause" ? [] : [step.on ?? 0]))).size;

function endsWithReset(steps: RawStep[]): boolean {
  const gone = new Set<number>();
  return steps.every((step) => {
    if (step.do === "pause") return true;
    const on = step.on ?? 0;
    if (gone.has(on)) return false;
    if (step.do === "reset") gone.add(on);
    return true;
  });
}

/** `<suite>/<name>`: lower case, digits, dots, dashes; `#` numbers generated cases. */
const CaseId = z
  .string()
  .regex(/^[a-z0-9-]+\/[^\s/][^\s]*$/, "an id looks like suite/case, without spaces");

/** A place on an ordered ladder of cases: `at` is its number (exact decimal text), `unit` what it counts. */
const Rung = z.strictObject({
  axis: z.string(),
  at: z.string().regex(/^-?\d+(\.\d+)?$/),
  unit: z.string().optional(),
});

/** One request (or sequence of steps on raw connections) as plain data. */
export const Case = z.strictObject({
  id: CaseId,
  /** One line: how this request differs. */
  reason: z.string().min(1),
  clauses: z.array(z.string()).min(1),
  request: CaseRequest,
  /** Only valid requests decide the verdict. Derived (`generate/valid-request.ts`); a user's suite may claim it of others. */
  valid: z.literal(true).optional(),
  alone: z.literal(true).optional(),
  /** Why it can exhaust the target, if the request's bytes do not show it (`generate/hazard.ts`). */
  hazard: z.string().min(1).optional(),
  /** True: the identity is sent twice on purpose. "may": a server may read that of another request in what the case changes. */
  sameIdentity: z.union([z.literal(true), z.literal("may")]).optional(),
  /** Cases that are variations of one thing, within the suite. */
  family: z.string().optional(),
  rung: Rung.optional(),
  /** The origin of a generated case: fast-check's seed and path reproduce the case. */
  generated: z.strictObject({ property: z.string(), seed: z.int(), path: z.string() }).optional(),
});
export type Case = z.infer<typeof Case>;

/** The suite in the id of a case: everything before the first slash. */
export const suiteOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** Ids of the stated request by each sender: sent in every run, to ask whether the target responds. */
export const STATED_IDS = { client: "valid/plain", raw: "valid/plain-on-the-wire" } as const;

export const isStated = (id: string): boolean => id === STATED_IDS.client || id === STATED_IDS.raw;

/** Requests that show whether a boundary is one of the size. */
type OtherSizes = {
  /** Other values of the same size, each accepted or not: where one is accepted on this side, it must be refused beyond. */
  plain: CaseRequest[];
  /** Values of the same size that get the same if the size decides. */
  same: CaseRequest[];
  /** The same value in another form: if it has the boundary, too, the boundary is one of the value. */
  alias: CaseRequest[];
  /** Values of characters that count `weight` times in another unit. */
  /** The same value in a request that differs elsewhere: if it is accepted there, and was refused, something else decides. */
  elsewhere: CaseRequest[];
  wide: { unit: string; weight: bigint; request: (at: bigint) => CaseRequest }[];
};

/** A ladder of requests with an integer for each, explored outward from `rungs[0]`; `rungs` are tried first. Adjacent places differ by one. */
export type Axis = {
  name: string;
  /** For people: `id, upwards`. */
  title: string;
  /** The counted unit, if there is one: `bytes`, `digits`. */
  unit?: string;
  scale: "linear" | "log";
  clauses: string[];
  rungs: bigint[];
  /** The last rung is a limit of this tool; the axis continues beyond it. */
  capped: boolean;
  request: (at: bigint) => CaseRequest;
  /** Requests at a place with other values of the same size, to distinguish a limit of the size from one of the values. */
  others?: (at: bigint) => OtherSizes;
  /** Each place is the id of another resource. Which ids exist is not a limit. */
  ofNames?: boolean;
  /** The well-known value at a place: `the largest signed 32-bit integer`. */
  known?: (at: bigint) => string | undefined;
  /** Responses take this long by design (idle time): many places are tried immediately. */
  slow?: true;
};

/** An arbitrary that generates requests, with the clauses they probe. */
export type Property = {
  name: string;
  reason: string;
  clauses: string[];
  arbitrary: Arbitrary<CaseRequest>;
  /** True if every generated request is valid, or whether one is. */
  valid?: true | ((request: CaseRequest) => boolean) | undefined;
  /** Whether a server may read the identity of another request in a generated one. */
  mayShareIdentity?: ((request: CaseRequest) => boolean) | undefined;
};

export const Property: z.ZodType<Property> = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/, "lower case letters, digits and dashes"),
  reason: z.string().min(1),
  clauses: z.array(z.string()).min(1),
  arbitrary: z.custom<Arbitrary<CaseRequest>>(
    (value) => typeof (value as { generate?: unknown } | null)?.generate === "function",
    "a fast-check arbitrary",
  ),
  valid: z
    .union([
      z.literal(true),
      z.custom<(request: CaseRequest) => boolean>((value) => typeof value === "function"),
    ])
    .optional(),
  mayShareIdentity: z
    .custom<(request: CaseRequest) => boolean>((value) => typeof value === "function", "a function")
    .optional(),
});

/** A named list of cases and properties about one thing. */
export const Suite = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/, "lower case letters, digits and dashes"),
  about: z.string().min(1),
  cases: z.array(Case),
  properties: z.array(Property),
});
export type Suite = z.infer<typeof Suite>;
