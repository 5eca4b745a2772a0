// JavaScript's parsers, and those of packages that the tests use anyway, by table.
import fastify from "fastify";
import { z } from "zod";

const finite = (read) => (text) => Number.isFinite(read(text));

const fastifyParser = fastify().getDefaultJsonParser("error", "error");

const app = fastify();
for (const format of ["date-time", "date", "uuid", "email", "uri"]) {
  const body = { type: "object", properties: { value: { type: "string", format } } };
  app.post(`/${format}`, { schema: { body } }, () => "");
}

/** What a route of Fastify accepts whose schema has this format. */
const ofFastify = (format) => async (value) => {
  const response = await app.inject({ method: "POST", url: `/${format}`, payload: { value } });
  return response.statusCode === 200;
};

app.post("/integer", {
  schema: { body: { type: "object", properties: { value: { type: "integer" } } } },
  handler: () => "",
});

const ofZod = (schema) => (value) => schema.safeParse(value).success;

/** The checks of each table: a text, or for documents bytes, to a boolean or the promise of one; a thrown error refuses. */
export const nodeParsers = {
  "whole-number.number": {
    "js Number.isSafeInteger": (text) => Number.isSafeInteger(JSON.parse(text)),
    "js Number.isInteger": (text) => Number.isInteger(JSON.parse(text)),
    "zod int": (text) => ofZod(z.int())(JSON.parse(text)),
    "zod int32": (text) => ofZod(z.int32())(JSON.parse(text)),
    "js typeof number": (text) => typeof JSON.parse(text) === "number",
    "js bitwise or": (text) => (JSON.parse(text) | 0) === JSON.parse(text),
  },
  "whole-number.string": {
    "js Number() integer": (text) => Number.isInteger(Number(text)),
    "js Number() safe integer": (text) => Number.isSafeInteger(Number(text)),
    "js parseInt": finite((text) => Number.parseInt(text, 10)),
    "js BigInt": (text) => BigInt(text) !== undefined,
    "fastify integer": ofFastify("integer"),
  },
  "number.number": { "js Number.isFinite": finite(JSON.parse) },
  "number.string": { "js Number()": finite(Number), "js parseFloat": finite(Number.parseFloat) },
  "date-time.string": {
    "js Date.parse": finite(Date.parse),
    "js toISOString same": (text) => new Date(text).toISOString() === text,
    "fastify date-time": ofFastify("date-time"),
    "zod iso.datetime": ofZod(z.iso.datetime()),
    "zod iso.datetime offset": ofZod(z.iso.datetime({ offset: true })),
    "zod iso.datetime local": ofZod(z.iso.datetime({ local: true })),
  },
  "date.string": {
    "js Date.parse": finite(Date.parse),
    "zod iso.date": ofZod(z.iso.date()),
    "fastify date": ofFastify("date"),
  },
  "uuid.string": {
    "zod uuid": ofZod(z.uuid()),
    "zod guid": ofZod(z.guid()),
    "zod uuidv4": ofZod(z.uuidv4()),
    "fastify uuid": ofFastify("uuid"),
  },
  "email.string": { "zod email": ofZod(z.email()), "fastify email": ofFastify("email") },
  "uri.string": {
    "js URL": (text) => URL.canParse(text),
    "fastify uri": ofFastify("uri"),
    "js URL http": (text) => ["http:", "https:"].includes(new URL(text).protocol),
  },
  document: {
    "js JSON.parse": (bytes) => JSON.parse(bytes.toString("utf8")) !== undefined,
    "js TextDecoder fatal": (bytes) =>
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) !== undefined,
    "js TextDecoder fatal, mark kept": (bytes) =>
      JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) !==
      undefined,
    "js TextDecoder": (bytes) => JSON.parse(new TextDecoder().decode(bytes)) !== undefined,
    "js Response.json": async (bytes) => (await new Response(bytes).json()) !== undefined,
    fastify: (bytes) => {
      let failed = false;
      fastifyParser(undefined, bytes.toString("utf8"), (error) => (failed = error !== null));
      return !failed;
    },
  },
};
