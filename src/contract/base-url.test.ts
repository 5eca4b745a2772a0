import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WitnessError } from "../errors.ts";
import { parseBaseUrl } from "./base-url.ts";

function refusal(text: string): WitnessError {
  try {
    throw new Error(`accepted: ${parseBaseUrl(text).href}`);
  } catch (error) {
    if (error instanceof WitnessError) return error;
    throw error;
  }
}

const isAccepted = (text: string): boolean => {
  try {
    return parseBaseUrl(text).href !== "";
  } catch {
    return false;
  }
};

const PATHS = fc.constantFrom("", "/", "/base", "/v1/orders/");
const PORTS = fc.integer({ min: 1, max: 65_535 }).map((port) => `:${port}`);
const NAMED = fc.constantFrom(
  "example.com",
  "api.example.co",
  "127.0.0.1",
  "[::1]",
  "a-b.c_d.test",
);
const WORDS = fc.constantFrom("localhost", "app", "db-1", "LOCALHOST");

describe("a base URL without a scheme", () => {
  test("is one of http, where the address has a port, a dot or brackets", () => {
    const addresses = fc.oneof(
      fc.tuple(NAMED, fc.oneof(fc.constant(""), PORTS), PATHS),
      fc.tuple(WORDS, PORTS, PATHS),
    );
    fc.assert(
      fc.property(addresses, (parts) => {
        const text = parts.join("");
        expect(parseBaseUrl(text)).toEqual(parseBaseUrl(`http://${text}`));
      }),
    );
  });

  test("that is a port is one of this machine", () => {
    expect(parseBaseUrl(":3000/base").href).toBe("http://localhost:3000/base");
  });

  test.each([
    ["localhost", "write its port, localhost:3000, or http://localhost for port 80"],
    ["localhost/base", "localhost:3000/base, or http://localhost/base for port 80"],
    ["reports/2026-11-21-app", "for a server of this name"],
    ["3000", "write :3000"],
    ["3000/v1", "write :3000/v1"],
    ["::1", "[::1]:3000"],
    ["./reports", "a base URL looks like"],
    ["1.5", "for a server of this name"],
    ["", "a base URL looks like"],
    ["local host:80", "white space"],
    ["localhost:70000", "port 70000 is greater than 65535"],
  ])("%s is refused", (text, hint) => {
    const { message, hint: shown } = refusal(text);
    expect(message).toContain("is not a base URL");
    expect(shown).toContain(hint);
  });

  test.each(["localhost:3000?a=1", "example.com?a", "localhost:3000#a"])(
    "%s has a part that is refused with its name",
    (text) => expect(refusal(text).message).toMatch(/has a (query|fragment)/),
  );
});

test("no error prints what stands before an @", () => {
  const word = fc.stringMatching(/^[a-z0-9:/.?#]{0,8}$/);
  const prefix = fc.constantFrom("", "http://", "https://", "http:/", "ftp://", "//");
  fc.assert(
    fc.property(prefix, word, word, (scheme, before, after) => {
      const text = `${scheme}user:${before}Pa55w0rd@${after}`;
      // What stands before an @ of a path is no password.
      fc.pre(!isAccepted(text));
      const { message, hint = "" } = refusal(text);
      expect(`${message}${hint}`).not.toContain("Pa55w0rd");
    }),
  );
});
