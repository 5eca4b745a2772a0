import type { HeaderList } from "./response-head.ts";
import { oncePer } from "../remember.ts";
import { REDACTED, type Route } from "../contract/index.ts";
import { LEAST_SEARCHED, replaceRanges, SecretSearch } from "./secret-search.ts";

/** What may separate two characters: the other bytes of UTF-16 or UTF-32, a line break, the size of a chunk. */
const BETWEEN = String.raw`(?:\0{1,3}|\r?\n(?:[0-9a-f]{1,8}[^\r\n]{0,64}\r?\n)?)?`;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const WORD = /(?:[^\s,}\]"\\]|\r?\n[0-9a-f]{1,8}[ \t]*(?:;[^\r\n]*)?\r?\n(?=[^\s,}\]"\\]))*/iy;

/** Replaces the values of JSON members with these names, also in JSON that is a string of another document, or cut. */
class MemberSearch {
  readonly #name: RegExp;

  constructor(names: readonly string[]) {
    const sources = names.map((name) => Array.from(name, writtenAs).join(BETWEEN));
    const name = `"${BETWEEN}(?:${sources.join("|")})${BETWEEN}`;
    this.#name = new RegExp(String.raw`${name}\\*"[\s\0]*:`, "gi");
  }

  /** The text with a string instead of each of these values, and of the blanks before it. */
  redacted(text: string): string {
    const parts: string[] = [];
    let at = 0;
    this.#name.lastIndex = 0;
    for (let name = this.#name.exec(text); name !== null; name = this.#name.exec(text)) {
      const from = name.index + name[0].length;
      const slashes = slashesBefore(text, name.index);
      const to = endOfValue(text, from, slashes);
      const quote = `${"\\".repeat(slashes)}"`;
      if (to > from) parts.push(text.slice(at, from), quote, REDACTED, quote);
      else parts.push(text.slice(at, from));
      at = to;
      this.#name.lastIndex = to;
    }
    return at === 0 ? text : parts.join("") + text.slice(at);
  }
}

function writtenAs(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
  const literal = /\w/.test(character) ? character : `\\u${hex}`;
  return String.raw`(?:\\+u${hex}|\\*${literal})`;
}

function slashesBefore(text: string, at: number): number {
  let from = at;
  while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return at - from;
}

/** Where a value ends; the end of the text if that cuts it. A quote of this document has so many backslashes before it. */
function endOfValue(text: string, from: number, slashes: number): number {
  let depth = 0;
  let isString = false;
  let run = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      run += 1;
      continue;
    }
    // More backslashes escape a quote within the string.
    const isQuote = code === QUOTE && run % (2 * slashes + 2) === slashes;
    run = 0;
    if (isQuote) {
      isString = !isString;
      if (!isString && depth === 0) return at + 1;
    } else if (!isString) {
      const character = text.charAt(at);
      if (character === "{" || character === "[") depth += 1;
      else if (character === "}" || character === "]") {
        depth -= 1;
        // The document ends where the value should be.
        if (depth < 0) return from;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && !/[\s\0]/.test(character)) {
        WORD.lastIndex = at;
        return at + (WORD.exec(text)?.[0].length ?? 0);
      }
    }
  }
  return text.length;
}

const ALWAYS = ["authorization", "cookie", "proxy-authorization"];
/** Given headers that describe the client: their values are not secrets, and often occur in responses. */
const COMMON = /^(accept(-.+)?|content-type|user-agent)$/;
const LINE = String.raw`[^\r\n]*`;
const FOLD = String.raw`\r?\n[ \t]`;
const COOKIE_PART = /^[^=]*=(.*)$/s;

const escaped = (text: string): string => text.replace(/[^\w]/g, "\\$&");
const lower = (text: string): string => text.toLowerCase();

/** Removes secrets from received data before it is stored or shown: given values in every form, listed headers. */
export class Redactor {
  /** Whether there are values, or members of JSON documents, to search for. */
  readonly searches: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #secrets: SecretSearch;
  readonly #line: RegExp;
  readonly #members: MemberSearch | undefined;

