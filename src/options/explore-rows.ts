import { DEFAULT_CAPS, names, someOf, toggle } from "./option-parser.ts";
import { option, CASES, defaults } from "./option-row.ts";
import { byteSize, duration, integer, share } from "./amounts.ts";

export const EXPLORE_PARTS = ["examples", "boundaries", "divergences", "states"] as const;
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
  option(`cap-${flag}`, byteSize(1, MOST_BYTES), defaults(["explore"], DEFAULT_CAPS[name]), {
    help: `limit axes to this many bytes of ${what}`,
  });
const count = <const F extends string>(name: keyof typeof DEFAULT_CAPS, flag: F, what: string) =>
  option(`cap-${flag}`, integer(1, MOST), defaults(["explore"], DEFAULT_CAPS[name]), {
    help: `limit axes to this many ${what}`,
  });

export const exploreRows = {
  explore: option("explore", toggle(), defaults(["run", "gate"], false, { compare: true }), {
    help: "also search for boundaries and smallest examples (see witness explore)",
    helpFor: {
      gate: "also search for boundaries (always done if a rule needs one)",
      compare: "skip boundaries, smallest examples and shrunk differences",
    },
  }),
  infer: option("infer", toggle(), defaults(["run", "compare"], false), {
    help: "also find out by experiment by which rules the target reads each field (see witness infer)",
    helpFor: {
      compare:
        "also find out by which rules each target reads each field, and show them side by side",
    },
    recordedAs: "infer",
  }),
  untilUnseen: option("until-unseen", share(), defaults(["run", "infer"]), {
    example: 0.001,
    help: "draw generated cases until the next one shows new behaviour with a probability below this",
    without: "nothing is drawn for an estimate",
    recordedAs: "untilUnseen",
  }),
  states: option("states", toggle(), defaults(["run", "explore", "compare"], false), {
    help: "also learn how responses depend on earlier requests, as a state machine",
    helpFor: {
      explore:
        "learn how responses depend on earlier requests, as a state machine (only that, without --parts)",
      compare:
        "also learn the state machine of each target, and find the shortest sequence on which they differ",
    },
  }),
  parts: option("parts", someOf(EXPLORE_PARTS), defaults(["explore"]), {
    help: `search for ${EXPLORE_PARTS.join(", ")}`,
    without: "examples and boundaries for one target, divergences for several",
  }),
  axes: option("axis", names(), defaults(["run", "gate", "explore"], []), {
    example: ["id-upwards"],
    help: "search for boundaries along these axes only",
    without: "all except idle",
  }),
  compare: option("compare", someOf(OBSERVED_PARTS), defaults(["explore"], ["status"]), {
    help: `compare responses by ${OBSERVED_PARTS.join(", ")}`,
  }),
  ignore: option("ignore", names("<paths>"), defaults(["explore"], []), {
    help: "ignore these paths in JSON bodies: $.id,**.at",
    without: "none",
  }),
  maxRequests: option("max-requests", integer(1), defaults(["explore"], 50_000), {
    help: "send at most this many requests to each target",
  }),
  maxTimeMs: option(
    "max-time",
    duration(100),
    defaults([...CASES, "infer"], undefined, { explore: 60_000 }),
    {
      help: "stop sending after about this time, and report what was not sent",
      helpFor: { explore: "stop exploring after this long" },
      without: "no limit",
    },
  ),
  "caps.body": bytes("body", "body", "a body"),
  "caps.depth": count("depth", "depth", "levels of nesting"),
  "caps.keys": count("keys", "keys", "keys of an object"),
  "caps.keyLength": bytes("keyLength", "key-length", "a key"),
  "caps.digits": count("digits", "digits", "digits of id"),
  "caps.headers": count("headers", "headers", "headers of a request"),
  "caps.headerSize": bytes("headerSize", "header-size", "a header"),
  "caps.url": bytes("url", "url", "the request target"),
  "caps.idle": option(
    "cap-idle",
    duration(1, DEFAULT_CAPS.idle),
    defaults(["explore"], DEFAULT_CAPS.idle),
    { help: "limit the idle time of a connection on axes" },
  ),
};
