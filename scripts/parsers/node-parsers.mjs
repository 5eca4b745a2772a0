// JavaScript's parsers, and those of packages that the tests use anyway, by table.
import fastify from "fastify";
import { z } from "zod";

const finite = (read) => (text) => Number.isFinite(read(text));

const fastifyParser = fastify().getDefaultJsonParser("error", "error");

const ofZod = (schema) => (value) => schema.safeParse(value).success;

/** The checks of each table: a text, or for documents bytes, to a boolean; a thrown error refuses. */
export const nodeParsers = {
  "whole-number.number": {
    "js Number.isSafeInteger": (text) => Number.isSafeInteger(JSON.parse(text)),
    "js Number.isInteger": (text) => Number.isInteger(JSON.parse(text)),
    "zod int": (text) => ofZod(z.int())(JSON.parse(text)),
    "zod int32": (text) => ofZod(z.int32())(JSON.parse(text)),
    "js bitwise or": (text) => (JSON.parse(text) | 0) === JSON.parse(text),
  },
  "whole-number.string": {
    "js Number() integer": (text) => Number.isInteger(Number(text)),
    "js Number() safe integer": (text) => Number.isSafeInteger(Number(text)),
    "js parseInt": finite((text) => Number.parseInt(text, 10)),
    "js BigInt": (text) => BigInt(text) !== undefined,
  },
  "number.number": { "js Number.isFinite": finite(JSON.parse) },
  "number.string": { "js Number()": finite(Number), "js parseFloat": finite(Number.parseFloat) },
  "date-time.string": {
    "js Date.parse": finite(Date.parse),
    "js toISOString same": (text) => new Date(text).toISOString() === text,
    "zod iso.datetime": ofZod(z.iso.datetime()),
    "zod iso.datetime offset": ofZod(z.iso.datetime({ offset: true })),
    "zod iso.datetime local": ofZod(z.iso.datetime({ local: true })),
  },
  "date.string": { "js Date.parse": finite(Date.parse), "zod iso.date": ofZod(z.iso.date()) },
  "uuid.string": { "zod uuid": ofZod(z.uuid()), "zod guid": ofZod(z.guid()) },
  "email.string": { "zod email": ofZod(z.email()) },
  "uri.string": { "js URL": (text) => URL.canParse(text) },
  document: {
    "js JSON.parse": (bytes) => JSON.parse(bytes.toString("utf8")) !== undefined,
    "js TextDecoder fatal": (bytes) =>
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) !== undefined,
    fastify: (bytes) => {
      let failed = false;
      fastifyParser(undefined, bytes.toString("utf8"), (error) => (failed = error !== null));
      return !failed;
    },
  },
};
