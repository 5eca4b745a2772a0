import { rawText, type Response } from "../model/index.ts";

/** Words in the names of rules for what one language's libraries do, by language. */
const LIBRARIES: readonly (readonly [language: string, words: RegExp])[] = [
  ["Python", /\bPython\b|\bpydantic\b/],
  ["PHP", /\bPHP\b/],
  ["Ruby", /\bRuby\b/],
  ["Go", /\bGo's\b/],
  ["Java", /\bJava\b|\bJackson\b/],
  ["JavaScript", /\bJavaScript\b/],
  [".NET", /\.NET\b/],
];

/** Values of Server and X-Powered-By that only servers in one language send. */
const SERVERS: readonly (readonly [language: string, words: RegExp])[] = [
  [
    "Python",
    /\b(?:uvicorn|hypercorn|gunicorn|Werkzeug|WSGIServer|waitress|TornadoServer|daphne)\b/i,
  ],
  ["PHP", /\bPHP\b/],
  ["Ruby", /\b(?:puma|WEBrick|Phusion|unicorn|thin)\b/i],
  ["Java", /\b(?:Jetty|Tomcat|Coyote|Undertow|Servlet)\b/i],
  ["JavaScript", /\b(?:Express|Next\.js|Sails|koa|Fastify)\b/i],
  [".NET", /\b(?:Kestrel|ASP\.NET)\b/i],
];

const languagesIn = (text: string, of: typeof SERVERS): string[] =>
  of.flatMap(([language, words]) => (words.test(text) ? [language] : []));

/** The language of a server by its headers; undefined if they do not show one. */
export function languageOf(response: Response | undefined): string | undefined {
  const told = (response?.headers ?? [])
    .filter(([name]) => /^(?:server|x-powered-by)$/i.test(rawText(name)))
    .map(([, value]) => rawText(value));
  const [language, ...others] = new Set(languagesIn(told.join(" "), SERVERS));
  return others.length === 0 ? language : undefined;
}

/**
 * Whether rules with these names all name a library that may not be the server's: several languages are named and none is
 * common to all, or the server is written in another one. Then only the values are known.
 */
export function isForeign(names: readonly string[], language: string | undefined): boolean {
  const named = names.map((name) => languagesIn(name, LIBRARIES));
  if (names.length === 0 || named.some(({ length }) => length === 0)) return false;
  const [first = [], ...others] = named;
  const common = first.filter((each) => others.every((own) => own.includes(each)));
  return common.length === 0 || (language !== undefined && !common.includes(language));
}
