import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import type { Template } from "../template/index.ts";
import { joinStarts, render, renderStart, type Filling } from "./render.ts";
import { requestBytes, requestStarts } from "./request-bytes.ts";

const filling: Filling = {
  interface: userSubmission,
  target: parseBaseUrl("https://[::1]:8443/base/"),
  firstId: 100_000_000,
  fresh: 0,
};
const LENGTHS = [0, 7, 1540, 65_536];

describe("the first bytes", () => {
  test.each<[string, Template]>([
    ["of text of several bytes a character", ["é", "€€", "😀"]],
    ["of a pair of surrogates in two parts", ["a\ud83d", "\ude00b"]],
    [
      "of a repetition of a repetition",
      ["a", { repeat: [{ repeat: ["xyz"], times: 3 }, "-"], times: 9 }, "b"],
    ],
    [
      "of a repetition of nothing",
      [{ repeat: [""], times: 5 }, { repeat: ["x"], times: 0 }, "end"],
    ],
    [
      "of a slice of a repetition",
      [{ slice: [{ repeat: ["0123456789"], times: 20 }], from: 5, to: 83 }, "!"],
    ],
    [
      "of a slice to the end",
      [
        { slice: ["0123456789"], from: 3 },
        { slice: ["0"], from: 2, to: 4 },
      ],
    ],
    ["of an encoded repetition", [{ encode: [{ repeat: ["a"], times: 100 }], as: "gzip" }, "z"]],
  ])("%s", (_, template) => {
    const all = render(template, filling);
    for (let most = 0; most <= all.length + 1; most += 1)
      expect(renderStart(template, filling, most)).toEqual({
        start: all.subarray(0, most),
        bytes: all.length,
      });
  });

  test("of every request of the catalogue", () => {
    for (const { cases } of suites)
      for (const { id, request } of cases) {
        const connections = requestBytes(request, filling);
        const sizes = connections.map(({ length }) => length);
        const all = connections.length === 1 ? connections[0] : Buffer.concat(connections);
        for (const most of LENGTHS) {
          const starts = requestStarts(request, filling, most);
          const { start } = joinStarts(starts, most);
          const isRight =
            starts.every(({ bytes }, at) => bytes === sizes[at]) &&
            start.equals(all?.subarray(0, most) ?? Buffer.alloc(0));
          if (!isRight) expect.fail(`${id}, ${most} bytes`);
        }
      }
  });
});