  constructor({ headers = new Map(), redact = [], proxy }: Route = {}) {
    const given = [...headers].filter(([name]) => !COMMON.test(name));
    const values = given.flatMap(([name, value]) => partsOf(name, value.reveal()));
    if (proxy?.authorization !== undefined)
      values.push(...partsOf("proxy-authorization", proxy.authorization.reveal()));
    const texts = [...new Set(values)].filter((text) => text.length >= LEAST_SEARCHED);
    this.searches = texts.length > 0 || redact.length > 0;
    this.#secrets = new SecretSearch(texts);
    const named = [...ALWAYS, ...redact.map(lower), ...given.map(([name]) => name)];
    this.#names = new Set(named);
    const listed = [...this.#names].map(escaped).join("|");
    this.#line = new RegExp(
      `^(${listed}|(set-cookie))([ \\t]*:[ \\t]*)(${LINE}(?:${FOLD}${LINE})*)`,
      "gim",
    );
    if (redact.length > 0) this.#members = new MemberSearch(redact);
  }

  /** Text of one byte a character; `isCut`: may end within a secret. Twelve characters of a secret in a row are redacted. */
  text(text: string, isCut = false): string {
    if (!this.searches) return text;
    const members = this.#members?.redacted(text) ?? text;
    const found = this.#secrets.find(members, isCut);
    return found.length === 0 ? members : replaceRanges(members, found, REDACTED);
  }

  /** Header lines: values by name, `Set-Cookie` as name and length. */
  headers(lines: HeaderList): [string, string][] {
    return lines.map(([name, value]) => [this.text(name), this.#valueOf(name, value)]);
  }

  body(bytes: Buffer): Buffer {
    return this.searches ? replaced(bytes, (text) => this.text(text, true)) : bytes;
  }

  message(bytes: Buffer): Buffer {
    return replaced(bytes, (text) => {
      const lines = text.replace(this.#line, (_, name: string, ...rest: string[]) => {
        const [, colon = ":", value = ""] = rest;
        return `${name}${colon}${this.#valueOf(name, value)}`;
      });
      return this.text(lines, true);
    });
  }

  #valueOf(name: string, value: string): string {
    const known = lower(name.trim());
    if (known === "set-cookie") return this.text(cookieLength(value));
    return this.#names.has(known) ? REDACTED : this.text(value);
  }
}

function replaced(bytes: Buffer, replace: (text: string) => string): Buffer {
  const text = bytes.toString("latin1");
  const shown = replace(text);
  return shown === text ? bytes : Buffer.from(shown, "latin1");
}

const redactorFor = oncePer((route: Route) => new Redactor(route));
const NO_ROUTE: Route = {};

export const redactorOf = (route: Route = NO_ROUTE): Redactor => redactorFor(route);

/** The texts to search for: a header's value, and the parts of it that are secrets by themselves. */
function partsOf(name: string, value: string): string[] {
  if (name === "cookie")
    return [value, ...value.split(/; */).map((part) => COOKIE_PART.exec(part)?.[1] ?? part)];
  const [, scheme, credentials] = /^(\S+) +(.+)$/s.exec(value) ?? [];
  if (credentials === undefined) return [value];
  // The name of a scheme is in many a response.
  const isSchemeOnly = name.endsWith("authorization") && credentials.length >= LEAST_SEARCHED;
  if (lower(scheme ?? "") !== "basic") return isSchemeOnly ? [credentials] : [value, credentials];
  const pair = Buffer.from(credentials, "base64").toString("latin1");
  return [credentials, pair, pair.slice(pair.indexOf(":") + 1)];
}

/** `id=12 bytes; Path=/`: a cookie without its value. */
function cookieLength(line: string): string {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const bytes = pair.length - at - 1;
  const shown = `${at < 0 ? "" : pair.slice(0, at)}=[${bytes} ${bytes === 1 ? "byte" : "bytes"}]`;
  return [shown, ...attributes].join(";");
}
