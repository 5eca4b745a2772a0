import { VALID_BODY_BYTES, user } from "../../src/generate/user-submission.ts";
import { slice } from "../../src/template/bytes.ts";
import { wirePost } from "../../src/generate/user-submission.ts";
import type { HeadOptions } from "../../src/generate/steps.ts";
import type { Template } from "../../src/template/template.ts";

const CRLF = "\r\n";

/** A chunk with its size line as it is given. */
export const chunk = (size: string, data: Template): Template => [size, CRLF, ...data, CRLF];

/** The end of a chunked body. */
export const LAST: Template = ["0\r\n\r\n"];

/** The stated body's length in hex. */
export const SIZE = VALID_BODY_BYTES.toString(16);

/** The stated body in one chunk, without the end. */
export const ONE = chunk(SIZE, user());

/** The stated body cut into chunks of these many bytes, with lower-case sizes. */
export function chunksOf(...sizes: number[]): Template {
  let from = 0;
  return sizes.flatMap((size) => {
    const data = slice(user(), from, from + size);
    from += size;
    return chunk(size.toString(16), [data]);
  });
}

/** The stated head with Transfer-Encoding: chunked in the place of Content-Length. */
export const postChunked = (body: Template, options: HeadOptions = {}) =>
  wirePost({
    ...options,
    change: { "Content-Length": null, "Transfer-Encoding": "chunked", ...options.change },
    body,
  });
