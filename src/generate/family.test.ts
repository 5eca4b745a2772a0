import { describe, expect, test } from "vitest";
import type { CaseRequest, RawStep } from "../model/index.ts";
import { bytes, raw, slice, times, type Template } from "../template/index.ts";
import {
  withExtra,
  DATE,
  ID,
  id,
  user,
  head,
  headersWith,
  post,
  requestLine,
  send,
  wirePost,
} from "./user-submission.ts";
import { userSubmission } from "../contract/index.ts";
import { familyOf as familyIn } from "./family.ts";
import { requestsOf } from "./requests.ts";
import { halfClose, pause, read, reset, sendBytes, wire, type HeadOptions } from "./steps.ts";

const { headAlone, message, withMembers } = requestsOf(userSubmission);
const familyOf = (request: CaseRequest): string => familyIn(request, userSubmission);
const text = (value: string): Template => user({ id: [value] });
const date = (value: string): Template => user({ date: [JSON.stringify(value)] });

describe("the family by the body", () => {
  test.each<[body: Template, family: string]>([
    [user(), "as stated"],
    [bytes` {"date" : "${DATE}",${"\n"}"id":${ID} } `, "as stated"],
    [bytes`{"\u0069d":${ID},"date":"${DATE}"}`, "as stated"],
    [text("0"), "as stated"],
    [text("2147483648"), "as stated"],
    [text("9007199254740991"), "as stated"],
    [[], "no body"],
    [bytes`${user()}${raw(0xff)}`, "not UTF-8"],
    [[{ encode: user(), as: "gzip" }], "not UTF-8"],
    [["\ufeff", ...user()], "malformed JSON: a byte order mark first"],
    [[" \n"], "malformed JSON: white space only"],
    [["{"], "malformed JSON: cut short"],
    [[slice(user(), 0, 49)], "malformed JSON: cut short"],
    [bytes`{"id":${ID},"da`, "malformed JSON: cut short"],
    [bytes`{"id":${ID},/**/"date":"${DATE}"}`, "malformed JSON: a comment"],
    [bytes`${user()}// a`, "malformed JSON: a comment"],
    [withMembers([]), "malformed JSON: a comma before the end"],
    [withExtra("[1,]"), "malformed JSON: a comma before the end"],
    [bytes`${user()}}`, "malformed JSON: other bytes after the document"],
    [bytes`${user()}a`, "malformed JSON: other bytes after the document"],
    [bytes`${user()} ${user()}`, "malformed JSON: other bytes after the document"],
    [text("01"), "malformed JSON: an invalid number"],
    [text("0x1"), "malformed JSON: an invalid number"],
    [text("+1"), "malformed JSON: an invalid number"],
    [text("1."), "malformed JSON: an invalid number"],
    [text("-"), "malformed JSON: an invalid number"],
    [withExtra('"\\x41"'), "malformed JSON: an invalid escape"],
    [withExtra('"\\u12"'), "malformed JSON: an invalid escape"],
    [withExtra('"a\u0000b"'), "malformed JSON: a control character in a string"],
    [withExtra('"a\nb"'), "malformed JSON: a control character in a string"],
    [bytes`{"id" ${ID},"date":"${DATE}"}`, "malformed JSON: no colon"],
    [bytes`{"id":${ID} "date":"${DATE}"}`, "malformed JSON: no comma"],
    [bytes`{,"id":${ID},"date":"${DATE}"}`, "malformed JSON: a comma too many"],
    [bytes`{"id":${ID},1}`, "malformed JSON: no key"],
    [text(""), "malformed JSON: no value"],
    [text("NaN"), "malformed JSON: an invalid symbol"],
    [bytes`{'id':${ID}}`, "malformed JSON: an invalid symbol"],
    [["[]"], "JSON, not an object: array"],
    [['"a"'], "JSON, not an object: string"],
    [["0"], "JSON, not an object: number"],
    [["null"], "JSON, not an object: true, false or null"],
    [["{}"], "id missing + date missing"],
    [bytes`{"date":"${DATE}"}`, "id missing"],
    [bytes`{"id":${ID}}`, "date missing"],
    [bytes`{"ID":${ID},"date":"${DATE}"}`, "id missing + further keys"],
    [bytes`{"id":${ID},"id":${ID},"date":"${DATE}"}`, "id twice"],
    [bytes`{"id":${id(0)},"\u0069d":${id(1)},"date":"${DATE}"}`, "id twice"],
    [bytes`{"id":${ID},"id":"a","date":"${DATE}"}`, "id twice + id: text"],
    [user({ id: bytes`"${ID}"` }), "id: text"],
    [user({ id: bytes`${ID}.0` }), "id: fraction"],
    [text("1e2"), "id: exponent"],
    [text("1.5E2"), "id: exponent"],
    [text("1e400"), "id: too large for a double"],
    [user({ id: times("9", 400) }), "id: too large for a double"],
    [text("9007199254740992"), "id: beyond 2^53"],
    [text("-1"), "id: negative"],
    [text("null"), "id: null"],
    [text("true"), "id: true or false"],
    [text("[1]"), "id: array"],
    [text('{"id":1}'), "id: object"],
    [user({ date: "null" }), "date: null"],
    [user({ date: "0" }), "date: number"],
    [bytes`{"id":${ID},"date":"${DATE}","date":""}`, "date twice + date: another text"],
    [withExtra("1"), "further keys"],
    [withMembers('"a":1,"a":2'), "further keys + a key twice"],
    [withExtra('{"a":1,"a":1}'), "further keys + a key twice"],
    [withExtra('"\\u0000"'), "further keys + NUL in a string"],
    [withExtra('"\\\\u0000"'), "further keys"],
    [withExtra('"\\ud800"'), "further keys + lone surrogate"],
    [withExtra('"\\ud83d\\ude00"'), "further keys"],
    [withExtra([times("[", 20), times("]", 20)]), "further keys + nested deeply"],
    [withExtra([times("[", 19), times("]", 19)]), "further keys"],
    [[...user(), times(" ", 65_486)], "as stated"],
    [[...user(), times(" ", 65_487)], "large body"],
    [[times("[", 100_000)], "malformed JSON + nested deeply + large body"],
    [withExtra(bytes`"${times("a", 16_777_216)}"`), "further keys + large body"],
  ])("%j: %s", (body, family) => {
    expect(familyOf(post(body))).toBe(family);
    expect(familyOf(wirePost({ body }))).toBe(family);
  });

  test.each<[date: string, family: string]>([
    ["2024-02-29T23:59:59.999Z", "as stated"],
    ["0000-01-01T00:00:00.000Z", "as stated"],
    ["2023-02-29T00:00:00.000Z", "date: out of the calendar"],
    ["2023-13-01T00:00:00.000Z", "date: out of the calendar"],
    ["2023-01-01T24:00:00.000Z", "date: out of the calendar"],
    ["2016-12-31T23:59:60.000Z", "date: out of the calendar"],
    ["2023-01-01T00:00:00.00Z", "date: fraction digits other than 3"],
    ["2023-01-01T00:00:00.0000Z", "date: fraction digits other than 3"],
    ["2023-01-01T00:00:00Z", "date: no fraction"],
    ["2023-01-01T00:00:00.000+01:00", "date: an offset instead of Z"],
    ["2023-01-01T00:00:00.000-2500", "date: an offset instead of Z, out of the calendar"],
    ["2023-01-01T00:00:00.000", "date: no zone"],
    ["2023-01-01T00:00:00.000z", "date: lower case"],
    ["2023-01-01t00:00:00.000z", "date: lower case"],
    ["2023-01-01 00:00:00.000Z", "date: another separator"],
    ["2023-01-01T00:00:00,000Z", "date: another separator"],
    ["+12023-01-01T00:00:00.000Z", "date: year of other than four digits"],
    ["23-01-01T00:00:00Z", "date: year of other than four digits, no fraction"],
    ["2023-01-01", "date: another text"],
    ["", "date: another text"],
  ])("date %s: %s", (value, family) => {
    expect(familyOf(post(date(value)))).toBe(family);
  });
});

