import { z } from "zod";
import { CheckName } from "./document-run.ts";
import { Outcome } from "./observation.ts";
import { COMPARED_PARTS, type ConfigOptions, configShape } from "../options/index.ts";
import { MemorySpan, StateFacts } from "./state-sentence.ts";
import { StateMachine } from "./state-machine.ts";
import { InterfaceName } from "./interface.ts";
import { Machine, Offered } from "./load.ts";
import { FieldDigits, SendLimits } from "./run.ts";
import { Serve } from "./serve.ts";

const STATUS = /^[1-5](xx|\d\d)$/;

const NO_RESPONSE = Outcome.exclude(["answered"]);
const WORDS = `expected 201, "2xx", "answered", "no-answer", ${NO_RESPONSE.options.map((word) => `"${word}"`).join(", ")} or similar`;

/** A class of statuses (`5xx`), a status (201 or `201`), any response, no response, or an outcome (`reset`). */
export const OutcomeWord = z.union(
  [
    z.int().min(100, WORDS).max(599, WORDS),
    z.enum(["1xx", "2xx", "3xx", "4xx", "5xx", "answered", "no-answer"]),
    NO_RESPONSE,
    z.string().regex(STATUS, WORDS),
  ],
  WORDS,
);
export type OutcomeWord = z.infer<typeof OutcomeWord>;

const oneOrMore = <T extends z.ZodType>(of: T) => z.union([of, z.array(of).min(1)]);

