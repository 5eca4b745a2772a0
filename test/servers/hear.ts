import { connect } from "node:net";
import type { Listening } from "../../src/servers/json-server.ts";

const STATED = `{"id":1,"date":"2024-01-01T00:00:00.000Z"}`;
/** The stated request, as an ordinary client sends it. */
export const REQUEST = `POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: ${STATED.length}\r\n\r\n${STATED}`;

/**
 * Sends `request` and returns the received bytes as latin1 text: until `enough` is true, or until
 * the connection ends. If it ends with an error, the error's code is at the end.
 */
export async function hear(
  server: Listening,
  enough: (heard: string) => boolean = () => false,
  request = REQUEST,
): Promise<string> {
  const socket = connect(server.port, "127.0.0.1").setEncoding("latin1");
  socket.write(request);
  let heard = "";
  socket.on("data", (chunk: string) => {
    heard += chunk;
    if (enough(heard)) socket.destroy();
  });
  await new Promise<void>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => (heard += error.code));
    socket.on("close", () => resolve());
  });
  return heard;
}
