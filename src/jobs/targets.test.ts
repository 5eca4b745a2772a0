import { expect, test } from "vitest";
import { parseBaseUrl } from "../contract/index.ts";
import { routed } from "./routed.ts";
import { comparedTargets, parseTarget } from "./targets.ts";

test.each([
  [":3000", "localhost-3000", "http://localhost:3000"],
  ["localhost:3000", "localhost-3000", "http://localhost:3000"],
  ["app=localhost:3000/", "app", "http://localhost:3000"],
  ["example.com/base", "example.com-80", "http://example.com/base"],
  ["127.0.0.1:80", "127.0.0.1-80", "http://127.0.0.1"],
  ["[::1]:3000", "ip6-1-3000", "http://[::1]:3000"],
  ["app=db:5000", "app", "http://db:5000"],
  [":{port}/v1", "localhost-served", "http://localhost:{port}/v1"],
  ["localhost:{port}", "localhost-served", "http://localhost:{port}"],
])("%s is the target %s at %s", (text, name, baseUrl) => {
  expect(parseTarget(text)).toEqual({ name, baseUrl });
});

test("a proxy needs no scheme either", () => {
  const target = parseBaseUrl(":3000");
  const proxyOf = (proxy: string) => routed(target, { proxy }).route?.proxy;
  expect(proxyOf("127.0.0.1:3128")).toEqual(proxyOf("http://127.0.0.1:3128"));
  expect(proxyOf("127.0.0.1:3128")).toMatchObject({ port: 3128, secure: false });
});

test("a folder of a run that is given a name is refused with the text to write", () => {
  expect(() => comparedTargets(["a=src/jobs", "src/cli"], undefined)).toThrow(
    expect.objectContaining({
      message: "a folder of a run has its own name: a=src/jobs",
      hint: "write src/jobs: it is named after its target",
    }),
  );
  expect(comparedTargets(["src/jobs", "src/cli"], undefined)).toEqual({
    runs: ["src/jobs", "src/cli"],
  });
});
