import { expect, test } from "vitest";
import type { Remark } from "../model/index.ts";
import { tellingSentences } from "./found-text.ts";

const remark = (kind: Remark["kind"], id: string, more: Partial<Remark> = {}): Remark => ({
  kind,
  case: id,
  signature: "201",
  text: `text of ${id}`,
  count: 1,
  ...more,
});

const step = (id: string): Remark => remark("step", id, { signatures: ["201", "413"] });

const remarks = [
  step("headers/one-16-kib"),
  step("size/space-1-mib"),
  remark("like-valid", "encoding/document-bom"),
  remark("odd-one-out", "headers/host-nul"),
  remark("no-answer", "framing/given-51", { signature: "timed-out", count: 20 }),
];

test("what hung comes first, then a limit of the size, then leniency", () => {
  expect(tellingSentences({ remarks })).toEqual([
    {
      case: "framing/given-51",
      text: "20 cases of framing without a response until the time-out, e.g. text of framing/given-51",
    },
    { case: "size/space-1-mib", text: "2 limits, e.g. text of size/space-1-mib" },
    {
      case: "encoding/document-bom",
      text: "1 case accepted unlike similar ones: text of encoding/document-bom",
    },
    {
      case: "headers/host-nul",
      text: "1 case with a response unlike similar ones: text of headers/host-nul",
    },
  ]);
});

test("what ended the server comes before everything else", () => {
  const death = { kind: "ended", cases: ["size/64-mib"], tried: 3, times: 3, count: 1 } as const;
  const text = "size/64-mib ends the server";
  const deaths = [{ ...death, cases: ["size/64-mib"], text }];
  expect(tellingSentences({ deaths, remarks })[0]).toEqual({ case: "size/64-mib", text });
  expect(tellingSentences({ remarks: [] })).toEqual([]);
});

test("so does what stopped a server that witness does not serve", () => {
  const text = "the target has stopped responding to valid requests after size/64-mib";
  const notes = [
    { type: "note" as const, kind: "capacity" as const, text: "8 connections at most" },
    { type: "note" as const, kind: "culprit" as const, text, cases: ["size/64-mib"] },
  ];
  expect(tellingSentences({ notes, remarks })[0]).toEqual({ case: "size/64-mib", text });
});

test("what valid requests got counts like what others got", () => {
  const valid = [
    remark("valid-not-2xx", "valid/plain", { signature: "503", count: 8 }),
    remark("valid-not-2xx", "valid/other", { signature: "timed-out", count: 2 }),
    remark("valid-not-2xx", "valid/none", { signature: "404", count: 30 }),
  ];
  expect(tellingSentences({ remarks: valid })).toEqual([
    { case: "valid/plain", text: "8 cases with 5xx, e.g. text of valid/plain" },
    {
      case: "valid/other",
      text: "2 cases without a response until the time-out, e.g. text of valid/other",
    },
    { case: "valid/none", text: "30 valid requests with 4xx, e.g. text of valid/none" },
  ]);
});

test("all cases with 5xx are counted, and requests that wait for their rest come last", () => {
  const found = [
    remark("server-error", "fields/one", { signature: "500", count: 3 }),
    remark("server-error", "size/two", { signature: "502", count: 60 }),
    remark("no-answer", "framing/short", { signature: "timed-out", count: 34, unfinished: true }),
    remark("no-answer", "encoding/nul", { signature: "timed-out", count: 2 }),
    step("headers/one-16-kib"),
  ];
  const texts = (own: Remark[]) => tellingSentences({ remarks: own }).map(({ text }) => text);
  expect(texts(found)).toEqual([
    "63 cases with 5xx, e.g. text of fields/one",
    "2 cases of encoding without a response until the time-out, e.g. text of encoding/nul",
    "1 limit: text of headers/one-16-kib",
    "34 incomplete requests of framing without a response until the time-out, e.g. text of framing/short",
  ]);
  expect(texts(found.slice(2, 3))).toEqual([
    "34 incomplete requests of framing without a response until the time-out, e.g. text of framing/short",
  ]);
});

test("what a standard calls wrong comes before limits; five things are told at most", () => {
  const found = [
    remark("lenient", "framing/two", { text: "two lengths" }),
    remark("lenient", "headers/nul", { text: "NUL" }),
    ...remarks,
    remark("no-limit", "size/64-mib", { text: "no limit up to a body of 64 MiB" }),
  ];
  const texts = (own: Remark[]) => tellingSentences({ remarks: own }).map(({ text }) => text);
  expect(texts(found).slice(1)).toEqual([
    "accepts two lengths; and 1 more form that a standard calls wrong",
    "2 limits, e.g. text of size/space-1-mib",
    "no limit up to a body of 64 MiB",
    "1 case accepted unlike similar ones: text of encoding/document-bom",
  ]);
});

test("the limit of the body's size is the searched one", () => {
  const side = (at: string, signature: string) => ({
    at,
    text: at,
    signature,
    case: `explore/body-space/${at}`,
  });
  const exploration = {
    requests: 1,
    durationMs: 1,
    targets: ["a"],
    cutShort: [],
    examples: [],
    divergences: [],
    unstable: [],
    axes: [
      {
        axis: "body-space",
        title: "body size, by spaces after the document",
        scale: "log" as const,
        stretches: [],
        capped: true,
        boundaries: [{ near: side("16384", "201"), far: side("16385", "413") }],
        sentence: "201 up to 16,384 bytes, 413 from 16,385 bytes",
        unstable: false,
      },
    ],
  };
  expect(tellingSentences({ remarks: remarks.slice(0, 2), exploration })).toEqual([
    {
      case: "explore/body-space/16385",
      text: "2 limits, e.g. body size, by spaces after the document: 201 up to 16,384 bytes, 413 from 16,385 bytes",
    },
  ]);
});
