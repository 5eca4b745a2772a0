const ok = (first: string, rest = "Content-Length: 2\r\n\r\n{}"): string => `${first}\r\n${rest}`;
/** A response of status 200 with these header lines. */
export const responseWith = (headers: string, body = "{}"): string =>
  `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;
const chunked = (body: string): string => responseWith("Transfer-Encoding: chunked", body);

/** Responses that no server should send. Whatever the client does with them, it must not throw. */
export const ODD: Record<string, string> = {};
const STATUSES =
  "000 001 099 100 101 102 199 204 205 299 304 600 999 1000 20 2 -20 +20 2e2 0x1 20a \u0662\u0660\u0660";
for (const status of ["", ...STATUSES.split(" ")])
  ODD[`status ${status}`] = ok(`HTTP/1.1 ${status} Odd`);
for (const version of ["0.9", "1.0", "1.2", "1.9", "2.0", "3.0", "9.9", "1", "1.10", "x", "-1.1"])
  ODD[`version ${version}`] = ok(`HTTP/${version} 200 OK`);
for (const byte of [0x00, 0x01, 0x08, 0x09, 0x0a, 0x0b, 0x0d, 0x1b, 0x7f, 0x80, 0x9b, 0xa0, 0xff]) {
  const text = String.fromCharCode(byte);
  const name = byte.toString(16).padStart(2, "0");
  ODD[`0x${name} in the reason`] = ok(`HTTP/1.1 200 O${text}K`);
  ODD[`0x${name} in a header's value`] = responseWith(`X: a${text}b\r\nContent-Length: 2`);
  ODD[`0x${name} in a header's name`] = responseWith(`X${text}Y: a\r\nContent-Length: 2`);
  ODD[`0x${name} before the status`] = ok(`HTTP/1.1${text}200 OK`);
}
Object.assign(ODD, {
  "no reason": ok("HTTP/1.1 200 "),
  "no reason and no space": ok("HTTP/1.1 200"),
  "two spaces": ok("HTTP/1.1  200  OK"),
  "another protocol": ok("ICY 200 OK"),
  "small letters": ok("http/1.1 200 ok"),
  "a request": ok("GET / HTTP/1.1"),
  "no headers": "HTTP/1.1 200 OK\r\n\r\n",
  "nothing but a status line": "HTTP/1.1 200 OK\r\n",
  "a space before the colon": responseWith("Content-Length : 2"),
  "a space in a header's name": responseWith("Content Length: 2"),
  "a header without a colon": responseWith("Content-Length\r\nContent-Length: 2"),
  "a header without a name": responseWith(": x\r\nContent-Length: 2"),
  "a folded header": responseWith("X: a\r\n b\r\nContent-Length: 2"),
  "a fold before any header": responseWith(" b\r\nContent-Length: 2"),
  "bare line feeds": "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}",
  "bare carriage returns": "HTTP/1.1 200 OK\rContent-Length: 2\r\r{}",
  "chunked with a length": responseWith(
    "Transfer-Encoding: chunked\r\nContent-Length: 2",
    "2\r\n{}\r\n0\r\n\r\n",
  ),
  "a length with chunked": responseWith(
    "Content-Length: 2\r\nTransfer-Encoding: chunked",
    "2\r\n{}\r\n0\r\n\r\n",
  ),
  "a length twice": responseWith("Content-Length: 2\r\nContent-Length: 2"),
  "two lengths": responseWith("Content-Length: 2\r\nContent-Length: 1"),
  "lengths in a list": responseWith("Content-Length: 2, 2"),
  "a negative length": responseWith("Content-Length: -2"),
  "a length with a plus": responseWith("Content-Length: +2"),
  "a length in hexadecimal": responseWith("Content-Length: 0x2"),
  "a length of words": responseWith("Content-Length: two"),
  "an empty length": responseWith("Content-Length: "),
  "a length beyond 2^64": responseWith("Content-Length: 18446744073709551618"),
  "a length of 100 digits": responseWith(`Content-Length: ${"9".repeat(100)}`),
  "a length that is too short": responseWith("Content-Length: 1"),
  "a 204 with a body": "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello",
  "a 304 with a body": "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello",
  "another transfer coding": responseWith("Transfer-Encoding: gzip"),
  "chunked twice": responseWith("Transfer-Encoding: chunked, chunked", "2\r\n{}\r\n0\r\n\r\n"),
  "chunked not last": responseWith("Transfer-Encoding: chunked, gzip", "2\r\n{}\r\n0\r\n\r\n"),
  "chunked in two headers": responseWith(
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "2\r\n{}\r\n0\r\n\r\n",
  ),
  "a chunk size that overflows": chunked(`${"f".repeat(17)}\r\n{}\r\n0\r\n\r\n`),
  "a negative chunk size": chunked("-2\r\n{}\r\n0\r\n\r\n"),
  "no chunk size": chunked("\r\n{}\r\n0\r\n\r\n"),
  "a chunk longer than it says": chunked("1\r\n{}\r\n0\r\n\r\n"),
  "a chunk extension with control characters": chunked("2;\u0001=\u0000\r\n{}\r\n0\r\n\r\n"),
  "trailers with control characters": chunked("2\r\n{}\r\n0\r\nX: \u0000\r\n\r\n"),
  "a trailer that is a length": chunked("2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n"),
  "Keep-Alive: timeout=0": responseWith("Keep-Alive: timeout=0\r\nContent-Length: 2"),
  "Keep-Alive: timeout=-1": responseWith("Keep-Alive: timeout=-1\r\nContent-Length: 2"),
  "Keep-Alive: timeout=1, timeout=9": responseWith(
    "Keep-Alive: timeout=1, timeout=9\r\nContent-Length: 2",
  ),
  "Keep-Alive: timeout=1e99": responseWith("Keep-Alive: timeout=1e99\r\nContent-Length: 2"),
  "an upgrade": responseWith("Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 2"),
  "100 and an end": "HTTP/1.1 100 Continue\r\n\r\n",
  "100, then 200": `HTTP/1.1 100 Continue\r\n\r\n${responseWith("Content-Length: 2")}`,
  "103, then 099": `HTTP/1.1 103 Hints\r\n\r\n${ok("HTTP/1.1 099 Odd")}`,
  "two responses": responseWith("Content-Length: 2") + responseWith("Content-Length: 2"),
  "line ends before it": `\r\n\r\n${responseWith("Content-Length: 2")}`,
  "a TLS alert": "\u0015\u0003\u0001\u0000\u0002\u0002\u0028",
  "the preface of HTTP/2": "\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000",
  nothing: "",
});

/** A response for which no undici is needed, and one that is undici's like the next one. */
export const PLAIN = responseWith("Content-Length: 2");
export const NOT_PLAIN = chunked("2\r\n{}\r\n0\r\n\r\n");
