import { type AddressInfo, createServer } from "node:net";

const { closesAfter = 0 } = JSON.parse(process.argv[2] ?? "{}") as { closesAfter?: number };
const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";
/** A response to HEAD has no body. */
const responsesWith = (body: string) => ({
  usual: Buffer.from(`${HEAD}\r\n${body}`),
  last: Buffer.from(`${HEAD}Connection: close\r\n\r\n${body}`),
});
const WITH_BODY = responsesWith("{}");
const WITHOUT_BODY = responsesWith("");
const HEAD_METHOD = "HEAD ";
const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** A process that responds with the same bytes, as fast as it can. It closes a connection after `closesAfter` responses. */
const server = createServer((socket) => {
  let requestBytes = 0;
  let received = 0;
  let left = closesAfter;
  let response = WITH_BODY;
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    // All requests of a generator have the same length, which is read once.
    if (requestBytes === 0) {
      requestBytes = lengthOf(chunk);
      response =
        chunk.toString("latin1", 0, HEAD_METHOD.length) === HEAD_METHOD ? WITHOUT_BODY : WITH_BODY;
    }
    received += chunk.length;
    const whole = requestBytes === 0 ? 0 : Math.floor(received / requestBytes);
    received -= whole * requestBytes;
    if (closesAfter > 0 && whole >= left)
      socket.end(responses(response.usual, left - 1, response.last));
    else if (whole > 0) socket.write(responses(response.usual, whole - 1, response.usual));
    left -= whole;
  });
});

const responses = (usual: Buffer, before: number, last: Buffer): Buffer =>
  before === 0 ? last : Buffer.concat([...Array<Buffer>(before).fill(usual), last]);

function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf(HEAD_END);
  const length = LENGTH.exec(chunk.subarray(0, Math.max(0, end)).toString("latin1"))?.[1];
  return end < 0 ? 0 : end + HEAD_END.length + Number(length ?? 0);
}

server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.once("disconnect", () => process.exit());
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});
