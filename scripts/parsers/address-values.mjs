// Values for tables of email addresses and URIs.
import { chosen } from "./chosen.mjs";
import { different, misspelled } from "./drawing.mjs";

const CHARACTERS = [..."abcXYZ019.@-_+ \"'()<>[]{}:;,\\/?#%&=!$*~^`|\t\n\u0000é１😀"];

const HOSTS = [
  "example.com",
  "localhost",
  "127.0.0.1",
  "[::1]",
  "a.b-c.d",
  "EXAMPLE",
  "user@example.com",
  "u:p@example.com",
  "[::g]",
  "",
  "exa_mple.com",
  "é.com",
  "256.1.1.1",
];

/** Email addresses, right and nearly right. */
export const emailTexts = (draw) =>
  different(2200, chosen("emails"), () => {
    const { pick, maybe, integer } = draw;
    const word = () =>
      pick(["a", "bob", "x1", "A-b", "first.last", "a+b", "o'neil", "_x", "1", "a_b", "x-", "-x"]);
    const label = () =>
      pick(["example", "a", "mail", "x-y", "1", "xn--80ak6aa92e", "-a", "a-", "A"]);
    const labels = Array.from({ length: integer(1, 3) }, label);
    const domain = [...labels, pick(["com", "org", "c", "co.uk", "museum", "1", "c0m"])].join(".");
    const text = `${maybe(1, 3) ? `${word()}.${word()}` : word()}@${maybe(1, 12) ? label() : domain}`;
    return maybe(1, 3) ? misspelled(draw, text, CHARACTERS) : text;
  });

/** URIs, right and nearly right. */
export const uriTexts = (draw) =>
  different(2200, chosen("uris"), () => {
    const { pick, maybe } = draw;
    const scheme = pick(["http", "https", "ftp", "urn", "mailto", "a+b-c.1", "HTTP", "1a", ""]);
    const host = pick(HOSTS);
    const port = maybe(1, 4) ? pick([":80", ":", ":65536", ":x", ":0", ":065535"]) : "";
    const path = pick([
      "",
      "/",
      "/a",
      "/a/b",
      "/a%20b",
      "/a b",
      "/%zz",
      "/é",
      "/a;b=c",
      "//a",
      "/../a",
      "/[a]",
      "/a|b",
      "/{a}",
      "/%",
      "a:b:c",
    ]);
    const query = maybe(1, 4)
      ? pick(["?", "?a=b", "?a b", "?é", "?a=[1]", "?%", "?a?b", "?a#b#c", "?{}", "?a=b|c"])
      : "";
    const fragment = maybe(1, 4) ? pick(["#", "#a", "#a b", "#é", "#a#b", "#%"]) : "";
    const text =
      scheme + pick(["://", "://", "://", ":", "", ":/"]) + host + port + path + query + fragment;
    return maybe(1, 4) ? misspelled(draw, text, CHARACTERS) : text;
  });
