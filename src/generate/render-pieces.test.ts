import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import type { Filling } from "./render.ts";
import { PIECE_BYTES, renderPieces, renderSendPieces, render, renderSend } from "./render.ts";
import type { Template } from "../template/index.ts";

const filling: Filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://localhost:80"),
  firstId: 200_000_000,
  fresh: 7,
};

const MIB = 1024 * 1024;
const id = { fresh: "id" };

test.each<[string, Template]>([
  ["nothing", []],
  ["a text", ["text"]],
  ["a long repetition between texts", ["a", { repeat: ["xyz"], times: MIB }, "b"]],
  ["a repetition of a long one", [{ repeat: [{ repeat: ["é", id], times: 60_000 }], times: 3 }]],
  [
    "a repetition of nothing",
    [
      { repeat: [], times: MIB },
      { repeat: ["x"], times: MIB },
    ],
  ],
  ["a long text", ["x".repeat(PIECE_BYTES + 1), id]],
  [
    "a part of a long repetition",
    [{ slice: [id, { repeat: ["abcde"], times: MIB }, "end"], from: 4, to: 5 * MIB }, "."],
  ],
  ["halves of a pair", ["\ud83d", "\ude00", { repeat: ["\ud83d"], times: MIB }, "\ude00"]],
  ["a length", [{ bodyLength: 1 }, { repeat: ["x"], times: PIECE_BYTES }, { bodyLength: 0 }]],
])("in pieces %s has the same bytes", (_, template) => {
  const whole = render(template, filling, 123);
  const { bytes, pieces } = renderPieces(template, filling, 123);
  expect(bytes).toBe(whole.length);
  expect(Buffer.concat([...pieces()]).equals(whole)).toBe(true);
});

test("the pieces of a case of 64 MiB are the same memory again and again", () => {
  const large = suites
    .flatMap(({ cases }) => cases)
    .map(({ request }) => (request.sender === "client" ? request.body : []))
    .find((body) => renderPieces(body, filling).bytes > 60 * MIB);
  const pieces = [...renderPieces(large ?? [], filling).pieces()];
  expect(pieces.length).toBeGreaterThan(200);
  expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBeLessThan(10);
});

test("head and body of a step have the same bytes", () => {
  const step = {
    do: "send" as const,
    head: ["Content-Length: ", { bodyLength: 0 }, "\r\n\r\n"],
    body: [{ repeat: ["x"], times: MIB }],
  };
  const { bytes, pieces } = renderSendPieces(step, filling);
  const whole = renderSend(step, filling);
  expect(bytes).toBe(whole.length);
  expect(Buffer.concat([...pieces()]).equals(whole)).toBe(true);
});
