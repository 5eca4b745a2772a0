import type { IncomingMessage } from "node:http";

/**
 * Hands over the whole body, or `undefined` as soon as it is longer than the limit (the rest is
 * read and dropped). A client that breaks off gets no call.
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
