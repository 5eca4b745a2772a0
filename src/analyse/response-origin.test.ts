import { expect, test } from "vitest";
import type { RequestResult, Response } from "../model/index.ts";
import { originOf } from "./response-origin.ts";

function answered(status: number, body: string, headers: Record<string, string>): RequestResult {
  const kept = { bytes: Buffer.byteLength(body), sha256: "", text: body };
  const response: Response = {
    status,
    reason: "",
    headers: Object.entries(headers),
    framing: "length",
    body: kept,
  };
  return { outcome: "answered", status, totalUs: 1, response };
}

const HTML = { "Content-Type": "text/html; charset=utf-8", Server: "nginx/1.25.3 (Ubuntu)" };
const JSON_TYPE = { "content-type": "application/problem+json" };

test("the shape of the body, the software without its version, and a media type that is not implied", () => {
  expect(originOf([answered(502, "<html>x</html>", HTML)])).toBe("HTML, nginx");
  expect(originOf([answered(500, `{"error":"x"}`, JSON_TYPE)])).toBe("JSON {error: string}");
  expect(originOf([answered(500, "oops", { server: "app" })])).toBe("text body, app");
  expect(originOf([answered(500, `{"a":1}`, { "content-type": "text/plain" })])).toBe(
    "JSON {a: number}, text/plain",
  );
  const plain = { "content-type": "text/plain; charset=utf-8", server: "app" };
  expect(originOf([answered(500, "oops", plain)])).toBe("text body, app");
  expect(originOf([answered(503, "", {})])).toBe("empty body");
});

test("the first server error counts, and without a response there is no origin", () => {
  const [ok, bad] = [answered(201, "{}", {}), answered(502, "<html>", HTML)];
  expect(originOf([ok, bad, ok])).toBe("HTML, nginx");
  expect(originOf([{ outcome: "reset", phase: "head", detail: "", totalUs: 1 }])).toBe("");
});

test("a server's text is no command of a CI service", () => {
  const odd = { "Content-Type": "text/ ::error file=x::y", Server: "##[error]x\u001b[2J" };
  const words = originOf([answered(500, `{"##[error]k":1}`, odd)]);
  expect(words).not.toMatch(/##|::|\u001b/);
});
