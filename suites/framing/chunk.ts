import type { HeadOptions, Requests } from "../../src/generate/index.ts";
import { slice, type Template } from "../../src/template/index.ts";
import type { RawRequest } from "../../src/model/index.ts";

const CRLF = "\r\n";

/** A chunk with a given size line. */
export const chunk = (size: string, data: Template): Template => [size, CRLF, ...data, CRLF];

/** The end of a chunked body. */
export const LAST: Template = ["0\r\n\r\n"];

/** The stated body in chunks. */
export type Chunks = {
  /** Its length in hex. */
  size: string;
  /** The body in one chunk, without the end. */
  one: Template;
  /** The body split into chunks of these sizes, with lower-case sizes. */
  of: (...sizes: number[]) => Template;
  /** The stated head with Transfer-Encoding: chunked instead of Content-Length, and this body. */
  send: (body: Template, options?: HeadOptions) => RawRequest;
};

/** The body of an interface in chunks. */
export function chunksOf(on: Requests): Chunks {
  const size = on.bodyBytes.toString(16);
  return {
    size,
    one: chunk(size, on.body()),
    of: (...sizes) => {
      let from = 0;
      return sizes.flatMap((bytes) => {
        const data = slice(on.body(), from, from + bytes);
        from += bytes;
        return chunk(bytes.toString(16), [data]);
      });
    },
    send: (body, options = {}) =>
      on.rawRequest({
        ...options,
        change: { "Content-Length": null, "Transfer-Encoding": "chunked", ...options.change },
        body,
      }),
  };
}