/** The used part of a zod schema, of any copy of zod. */
export type SchemaLike = {
  safeParse: (value: unknown) => {
    success: boolean;
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
};

/** A zod schema, or a JSON Schema (2020-12) as plain data. */
const BodySchema = z.union([
  z.custom<SchemaLike>(
    (value) => typeof (value as { safeParse?: unknown } | null)?.safeParse === "function",
    "a zod schema",
  ),
  z.record(z.string(), z.json()),
]);
export type BodySchema = z.infer<typeof BodySchema>;

/** Runs in which a rule is judged: in others it is skipped, which the gate says. */
const OnlyIn = z.literal("full");

export const Expectation = z
  .strictObject({
    only: oneOrMore(OutcomeWord).optional(),
    never: oneOrMore(OutcomeWord).optional(),
    stable: z.literal(true).optional(),
    connection: z.enum(["kept", "closed"]).optional(),
    contentType: z.string().min(1).optional(),
    body: BodySchema.optional(),
    /** Name of a target that responds to the same cases in the same way. */
    agreesWith: z.string().min(1).optional(),
    /** Judged only in runs with `--profile full`. */
    onlyIn: OnlyIn.optional(),
  })
  .refine(
    (rule) => Object.keys(rule).some((key) => key !== "onlyIn"),
    "must have at least one expectation",
  );
export type Expectation = z.infer<typeof Expectation>;

const EXACT = 'expected an integer; beyond 9007199254740991 as text: "9007199254740993"';

/** Places are integers; beyond 2^53 only text is exact. */
const WholeNumber = z.union([z.int(EXACT), z.string().regex(/^-?\d+$/, EXACT)], EXACT);

/** How far along an axis a target accepts, without a gap: at least this far, at most this far. */
export const BoundaryRule = z
  .strictObject({
    accepts: oneOrMore(OutcomeWord).default("2xx"),
    atLeast: WholeNumber.optional(),
    atMost: WholeNumber.optional(),
    /** Judged only in runs with `--profile full`; no other run walks the axis for it. */
    onlyIn: OnlyIn.optional(),
  })
  .refine(
    ({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined,
    "must have atLeast or atMost",
  );
export type BoundaryRule = z.infer<typeof BoundaryRule>;

/** A threshold as it is written: its text, or an object. */
export const thresholdText = (threshold: NonNullable<Policy["load"]>[number]): string =>
  typeof threshold === "string" ? threshold : threshold.rule;

/** The user's expectations of a target. None of them comes from the specification. */
export const Policy = z.strictObject({
  /** By selector: a suite's name, a glob of case ids (`fields/*`), `tag:` with a clause or a family, or `*` for all. */
  behaviour: z.record(z.string().min(1), Expectation).optional(),
  boundaries: z.record(z.string(), BoundaryRule).optional(),
  /** Cases that no rule and no baseline judges, each with a reason, until the end of a day: `2026-12-31`. */
  quarantine: z
    .array(
      z.strictObject({
        /** A selector, as for `behaviour`. */
        cases: z.string().min(1),
        reason: z.string().min(1),
        until: z.iso.date(),
      }),
    )
    .optional(),
  /** In k6's syntax, milliseconds: `p(95)<20`, `throughput >= 0.9 * baseline`, `memory.peak<200MB`, `state.race == none`. */
  load: z
    .array(z.union([z.string(), z.strictObject({ rule: z.string(), onlyIn: OnlyIn.optional() })]))
    .optional(),
  /** Checks of a whole OpenAPI document that must find nothing: `security ignored`. */
  checks: z.array(CheckName).optional(),
});
export type Policy = z.infer<typeof Policy>;

export const BaselineRound = z.strictObject({
  /** The run of the baseline that made it, from 0; absent where there is only one. */
  run: z.int().optional(),
  throughput: z.number(),
  goodput: z.number(),
  avg: z.number(),
  p50: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
});
export type BaselineRound = z.infer<typeof BaselineRound>;

const BaselineLoad = z.strictObject({
  offered: Offered,
  /** The generator's rate on that machine: on other machines it differs. */
  ceiling: z.number().optional(),
  /** Half the range of the parts of that measurement, as a share of their median. */
  ceilingNoise: z.number().optional(),
  machine: Machine.optional(),
  /** Half the range of the rounds' throughput, as a share of its median. */
  noise: z.number(),
  rounds: z.array(BaselineRound).min(1),
});
export type BaselineLoad = z.infer<typeof BaselineLoad>;

const Accepted = z.strictObject({
  what: z.array(z.string()).min(1),
  reason: z.string().min(1),
  changed: z.int(),
  run: z.string(),
});
export type Accepted = z.infer<typeof Accepted>;

/** Parts of each response that a baseline may contain besides its status. */
export type ComparedPart = (typeof COMPARED_PARTS)[number];

const Shape = z.record(z.string(), z.string());

const OutcomeTally = z.record(z.string(), z.int().min(1));

/** What a document states of a value: its kind, whether it must be there, and its rules as in an interface. */
const StatedValue = z.strictObject({
  kind: z.string(),
  required: z.literal(true).optional(),
  rules: z.record(z.string(), z.json()),
});
export type StatedValue = z.infer<typeof StatedValue>;

/** `baseline.json`: the behaviour of a target, to be committed and compared with later runs. */
export const Baseline = z.strictObject({
  $schema: z.string(),
  /** 2 since a baseline may be of several runs. */
  schemaVersion: z.union([z.literal(1), z.literal(2)]),
  tool: z.string(),
  target: z.string(),
  interface: InterfaceName.optional(),
  /** The last of its runs. */
  run: z.string(),
  /** All of them; absent in version 1, which has one. */
  runs: z.array(z.string()).min(1).optional(),
  /** How often most cases were sent, in all runs together. */
  sent: z.int().min(1).optional(),
  /** How the target was treated in its runs: a gate with the baseline treats it alike. */
  manner: SendLimits.optional(),
  /** How many digits its new numbers had, where the target refused nine; absent before 0.7. */
  digits: z.array(FieldDigits).optional(),
  /** What the document stated of each value of a request, by its path; absent before 0.7, and without a document. */
  stated: z.record(z.string(), StatedValue).optional(),
  /** The bytes of the stated body of each run, where it names a resource that was found on the target. */
  bodyBytes: z.array(z.int()).optional(),
  /** How the server ended in these runs, or hung, and by which case: `ended size/huge`. */
  ends: z.array(z.string()).optional(),
  catalogue: z.string(),
  /** The compared parts; absent if only the status is compared. */
  compares: z.array(z.enum(["status", ...COMPARED_PARTS])).optional(),
  /** `201` if always the same; `201 then 409` by first and later sendings of a run; else how often each came. In version 1 a list if unstable. */
  cases: z.record(
    z.string(),
    z.union([
      z.string(),
      z.array(z.string()).min(1),
      z.strictObject({ first: OutcomeTally, later: OutcomeTally }),
      OutcomeTally,
    ]),
  ),
  /** What responses with an outcome (`201`, `fields: 400` in a suite) usually have, so that it is written once. */
  usual: z
    .record(
      z.string(),
      z.strictObject({
        contentTypes: z.string().optional(),
        headers: z.string().optional(),
        shapes: Shape.optional(),
      }),
    )
    .optional(),
  /** The content type of the last response of every hand-chosen case; several if sendings differ; null for none. */
  contentTypes: z.record(z.string(), z.string().nullable()).optional(),
  /** The names of its headers: those of each response, and behind a `/` those that some had. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  /** The shape of the last body of every hand-chosen case: the types of values, by path; no values. */
  shapes: z.record(z.string(), Shape.nullable()).optional(),
  /** In the file: shapes that several cases have of their own, by a name, and its name for each of these cases. */
  namedShapes: z.record(z.string(), Shape).optional(),
  shapeOf: z.record(z.string(), z.string()).optional(),
  /** Along every axis: the responses, and from which place on; a list of such lists if runs differ. */
  boundaries: z.record(
    z.string(),
    z.union([z.array(z.string()).min(1), z.array(z.array(z.string()).min(1)).min(1)]),
  ),
  /** What the target remembers, where all runs show the same; absent before 0.7. */
  state: StateFacts.optional(),
  /** The oldest identity that was still known in one of its runs, and the youngest that was forgotten; absent before 0.7. */
  memory: MemorySpan.optional(),
  /** By field of the body: how its values come back in the cases of the catalogue, where all runs show the same; absent before 0.7. */
  returned: z.record(z.string(), z.string()).optional(),
  /** What errors say (`400 id must be a number`, figures as 0), and of which cases of each suite all its runs show it; absent for one run. */
  messages: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  /** Each of several runs had a process of its own: what all of them show is not by chance of one process. */
  ownProcesses: z.literal(true).optional(),
  /** Where all runs with one agree. `byStatus`: the form of bodies varies; `perConnection`: each connection has one. Absent before 0.7. */
  machine: StateMachine.extend({
    byStatus: z.literal(true).optional(),
    perConnection: z.literal(true).optional(),
  }).optional(),
  load: BaselineLoad.optional(),
  /** For each run, how many requests got an error (5xx, no response) that did not depend on the case; absent before 0.7. */
  errors: z.array(z.strictObject({ sent: z.int().min(0), failed: z.int().min(0) })).optional(),
  /** Which errors those were. */
  errorWords: z.array(z.string()).optional(),
  accepted: z.array(Accepted),
});
export type Baseline = z.infer<typeof Baseline>;

/** The baseline of a whole document: that of each operation, and what happened to single resources. */
export const DocumentBaseline = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.string(),
  document: z.string(),
  /** By resource and kind (`/items/{item_id} life`): `create 201, read 200, delete 204`; several if its runs differ. */
  sequences: z.record(z.string(), z.array(z.string()).min(1)),
  operations: z.record(z.string(), Baseline),
});
export type DocumentBaseline = z.infer<typeof DocumentBaseline>;

/** `options` of a configuration, by the names of the flags. */
const Options = z.strictObject(configShape()) as unknown as z.ZodType<ConfigOptions>;

const ConfiguredTarget = z.union([
  z.string(),
  z.strictObject({ baseUrl: z.string(), serve: Serve.optional() }),
]);

export const Config = z.strictObject({
  $schema: z.string().optional(),
  /** By name a base URL, or how the target is served; or a list of `[name=]url`. */
  targets: z.union([z.record(z.string(), ConfiguredTarget), z.array(z.string())]).optional(),
  options: Options.optional(),
  policy: Policy.optional(),
});
export type Config = z.infer<typeof Config>;
/** As written in a file: members with a default may be omitted. */
export type ConfigInput = z.input<typeof Config>;

/** Returns a configuration unchanged: with it, an editor knows the members of `witness.config.ts`. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
