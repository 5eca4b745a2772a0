import { createServer, type IncomingMessage } from "node:http";
import { userSubmission } from "../contract/index.ts";
import { sendReply, jsonReply, type ServerReply } from "./reply.ts";
import { listening, type Listening } from "./listening.ts";
import { seenBefore } from "./seen-before.ts";
import { withBody } from "./with-body.ts";

const { method: METHOD, path: PATH } = userSubmission;

const BODY_LIMIT_BYTES = 100 * 1024;
const REMEMBERED_IDS = 100_000;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A reference implementation that accepts only the stated request. */
export function startStrict(): Promise<Listening> {
  const repeated = seenBefore(REMEMBERED_IDS);
  const server = createServer((request, response) => {
    const refusal = refuseHead(request);
    if (refusal) return sendReply(response, refusal);
    withBody(request, BODY_LIMIT_BYTES, (body) => sendReply(response, replyTo(body, repeated)));
  });
  return listening(server);
}

function refuseHead({ url, method, headers }: IncomingMessage): ServerReply | undefined {
  if (url !== PATH) return refused(404, "not-found", null, `the only path is ${PATH}`);
  if (method !== METHOD) {
    return refused(405, "method", null, `the only method is ${METHOD}`, { Allow: METHOD });
  }
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") {
    return refused(415, "media-type", null, "the body must be application/json");
  }
  return undefined;
}

function replyTo(body: Buffer | undefined, repeated: (id: number) => boolean): ServerReply {
  if (!body) return refused(413, "too-large", null, `the body is over ${BODY_LIMIT_BYTES} bytes`);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return refused(400, "not-json", null, "the body is not JSON in UTF-8");
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    return refused(422, "not-an-object", null, "the body is not a JSON object");
  }
  const { id, date, ...further } = document as Record<string, unknown>;
  if (!isId(id)) return refused(422, "not-an-id", "id", "id is not a safe integer");
  if (!isDate(date)) {
    return refused(
      422,
      "not-a-date",
      "date",
      "date does not have the form 2024-02-29T23:59:59.999Z",
    );
  }
  const [unknownField] = Object.keys(further);
  if (unknownField !== undefined) {
    return refused(422, "unknown-field", unknownField, "only id and date are allowed");
  }
  if (repeated(id)) return refused(409, "repeated-id", "id", "this id is taken");
  return jsonReply(201, { id, date }, { Location: `${PATH}/${id}` });
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Converting back checks the calendar: 30 February becomes a day in March. */
function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !DATE.test(value)) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

function refused(
  status: number,
  code: string,
  field: string | null,
  message: string,
  headers?: Record<string, string>,
): ServerReply {
  return jsonReply(status, { error: { code, field, message } }, headers);
}
