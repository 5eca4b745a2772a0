import { z } from "zod";
import { Template } from "../template/index.ts";

const Connection = z.int().min(0).max(999).optional();
const Pause = z.number().min(0).max(60_000);

/**
 * A request that an ordinary HTTP client can send. Host, Connection and Content-Length are the
 * client's; `headers` replaces the stated ones; `path` as text is appended to the base URL's
 * prefix, and as a template is the whole request target.
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
 * One step on a connection (`on`, default 0, opened when first used). `send` writes head and body,
 * split into `pieces` (byte offsets, or "bytes" for one byte per segment) with `pauseMs` between;
 * `read` waits for one response (`bodyless` after HEAD).
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

/**
 * Requests that an ordinary client cannot send, as steps on raw connections; at least one reads a
 * response.
 */
export const RawRequest = z.strictObject({
  sender: z.literal("wire"),
  steps: Steps,
  /**
   * Responses are compared as a set, because the order in which connections are served is random.
   */
  unordered: z.boolean().optional(),
});
export type RawRequest = z.infer<typeof RawRequest>;

/** The request of a case: by the ordinary client, or as steps on raw connections. */
export const CaseRequest = z.discriminatedUnion("sender", [ClientRequest, RawRequest]);
export type CaseRequest = z.infer<typeof CaseRequest>;

/** After its reset, a connection is not used again. */
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