const wired = (options: HeadOptions): CaseRequest => wirePost(options);
const changed = (change: HeadOptions["change"] & {}): CaseRequest => wired({ change });
const headed = (change: Record<string, string | null>): CaseRequest =>
  post(user(), { headers: headersWith(change) });

describe("the family by the head", () => {
  test.each<[request: CaseRequest, family: string]>([
    [wirePost(), "as stated"],
    [post(user(), { method: "PUT" }), "method PUT"],
    [post(user(), { path: "/api/user/" }), "another target"],
    [headed({ "Content-Type": "text/plain" }), "header content-type: other value"],
    [headed({ "Content-Type": null }), "header content-type: missing"],
    [headed({ "X-Extra": "1" }), "extra headers"],
    [headed({ "content-type": "application/json" }), "as stated"],
    [headed({ Accept: "*/*;q=0" }), "header accept: other value"],
    [headed({ Host: "elsewhere" }), "header host: other value"],
    [post([], { method: "GET" }), "no body + method GET + header content-length: missing"],
    [wired({ line: requestLine({ version: "HTTP/1.0" }) }), "another version"],
    [wired({ line: ["P@ST ", { target: "path" }, " HTTP/1.1"] }), "another method"],
    [wired({ line: ["POST ", { target: "path" }] }), "another request line"],
    [changed({ Host: null }), "header host: missing"],
    [changed({ Connection: "close" }), "header connection: other value"],
    [changed({ "User-Agent": null }), "header user-agent: missing"],
    [changed({ "Accept-Encoding": "br" }), "header accept-encoding: other value"],
    [changed({ "Content-Length": [{ bodyLength: 1 }] }), "header content-length: other value"],
    [changed({ "Content-Length": "50" }), "as stated"],
    [changed({ "Content-Length": null }), "header content-length: missing"],
    [wired({ extra: [["Content-Length: 50"]] }), "header content-length: twice"],
    [wired({ extra: [["X-Extra"]] }), "a line that is not a header"],
    [wired({ extra: [["X Extra: 1"]] }), "a line that is not a header"],
    [wired({ extra: [["X-Extra: ", times("a", 9000)]] }), "extra headers + large head"],
    [wired({ eol: "\n" }), "line ends"],
    [wire(sendBytes(["\r\n", ...message()]), read()), "line ends"],
    [wire(sendBytes(["GET /"]), read()), "no body + another request line + head cut short"],
    [wire(sendBytes(["POST /api/user HTTP/1.1\r\n\r\n"]), read()), "no body + no headers"],
    [
      wirePost({
        change: { "Content-Length": null, "Transfer-Encoding": "chunked" },
        body: bytes`32${"\r\n"}${user()}${"\r\n0\r\n\r\n"}`,
      }),
      "header transfer-encoding: present",
    ],
    [
      wirePost({
        change: { "Content-Length": null, "Transfer-Encoding": "chunked" },
        body: bytes`2${"\r\n"}{}${"\r\n"}`,
      }),
      "header transfer-encoding: present + chunks that do not fit",
    ],
  ])("%j: %s", (request, family) => {
    expect(familyOf(request)).toBe(family);
  });
});

describe("the family by the steps", () => {
  test.each<[family: string, steps: RawStep[]]>([
    ["as stated", [sendBytes(message()), read()]],
    ["as stated", [send({ on: 3 }), read({ on: 3 })]],
    ["in pieces", [send({ pieces: "bytes" }), read()]],
    ["in pieces", [sendBytes(headAlone()), sendBytes(user()), read()]],
    ["in pieces + pause", [sendBytes(headAlone()), pause(5), sendBytes(user()), read()]],
    ["pause", [send(), pause(5), read()]],
    ["half-close", [send(), halfClose(), read()]],
    ["several messages", [send(), send(), read(), read()]],
    ["several messages", [sendBytes([...message(), ...message()]), read(), read()]],
    ["several messages + reset", [send(), reset(), send({ on: 1 }), read({ on: 1 })]],
    [
      "no body + method GET + header content-length: missing + several messages",
      [
        send({
          head: head({
            line: requestLine({ method: "GET" }),
            change: { "Content-Length": null },
          }),
          body: [],
        }),
        read(),
        send(),
        read(),
      ],
    ],
  ])("%s", (family, steps) => {
    expect(familyOf(wire(...steps))).toBe(family);
  });
});
