import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Secret } from "../contract/secret.ts";
import { keepBytes, keptBody } from "./decode-body.ts";
import { Redactor } from "./redactor.ts";

const TOKEN = 'aB3/+x="<&>\\é.token_of-the~test';
const redactor = new Redactor({
  headers: new Map([
    ["authorization", new Secret(`Bearer ${TOKEN}`)],
    ["cookie", new Secret("sid=cookie-of-the-test; theme=dark")],
    ["accept-language", new Secret("english")],
  ]),
  redact: ["X-Session"],
});
const basic = new Redactor({
  headers: new Map([
    ["authorization", new Secret(`Basic ${Buffer.from("ann:pass/word").toString("base64")}`)],
  ]),
});

const body = (text: string | Buffer): string =>
  redactor.body(Buffer.isBuffer(text) ? text : Buffer.from(text, "latin1")).toString("latin1");
const percent = (text: string): string =>
  Array.from(Buffer.from(text, "latin1"), (byte) => `%${byte.toString(16)}`).join("");
const html = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
const escapes = (text: string): string =>
  Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe("a secret is found", () => {
  test.each<[string, string | Buffer]>([
    ["as it is", TOKEN],
    ["with its scheme", `Bearer ${TOKEN}`],
    ["in other letters", TOKEN.toLowerCase()],
    ["as JSON", JSON.stringify(TOKEN)],
    ["as JSON with escaped slashes", JSON.stringify(TOKEN).replaceAll("/", "\\/")],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(TOKEN))],
    ["in escapes", escapes(TOKEN)],
    ["percent-encoded where that is needed", encodeURIComponent(TOKEN)],
    ["percent-encoded in full", percent(TOKEN)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(TOKEN))],
    ["in HTML", html(TOKEN)],
    ["in UTF-8", Buffer.from(TOKEN, "utf8")],
    ["in UTF-16", Buffer.from(TOKEN, "utf16le")],
    ["over two lines", `${TOKEN.slice(0, 9)}\r\n${TOKEN.slice(9)}`],
    ["over two chunks", `${TOKEN.slice(0, 9)}\r\n1f;x=1\r\n${TOKEN.slice(9)}`],
    ["in Base64", Buffer.from(TOKEN, "latin1").toString("base64")],
    ["in Base64 of URLs", Buffer.from(TOKEN, "latin1").toString("base64url")],
    ["in Base64 within another text", Buffer.from(`{"a":"${TOKEN}"}`, "latin1").toString("base64")],
    ["in Base64 one byte later", Buffer.from(`.${TOKEN}.`, "latin1").toString("base64")],
    ["in hexadecimal", Buffer.from(TOKEN, "latin1").toString("hex")],
  ])("%s", (_, text) => {
    const found = body(Buffer.concat([Buffer.from("<"), Buffer.from(text as string, "latin1")]));
    expect(found).toContain("[redacted]");
    expect(found.replace("[redacted]", "").length).toBeLessThan(16);
  });

  test("cut off at the end", () => {
    expect(body(`{"token":"${TOKEN.slice(0, 7)}`)).toBe('{"token":"[redacted]');
  });

  test("in a part of a cookie, and in the pair and password of Basic", () => {
    expect(body("<cookie-of-the-test>")).toBe("<[redacted]>");
    expect(basic.text("ann:pass/word, pass%2Fword")).toBe("[redacted], [redacted]");
  });
});

test("what only resembles a secret stays, and so does what a client understands", () => {
  expect(body("aB3 token, english")).toBe("aB3 token, english");
});

test("values of listed headers are replaced, those of Set-Cookie by their lengths", () => {
  const lines: [string, string][] = [
    ["Set-Cookie", "id=0123456789; Path=/; HttpOnly"],
    ["X-SESSION", "abc"],
    ["Cookie", "made up"],
    ["X-Other", `see ${TOKEN}`],
  ];
  const hidden = [
    ["Set-Cookie", "id=[10 bytes]; Path=/; HttpOnly"],
    ["X-SESSION", "[redacted]"],
    ["Cookie", "[redacted]"],
    ["X-Other", "see [redacted]"],
  ];
  expect(redactor.headers(lines)).toEqual(hidden);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  expect(redactor.message(Buffer.from(head, "latin1")).toString("latin1")).toBe(
    hidden.map(([name, value]) => `${name}: ${value}\r\n`).join(""),
  );
});

test("members of JSON documents with a listed name are replaced", () => {
  expect(body('{"x-session": "a\\"b", "X-Session":12}')).toBe(
    '{"x-session":"[redacted]", "X-Session":"[redacted]"}',
  );
});

test("of a coded body that has a secret, only the decoded text is kept, without it", () => {
  const kept = keptBody(gzipSync(`<${TOKEN}>`), [["Content-Encoding", "gzip"]], 1000, {
    redactor: basic,
  });
  expect(kept.body.base64).toBeDefined();
  const text = Buffer.from(`<${TOKEN}>`, "latin1");
  const hidden = keptBody(gzipSync(text), [["Content-Encoding", "gzip"]], 1000, { redactor });
  expect(hidden.body).toMatchObject({ text: "[redacted]" });
  expect(hidden.decoded).toMatchObject({ text: "<[redacted]>", bytes: text.length });
});

test("the hash is of what is kept: a short secret cannot be found by trying", () => {
  const kept = keepBytes(Buffer.from(`<${TOKEN}>`, "latin1"), redactor);
  expect(kept.sha256).toBe(keepBytes(Buffer.from("<[redacted]>")).sha256);
  expect(kept.bytes).toBe(TOKEN.length + 2);
});
