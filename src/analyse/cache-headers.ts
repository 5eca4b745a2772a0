import { headerOf, type Response } from "../model/index.ts";

const HIT = /(?:^|[^a-z])hit(?![a-z])/i;

/** Headers by which a cache says that it responded itself. */
const HITS: readonly [name: string, hit: RegExp][] = [
  // RFC 9211, 2.1
  ["Cache-Status", /;\s*hit(?=\s*(?:[;,]|=\?1|$))/i],
  ["X-Cache", HIT],
  ["X-Cache-Status", HIT],
  ["CF-Cache-Status", HIT],
  ["X-Proxy-Cache", HIT],
  // The second number is that of the request whose response it was.
  ["X-Varnish", /^\s*\d+\s+\d+\s*$/],
];

const MOST_SHOWN = 40;

/**
 * What shows that a cache gave a response, in words: its age, or a header. Undefined where nothing does: a cache that did not
 * respond itself gives no `Age`, or one of 0 (RFC 9111, 5.1).
 */
export function cacheSign(response: Response): string | undefined {
  const age = headerOf(response, "age") ?? "";
  if (/^\d{1,9}$/.test(age) && Number(age) > 0) return `an Age, ${age} s at first`;
  for (const [name, hit] of HITS) {
    const value = headerOf(response, name.toLowerCase());
    if (value !== undefined && hit.test(value)) return `"${name}: ${shown(value)}"`;
  }
  return undefined;
}

const shown = (value: string): string =>
  value.replaceAll(/[^\x20-\x7e]|"/g, "?").slice(0, MOST_SHOWN);
