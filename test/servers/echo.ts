import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { listening, type Listening } from "../../src/servers/json-server.ts";

/** Ways to send a text back, each as the bytes of a response. */
const RESPONSES: readonly ((text: string) => Buffer | Buffer[])[] = [
  (text) => whole(201, JSON.stringify({ text, escaped: jsonEscaped(text) })),
  (text) => whole(201, `${encodeURIComponent(text)} ${base64(text)} ${base64(`{"a":"${text}"}`)}`),
  (text) => whole(400, text, [`X-Echo: ${text}`, `Set-Cookie: sid=${text}; Path=/`]),
  (text) => head(400, `no ${text}`, ["Content-Length: 0"]),
  (text) => whole(422, gzipSync(`{"text":"${text}"}`), ["Content-Encoding: gzip"]),
  (text) => whole(400, `${text} `.repeat(70), [`Location: /${encodeURIComponent(text)}`]),
  (text) =>
    whole(201, `${Buffer.from(text).toString("hex")} ${base64(` ${text}`)} ${base64(`  ${text}`)}`),
  (text) => whole(400, text, [`Content-Encoding: ${text}`]),
  (text) => {
    const [one, two] = [text.slice(0, 9), text.slice(9)];
    const first = Buffer.concat([head(400, "Bad", ["Transfer-Encoding: chunked"]), chunk(one)]);
    return [first, Buffer.concat([chunk(two), Buffer.from(`0\r\nX-Trailer: ${text}\r\n\r\n`)])];
  },
];
/** Ways to send an incomplete response. */
const BROKEN: readonly ((text: string) => Buffer | Buffer[])[] = [
  (text) => Buffer.from(`HTTP/1.1 ${text}\r\nX: ${text}\r\n\r\n`),
  (text) =>
    Buffer.concat([head(400, "Bad", ["Content-Length: 900"]), Buffer.from(text.slice(0, 12))]),
  (text) =>
    Buffer.concat([head(400, "Bad", ["Transfer-Encoding: chunked"]), chunk(text), chunk("")]),
  (text) => Buffer.concat([whole(200, "ok"), whole(200, text)]),
  (text) => head(400, `${"no ".repeat(340)}${text}`, ["Content-Length: 1"]),
  (text) => {
    const coded = gzipSync(`{"text":"${text}"}`);
    const lines = ["Content-Encoding: gzip", `Content-Length: ${coded.length + 9}`];
    return Buffer.concat([head(400, "Bad", lines), coded]);
  },
  (text) => {
    const parts = Array.from({ length: 40 }, (_, nth) => text.slice(5 * nth, 5 * nth + 5));
    const chunks = parts.filter((part) => part !== "").map(chunk);
    const lines = ["Transfer-Encoding: chunked"];
    return Buffer.concat([head(400, "Bad", lines), ...chunks, Buffer.from("z")]);
  },
];

/** A server that sends the value of this header, or of this parameter of the query, back in every form that it knows. */
export async function echo(name: string): Promise<Listening> {
  let nth = 0;
  const server = createServer((socket) => {
    let received = "";
    socket.on("data", (part) => {
      received += part.toString("latin1");
      const inQuery = new RegExp(`^[^\r\n]*[?&]${name}=([^\\s&]*)`).exec(received)?.[1];
      const inHead = new RegExp(`^${name}: *([^\r\n]*)`, "im").exec(received)?.[1];
      const value = inHead ?? (inQuery && decodeURIComponent(inQuery));
      if (!received.includes("\r\n\r\n") || !isWhole(received)) return;
      const isValid = /"date":"\d{4}-/.test(received) && received.length < 800;
      received = "";
      nth += 1;
      const ways = isValid || nth % 2 === 0 ? RESPONSES : BROKEN;
      void sendAll(socket, ways[(nth >> 1) % ways.length]?.(value ?? "none") ?? []);
    });
  });
  return listening(server);
}

const isWhole = (received: string): boolean => {
  const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? 0);
  return received.length >= received.indexOf("\r\n\r\n") + 4 + length;
};

async function sendAll(socket: Socket, parts: Buffer | Buffer[]): Promise<void> {
  for (const part of [parts].flat()) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  socket.end();
}

const head = (status: number, reason: string, lines: string[]): Buffer =>
  Buffer.from(
    `HTTP/1.1 ${status} ${reason}\r\n${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`,
    "latin1",
  );

const whole = (status: number, body: string | Buffer, lines: string[] = []): Buffer =>
  Buffer.concat([
    head(status, "OK", [...lines, `Content-Length: ${Buffer.byteLength(body)}`]),
    Buffer.from(body as string),
  ]);

const chunk = (text: string): Buffer => Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const jsonEscaped = (text: string): string =>
  Array.from(text, (each) => `\\u00${each.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
