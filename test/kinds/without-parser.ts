/** Why no table of a parser holds some rules, by their ids. */
export type WithoutParser = { why: string; ids: RegExp };

/** Every rule without a parser has exactly one reason (`rules.test.ts`). */
export const withoutParser: readonly WithoutParser[] = [
  {
    why: "It accepts or refuses every value of a JSON type, or a missing one: nothing is parsed.",
    ids: /^(?!text|charset|choice|path|headers|document).*-(?:refused|accepted|required|optional|any|(?:true|false)-only|string-not-empty)$|^choice-(?:.*-)?(?:refused|accepted|required|optional|any|not-empty)$|^text-(?:(?:null|boolean|number|array|object)-(?:refused|accepted)|required|optional)$/,
  },
  {
    why: "It says what a value is converted to. A table says only which values are accepted.",
    ids: /-(?:null-(?:zero|text)|boolean-(?:number|text)|number-text|array-unwrapped|string-wrapped)$/,
  },
  {
    why: "Servers check this with a pattern or a line of code of their own. The predicate is that pattern, from the standard.",
    ids: /^(?:text-(?!(?:null|boolean|number|array|object)-|required|optional)|whole-number-(?:int64-value|integer-value|truncated|string-signed-digits)$|number-string-decimal$|boolean-string-(?:exact|any-case|cased-words)$|date-time-(?:rfc3339|utc|milliseconds|seconds|or-date|iso8601)|date-(?:pattern|or-date-time)$|uuid-lower-case$|email-(?:html|dot-atom|at-sign)|uri-(?:rfc3986|reference|pattern)|ipv4-(?:strict|leading-zeros|pattern|aton|or-ipv6|or-prefix)$)/,
  },
  {
    why: "Jackson's own documentation. The Jackson of Debian, which is in the table, reads 18 digits at most.",
    ids: /^whole-number-jackson-long$/,
  },
  {
    why: "It depends on what the interface states: values, keys or items.",
    ids: /^(?:choice-(?:exact|any-case|trimmed|trimmed-any-case|number-stated)|object-further-refused-any-(?:case|style)|list-(?:not-empty|unique|no-null))$/,
  },
  {
    why: "One deviation from RFC 8259. The table of documents has whole parsers, which combine several deviations.",
    ids: /^document-(?!express$)/,
  },
  {
    why: "Express handles an empty body before JSON.parse. Tried with Express.",
    ids: /^document-express$/,
  },
  {
    why: "A server decides it from the head of a request: tried with Express, Fastify, Hono, node:http, PHP and Python.",
    ids: /^(?:media-type-(?!any$|required$|optional$)|charset-|path-|headers-)/,
  },
];
