import type { Route } from "../contract/route.ts";
import { REDACTED } from "../contract/secret.ts";
import { LEAST_SEARCHED, SecretPattern, replaceRanges } from "./secret-pattern.ts";

/** Headers whose values are never stored. */
const ALWAYS = ["authorization", "cookie", "proxy-authorization"];
/** Given headers that describe the client: their values are not secrets, and often occur in responses. */
const COMMON = /^(accept(-.+)?|content-type|user-agent)$/;
/** Bytes of a body that are searched: 4 KiB of it are kept. */
const SEARCHED_BYTES = 64 * 1024;
/** The value in one part of a cookie. */
const COOKIE_PART = /^[^=]*=(.*)$/s;

/**
 * Removes secrets from received data before any of it is stored or shown: the values of given headers in every form,
 * and the values of listed headers.
 */
export class Redactor {
  /** Whether there are values to search for. */
  readonly hasSecrets: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #secrets: readonly SecretPattern[];
  readonly #line: RegExp;
  readonly #member: RegExp | undefined;

  constructor({ headers = new Map(), redact = [], proxy }: Route = {}) {
    const given = [...headers].filter(([name]) => !COMMON.test(name));
    const values = given.flatMap(([name, value]) => partsOf(name, value.reveal()));
    if (proxy?.authorization !== undefined)
      values.push(...partsOf("proxy-authorization", proxy.authorization.reveal()));
    const texts = [...new Set(values)].filter((text) => text.length >= LEAST_SEARCHED);
    this.hasSecrets = texts.length > 0;
    this.#secrets = texts.map((text) => new SecretPattern(text));
    const named = [...ALWAYS, ...redact.map(lower), ...given.map(([name]) => name)];
    this.#names = new Set(named);
    const listed = [...this.#names].map(escaped).join("|");
    this.#line = new RegExp(`^(${listed}|(set-cookie))([ \\t]*:[ \\t]*)([^\\r\\n]*)`, "gim");
    if (redact.length > 0) this.#member = new RegExp(redact.map(memberSource).join("|"), "gi");
  }

  /**
   * Redacts text with one byte per character, such as header values and reasons. `isCut`: it may end in the middle of a
   * secret.
   */
  text(text: string, isCut = false): string {
    if (!this.hasSecrets) return text;
    const found = this.#secrets.flatMap((secret) => secret.find(text, isCut));
    return found.length === 0 ? text : replaceRanges(text, found, REDACTED);
  }

  /** Header lines: values by name, `Set-Cookie` as name and length. */
  headers(lines: readonly (readonly [name: string, value: string])[]): [string, string][] {
    return lines.map(([name, value]) => [this.text(name), this.#valueOf(name, value)]);
  }

  /** Redacts a body, also a decoded one. */
  body(bytes: Buffer): Buffer {
    if (!this.hasSecrets && this.#member === undefined) return bytes;
    return this.#replaced(bytes, (text) => {
      const members = this.#member === undefined ? text : text.replace(this.#member, hideMember);
      return this.text(members, true);
    });
  }

  /** Bytes as they came, which may hold heads. */
  message(bytes: Buffer): Buffer {
    return this.#replaced(bytes, (text) => {
      const lines = text.replace(this.#line, (_, name: string, ...rest: string[]) => {
        const [, colon = ":", value = ""] = rest;
        return `${name}${colon}${this.#valueOf(name, value)}`;
      });
      return this.text(lines, true);
    });
  }

  #valueOf(name: string, value: string): string {
    if (lower(name) === "set-cookie") return this.text(cookieLength(value));
    return this.#names.has(lower(name)) ? REDACTED : this.text(value);
  }

  /** Returns the same buffer if nothing is found. Bytes far beyond the recorded ones are not searched. */
  #replaced(bytes: Buffer, replace: (text: string) => string): Buffer {
    const text = bytes.toString("latin1", 0, SEARCHED_BYTES);
    const replaced = replace(text);
    if (replaced === text) return bytes;
    return Buffer.concat([Buffer.from(replaced, "latin1"), bytes.subarray(SEARCHED_BYTES)]);
  }
}

const known = new WeakMap<Route, Redactor>();
const NAMES_ONLY = new Redactor();

/** The redactor of a route, made once. */
export function redactorOf(route: Route | undefined): Redactor {
  if (route === undefined) return NAMES_ONLY;
  const found = known.get(route);
  if (found !== undefined) return found;
  const made = new Redactor(route);
  known.set(route, made);
  return made;
}

/** The texts to search for: a header's value, and the parts of it that are secrets by themselves. */
function partsOf(name: string, value: string): string[] {
  if (name === "cookie")
    return [value, ...value.split(/; */).map((part) => COOKIE_PART.exec(part)?.[1] ?? part)];
  const [, scheme, credentials] = /^(\S+) +(.+)$/s.exec(value) ?? [];
  if (credentials === undefined) return [value];
  if (lower(scheme ?? "") !== "basic") return [value, credentials];
  const pair = Buffer.from(credentials, "base64").toString("latin1");
  return [value, credentials, pair, pair.slice(pair.indexOf(":") + 1)];
}

/** `id=12 bytes; Path=/`: a cookie without its value. */
function cookieLength(line: string): string {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const bytes = pair.length - at - 1;
  const shown = `${at < 0 ? "" : pair.slice(0, at)}=[${bytes} ${bytes === 1 ? "byte" : "bytes"}]`;
  return [shown, ...attributes].join(";");
}

/** A member of a JSON document. */
function memberSource(name: string): string {
  return String.raw`"${escaped(name)}"\s*:\s*(?:"(?:[^"\\]|\\.)*"?|[^\s,}\]"]+)`;
}

function hideMember(found: string): string {
  const colon = found.indexOf(":", found.indexOf('"', 1));
  return `${found.slice(0, colon + 1)}"${REDACTED}"`;
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

function lower(text: string): string {
  return text.toLowerCase();
}
