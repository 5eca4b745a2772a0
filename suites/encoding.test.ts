import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { orderSubmission } from "../test/contract/order.ts";
import { render, requestsOf } from "../src/generate/index.ts";
import type { Interface } from "../src/model/index.ts";
import { suiteNamed } from "../test/suites/suite-named.ts";
import { suitesFor } from "./index.ts";

const encoding = suiteNamed("encoding");

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://127.0.0.1:1"),
  firstId: 100_000_000,
  fresh: 0,
};
const statedOf = (from: Interface): string =>
  render(requestsOf(from).body(), { ...filling, interface: from }).toString();
const stated = statedOf(userSubmission);

function bodyOf(name: string, { cases } = encoding, from: Interface = userSubmission): Buffer {
  const request = cases.find(({ id }) => id === `encoding/${name}`)?.request;
  if (request?.sender !== "client") throw new Error(`no client case ${name}`);
  return render(request.body, { ...filling, interface: from });
}

const decoded: [name: string, decode: (bytes: Buffer) => Buffer][] = [
  ["coding-gzip", gunzipSync],
  ["coding-gzip-name-inside", gunzipSync],
  ["coding-gzip-two-members", gunzipSync],
  ["coding-gzip-empty-member-first", gunzipSync],
  ["coding-deflate", inflateSync],
  ["coding-deflate-raw", inflateRawSync],
  ["coding-br", brotliDecompressSync],
  ["coding-list-gzip-gzip", (bytes) => gunzipSync(gunzipSync(bytes))],
  ["coding-list-gzip-br", (bytes) => gunzipSync(brotliDecompressSync(bytes))],
  ["coding-list-deflate-gzip", (bytes) => inflateSync(gunzipSync(bytes))],
  ["bomb-br", brotliDecompressSync],
  ["bomb-gzip", gunzipSync],
  ["bomb-deflate-raw", inflateRawSync],
];

describe("the coded bodies of the suite encoding", () => {
  it.each(decoded)("%s decodes to the stated body", (name, decode) => {
    expect(decode(bodyOf(name)).toString().trim()).toBe(stated);
  });

  it.each(decoded)("%s of another interface decodes to its own body", (name, decode) => {
    const other = suitesFor(orderSubmission).find((suite) => suite.name === "encoding");
    const body = bodyOf(name, other, orderSubmission);
    expect(decode(body).toString().trim()).toBe(statedOf(orderSubmission));
  });

  it.each(["bomb-br", "bomb-gzip", "bomb-deflate-raw"])("%s grows a hundredfold", (name) => {
    const [, decode] = decoded.find(([other]) => other === name) ?? [name, gunzipSync];
    expect(decode(bodyOf(name)).length / bodyOf(name).length).toBeGreaterThan(100);
  });

  it("of a Zstandard frame end in the stated body", () => {
    const frame = bodyOf("coding-zstd");
    expect([frame.length, frame.subarray(9).toString()]).toEqual([9 + stated.length, stated]);
  });

  it("are refused by zlib where their checksum, head or end is another", () => {
    const faults = ["cut-half", "cut-trailer", "checksum", "length", "magic", "method", "block"];
    for (const fault of faults)
      expect(() => gunzipSync(bodyOf(`coding-broken-gzip-${fault}`)), fault).toThrow();
    expect(() => inflateSync(bodyOf("coding-broken-deflate-checksum"))).toThrow();
    expect(() => brotliDecompressSync(bodyOf("coding-broken-br-cut-last"))).toThrow();
    expect(brotliDecompressSync(bodyOf("coding-broken-br-of-nothing")).length).toBe(0);
  });
});
