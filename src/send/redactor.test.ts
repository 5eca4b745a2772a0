import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Secret } from "../contract/index.ts";
import { keepBytes, keptBody } from "./request-result.ts";
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

const members = new Redactor({ redact: ["token", "X-Session"] });
const shown = (text: string): string =>
  members.body(Buffer.from(text, "latin1")).toString("latin1");
/** Has nothing after 64 KiB that an earlier version redacted. */
const LONG = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(2000);

test("a value that is longer than what is kept is redacted as a whole", () => {
  const key = `k${LONG.slice(0, 1260)}`;
  const given = new Redactor({ headers: new Map([["x-api-key", new Secret(key)]]) });
  expect(given.body(Buffer.from(`${key} `.repeat(70))).toString()).toBe("[redacted] ".repeat(70));
  expect(shown(`{"token":"${LONG}","id":1}`)).toBe('{"token":"[redacted]","id":1}');
});

test.each([
  ["a string", '"abc\\\\\\"def"'],
  ["a number", "-12.5e3"],
  ["null", "null"],
  ["an object", '{"value": "a}b", "list": [{"c": "]"}]}'],
  ["a list", '["abc", {"d": ["e"]}, 1]'],
  ["an empty string", '""'],
])("the whole value of a listed member is replaced: %s", (_, value) => {
  expect(shown(`{"a":1,"token" : ${value},"b":"}"}`)).toBe('{"a":1,"token" :"[redacted]","b":"}"}');
  for (let end = 1; end < value.length; end += 1)
    expect(shown(`{"token":${value.slice(0, end)}`)).toBe('{"token":"[redacted]"');
  const nested = JSON.stringify({ text: `{"token":${value},"b":1}` });
  expect(shown(nested)).toBe(JSON.stringify({ text: '{"token":"[redacted]","b":1}' }));
  expect(shown(JSON.stringify([nested]))).toContain(String.raw`"[redacted]\\\",\\\"b\\\":1`);
});

test("a listed member is found in a message, over chunks, in UTF-16, and with an escaped name", () => {
  const message = (text: string) => members.message(Buffer.from(text, "latin1")).toString("latin1");
  expect(message('HTTP/1.1 200 OK\r\n\r\n{"tok\r\n4\r\nen":"abc\r\n9\r\ndef","b":1}')).toMatch(
    /\r\n\r\n\{"tok\r\n4\r\nen":"\[redacted\]","b":1\}$/,
  );
  expect(message('"token":12\r\n2;x\r\n34,')).toBe('"token":"[redacted]",');
  expect(message(String.raw`{"t\u006fken":"abc"}`)).toBe(String.raw`{"t\u006fken":"[redacted]"}`);
  const wide = members.body(Buffer.from('{"token":"abcdefgh"}', "utf16le")).toString("latin1");
  expect(wide.replaceAll("\0", "")).toBe('{"token":"[redacted]"}');
});

test("lines that continue a listed header, and a blank before its colon, change nothing", () => {
  const head =
    "HTTP/1.1 200 OK\r\nX-Session: abc\r\n\tdef\r\n ghi\r\nX-B: c\r\nX-SESSION : d\r\n\r\n";
  expect(members.message(Buffer.from(head)).toString()).toBe(
    "HTTP/1.1 200 OK\r\nX-Session: [redacted]\r\nX-B: c\r\nX-SESSION : [redacted]\r\n\r\n",
  );
  expect(members.headers([["X-Session ", "abc"]])).toEqual([["X-Session ", "[redacted]"]]);
});

test("a coded body whose text has a listed member is not kept, nor one that cannot be decoded", () => {
  const limit = 1000;
  const keep = (bytes: Buffer, lines: [string, string][]) =>
    keptBody(bytes, lines, limit, { redactor: members });
  const coded = gzipSync('{"token":"abc"}');
  expect(keep(coded, [["Content-Encoding", "gzip"]])).toMatchObject({
    body: { text: "[redacted]", bytes: coded.length },
    decoded: { text: '{"token":"[redacted]"}' },
  });
  expect(keep(coded, [["Transfer-Encoding", "gzip, chunked"]]).body.text).toBe("[redacted]");
  const cut = coded.subarray(0, -3);
  expect(keep(cut, [["Content-Encoding", "gzip"]]).body.text).toBe("[redacted]");
  for (const end of ["\r\n", "\n"]) {
    const whole = `HTTP/1.1 200 OK${end}Content-Length: 2${end}${end}okHTTP/1.1 200 OK${end}Content-Encoding: br${end}${end}`;
    const message = Buffer.concat([Buffer.from(whole), coded]);
    expect(keepBytes(message, members).text).toBe(`${whole}[redacted]`);
  }
});

test("the name of an unknown content coding is searched", () => {
  const lines: [string, string][] = [["Content-Encoding", TOKEN]];
  const { decodeError } = keptBody(Buffer.from("x"), lines, 1000, { redactor });
  expect(decodeError).toBe("unknown content coding [redacted]");
});

test("a text that begins in the middle of a secret has no piece of it, and one that begins with a scheme keeps that", () => {
  expect(redactor.text(`...${TOKEN.slice(5)}...`)).toBe("...[redacted]...");
  expect(redactor.text(`Bearer ${TOKEN}`)).toBe("Bearer [redacted]");
});

test("backslashes one after the other are found", () => {
  const slashes = new Redactor({ headers: new Map([["x-key", new Secret("ab\\\\\\cd")]]) });
  expect(slashes.text("<ab\\\\\\cd>")).toBe("<[redacted]>");
});
