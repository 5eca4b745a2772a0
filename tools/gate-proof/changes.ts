/** A change of a server: what it does, and what the gate must say about it in its first lines. */
type Change = {
  about: string;
  named: RegExp;
  /** Only rounds of load beside the unchanged server can show it. */
  underLoad?: true;
  /** Without a rule it is named, and fails nothing. */
  onlyNamed?: true;
};

/** The changes that `servers/flask_app.py` and `servers/express-cluster.mjs` make if CHANGE names them. */
export const CHANGES = {
  "one-value": { about: "id 0 gets 422 instead of 201", named: /\bid 0\b.* became 422/ },
  "id-limit": {
    about: "the largest id is 2147483647 instead of 9007199254740991",
    named: /\bid\b.*9,?007,?199,?254,?740,?991.*2,?147,?483,?647/,
  },
  "body-limit": {
    about: "the largest body has 50,000 instead of 100,000 bytes",
    named: /(body|size).*(413|limit|up to)/i,
  },
  "depth-limit": { about: "16 instead of 32 levels of nesting", named: /nest|depth|deep|levels/i },
  "header-limit": { about: "half the header bytes are accepted", named: /header/i },
  "error-shape": {
    about: "error bodies have a list `errors` instead of a string `error`",
    named: /\$\.errors?\b/,
  },
  "no-header": { about: "no Cache-Control in responses", named: /cache-control/i },
  "trailing-commas": {
    about: "a comma before } and ] is accepted",
    named: /(malformed-json|comma).*400.*201/,
  },
  "conflict-201": { about: "an id that is taken gets 201 instead of 409", named: /409.*201/ },
  race: {
    about: "two requests with one id at the same moment are both accepted",
    named: /(repetition|concurren|same (id|moment|time)|at once|race).*(201|409)/i,
  },
  slower: {
    underLoad: true,
    about: "20% less throughput",
    named: /slower|throughput|latency|goodput|processor|CPU/i,
  },
  leak: {
    underLoad: true,
    onlyNamed: true,
    about: "each request leaves 4 kB in memory",
    // Less is what the unchanged server keeps of each request.
    named: /memory grows by ([4-9]|\d\d)[\d.]* kB/,
  },
  closes: { about: "the connection is closed after an error", named: /clos/i },
  "sometimes-500": { about: "one of 50 requests of a process gets 500", named: /\b(500|5xx)\b/ },
  "time-zone": {
    about: "the earliest date is midnight of another time zone",
    named: /\bdate\b.*1970-01-01.*201 became 422/,
  },
  order: {
    about: "date is checked before id",
    named: /date is checked before id/,
  },
  "any-case": { about: "keys in any case are accepted", named: /key.*became 201/i },
  "date-rolled": { about: "2023-02-30 is accepted", named: /\bdate\b.*422.*201/ },
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;

export const changeOf = (name: ChangeName): Change => CHANGES[name];
