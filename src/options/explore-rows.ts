import { DEFAULT_CAPS, names, someOf, toggle } from "./option-parser.ts";
import { option } from "./option-row.ts";
import { byteSize, duration, integer, share } from "./amount-kinds.ts";

/** The parts of an exploration. */
export const EXPLORE_PARTS = ["examples", "boundaries", "divergences"] as const;
/** The compared parts of an observation. */
export const OBSERVED_PARTS = [
  "status",
  "class",
  "outcome",
  "content-type",
  "body",
  "close",
] as const;

/** The maximum of a cap: requests of this size can still be made and sent. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST = 10_000_000;

const bytes = <const F extends string>(name: keyof typeof DEFAULT_CAPS, flag: F, what: string) =>
  option({
    flag: `cap-${flag}`,
    kind: byteSize({ max: MOST_BYTES }),
    help: `limit axes to this many bytes of ${what}`,
    defaults: { explore: DEFAULT_CAPS[name] },
  });
const count = <const F extends string>(name: keyof typeof DEFAULT_CAPS, flag: F, what: string) =>
  option({
    flag: `cap-${flag}`,
    kind: integer({ min: 1, max: MOST }),
    help: `limit axes to this many ${what}`,
    defaults: { explore: DEFAULT_CAPS[name] },
  });

/** Options about the parts, extent and time of an exploration. */
export const exploreRows = {
  explore: option({
    flag: "explore",
    kind: toggle(),
    help: "also search for boundaries and smallest examples (see witness explore)",
    helpFor: {
      gate: "also search for boundaries (always done if a rule needs one)",
      compare: "skip boundaries, smallest examples and shrunk differences",
    },
    defaults: { run: false, gate: false, compare: true },
  }),
  infer: option({
    flag: "infer",
    kind: toggle(),
    help: "also find out by experiment by which rules the target reads each field (see witness infer)",
    helpFor: {
      compare:
        "also find out by which rules each target reads each field, and show them side by side",
    },
    defaults: { run: false, compare: false },
    recordedAs: "infer",
  }),
  untilUnseen: option({
    flag: "until-unseen",
    example: 0.001,
    kind: share(),
    help: "draw generated cases until the next one shows new behaviour with a probability below this",
    defaults: { run: undefined, infer: undefined },
    without: "nothing is drawn for an estimate",
    recordedAs: "untilUnseen",
  }),
  parts: option({
    flag: "parts",
    kind: someOf(EXPLORE_PARTS),
    help: `search for ${EXPLORE_PARTS.join(", ")}`,
    defaults: { explore: undefined },
    without: "examples and boundaries for one target, divergences for several",
  }),
  axes: option({
    flag: "axis",
    example: ["id-upwards"],
    kind: names(),
    help: "search for boundaries along these axes only",
    defaults: { run: [], gate: [], explore: [] },
    without: "all except idle",
  }),
  compare: option({
    flag: "compare",
    kind: someOf(OBSERVED_PARTS),
    help: `compare responses by ${OBSERVED_PARTS.join(", ")}`,
    defaults: { explore: ["status"] },
  }),
  ignore: option({
    flag: "ignore",
    kind: names("<paths>"),
    help: "ignore these paths in JSON bodies: $.id,**.at",
    defaults: { explore: [] },
    without: "none",
  }),
  maxRequests: option({
    flag: "max-requests",
    kind: integer({ min: 1 }),
    help: "send at most this many requests to each target",
    defaults: { explore: 50_000 },
  }),
  maxTimeMs: option({
    flag: "max-time",
    kind: duration({ min: 100 }),
    help: "end the run after about this time, and report what was not sent",
    helpFor: { explore: "stop exploring after this long" },
    defaults: {
      run: undefined,
      compare: undefined,
      gate: undefined,
      infer: undefined,
      explore: 60_000,
    },
    without: "no limit",
  }),
  "caps.body": bytes("body", "body", "a body"),
  "caps.depth": count("depth", "depth", "levels of nesting"),
  "caps.keys": count("keys", "keys", "keys of an object"),
  "caps.keyLength": bytes("keyLength", "key-length", "a key"),
  "caps.digits": count("digits", "digits", "digits of id"),
  "caps.headers": count("headers", "headers", "headers of a request"),
  "caps.headerSize": bytes("headerSize", "header-size", "a header"),
  "caps.url": bytes("url", "url", "the request target"),
  "caps.idle": option({
    flag: "cap-idle",
    kind: duration({ min: 1, max: DEFAULT_CAPS.idle }),
    help: "limit the idle time of a connection on axes",
    defaults: { explore: DEFAULT_CAPS.idle },
  }),
};
