import { expect, test } from "vitest";
import type { Response } from "../model/index.ts";
import { cacheSign } from "./response-origin.ts";

const signOf = (name: string, value: string): string | undefined =>
  cacheSign({ headers: [[name, value]] } as unknown as Response);

test.each([
  ["Age", "7", "an Age, 7 s at first"],
  ["Cache-Status", "edge; hit; ttl=30", '"Cache-Status: edge; hit; ttl=30"'],
  ["x-cache", "Hit from cloudfront", '"X-Cache: Hit from cloudfront"'],
  ["X-Cache", "TCP_MEM_HIT", '"X-Cache: TCP_MEM_HIT"'],
  ["X-Cache-Status", "HIT", '"X-Cache-Status: HIT"'],
  ["CF-Cache-Status", "HIT", '"CF-Cache-Status: HIT"'],
  ["X-Proxy-Cache", "hit", '"X-Proxy-Cache: hit"'],
  ["X-Varnish", "32770 3", '"X-Varnish: 32770 3"'],
])("%s: %s is of a cache", (name, value, sign) => expect(signOf(name, value)).toBe(sign));

test.each([
  ["Age", "0"],
  ["Cache-Status", "edge; fwd=miss; stored"],
  ["Cache-Status", "hit-counter; fwd=uri-miss"],
  ["X-Cache", "MISS"],
  // The server was asked.
  ["X-Cache", "RefreshHit from cloudfront"],
  ["X-Cache", "whitelist"],
  ["CF-Cache-Status", "DYNAMIC"],
  ["X-Varnish", "32770"],
])("%s: %s is of the server", (name, value) => expect(signOf(name, value)).toBeUndefined());
