import { createServer, type IncomingMessage } from "node:http";
import {
  booleanField,
  choiceField,
  dateTimeField,
  defineInterface,
  emailField,
  fullDateField,
  listField,
  numberField,
  objectField,
  textField,
  uriField,
  uuidField,
  wholeNumberField,
} from "../../src/contract/index.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  type ServerReply,
  withBody,
} from "../../src/servers/json-server.ts";

/** An interface with a field of every kind, and with parameters of the path, the query and the headers. */
export const everyKind = defineInterface({
  path: "/orders/{ref}",
  parameters: { ref: uuidField() },
  query: { limit: wholeNumberField({ min: 1 }).optional() },
  headers: { "X-Tenant": textField({ minLength: 1 }) },
  fields: {
    count: wholeNumberField(),
    price: numberField(),
    name: textField({ minLength: 1 }),
    open: booleanField(),
    size: choiceField("small", "large"),
    rank: choiceField(1, 2, 3),
    day: fullDateField(),
    at: dateTimeField(),
    token: uuidField(),
    mail: emailField(),
    link: uriField(),
    tags: listField(textField()),
    address: objectField({ city: textField(), zip: textField().optional() }),
  },
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const isText = (value: unknown): value is string => typeof value === "string";

/** How each field is read, in a line of plain code: what is inferred has to say the same. */
const READS: Record<string, (value: unknown) => boolean> = {
  count: (value) => Number.isSafeInteger(value),
  price: (value) => typeof value === "number",
  name: (value) => isText(value) && value !== "" && value.length <= 20,
  open: (value) => typeof value === "boolean",
  size: (value) => isText(value) && ["small", "large"].includes(value.toLowerCase()),
  rank: (value) => [1, 2, 3].includes(Number(value)) && typeof value === "number",
  day: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  at: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  token: (value) => isText(value) && UUID.test(value),
  mail: (value) => isText(value) && /^[^@\s]+@[^@\s]+$/.test(value),
  link: (value) => isText(value) && URL.canParse(value),
  tags: (value) => Array.isArray(value) && value.every(isText) && value.length <= 3,
  address: (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => ["city", "zip"].includes(key)) &&
    isText(Object(value).city) &&
    ["string", "undefined"].includes(typeof Object(value).zip),
};

/** Starts a server of `everyKind` that responds with 404, 401, 400, 415, 422 to what it refuses, in this order. */
export const startEveryKind = (): Promise<Listening> =>
  listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (body) => sendReply(response, replyTo(request, body)));
    }),
  );

function replyTo({ url = "", method, headers }: IncomingMessage, body?: Buffer): ServerReply {
  const target = new URL(url, "http://planted");
  const [, orders, ref = "", ...further] = target.pathname.split("/");
  if (method !== "POST" || orders !== "orders" || !UUID.test(ref) || further.length > 0)
    return jsonReply(404, {});
  const tenant = headers["x-tenant"];
  if (typeof tenant !== "string" || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(tenant))
    return jsonReply(401, {});
  const limit = target.searchParams.get("limit");
  if (limit !== null && !/^\d+$/.test(limit)) return jsonReply(400, {});
  if (!(headers["content-type"] ?? "").toLowerCase().startsWith("application/json"))
    return jsonReply(415, {});
  let document: unknown;
  try {
    document = JSON.parse(String(body));
  } catch {
    return jsonReply(422, {});
  }
  const isRead = Object.entries(READS).every(([key, reads]) => reads(Object(document)[key]));
  return jsonReply(isRead ? 201 : 422, {});
}
