import type { IncomingMessage } from "node:http";

/**
 * Passes on the whole body, or `undefined` as soon as it exceeds the limit (the rest is read and
 * dropped). No call if the client disconnects early.
 */
export function withBody(
  request: IncomingMessage,
  limitBytes: number,
  then: (body: Buffer | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let left = limitBytes;
  request.on("data", (chunk: Buffer) => {
    const fitted = left >= 0;
    left -= chunk.length;
    if (left >= 0) chunks.push(chunk);
    else if (fitted) then(undefined);
  });
  request.on("end", () => {
    if (left >= 0) then(Buffer.concat(chunks));
  });
  request.on("error", () => {});
}
