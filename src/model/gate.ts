import { z } from "zod";
import { OperationNotSent } from "./document-run.ts";

export const MOST_BREACHES = 100;

/** One observation (or figure) that breaks a rule. */
export const Breach = z.strictObject({
  case: z.string().optional(),
  /** The rule and the observation in words: `anything but 5xx`, `500 (2 of 2)`. */
  expected: z.string(),
  observed: z.string(),
  /** The command that sends it again. */
  replay: z.string().optional(),
});
export type Breach = z.infer<typeof Breach>;

/** Cases that break rules for one reason: of one rule, or of several. */
const GateCause = z.strictObject({
  target: z.string(),
  /** `id: 201 up to 9007199254740991 before, up to 2147483647 now`. */
  text: z.string(),
  /** `warn` if every rule that its cases break only warns. */
  verdict: z.enum(["fail", "warn"]),
  rules: z.array(z.string()),
  /** The number of its cases, and the ids of the first ones. */
  count: z.int(),
  cases: z.array(z.string()),
  example: Breach,
});
export type GateCause = z.infer<typeof GateCause>;

const Cause = z.strictObject({
  /** `date: 400 became 422 (305 cases)`. */
  text: z.string(),
  /** Ids of the cases; each has its own breach. */
  cases: z.array(z.string()),
});

/** `error`: nothing matched, or it cannot be judged. `skipped`: by the user, in this run. `warn`: fails only with `--strict`. */
export const Judgement = z.strictObject({
  rule: z.string(),
  text: z.string(),
  /** Where the rule is, for people: `witness.config.ts:14`; absent for stated clauses. */
  source: z.string().optional(),
  /** The same for programs: the file, and the line if it is known. */
  file: z.string().optional(),
  line: z.int().min(1).optional(),
  /** Which cases the rule selects and what it expects of them, in words: `all cases`, `anything but 5xx`. */
  selects: z.string().optional(),
  expects: z.string().optional(),
  kind: z.enum(["stated", "policy", "threshold", "baseline", "record"]),
  target: z.string(),
  verdict: z.enum(["pass", "warn", "fail", "inconclusive", "error", "skipped"]),
  found: z.string(),
  breaches: z.array(Breach),
  /** The same breaches by cause, the one with most cases first; absent if causes were not searched for. */
  causes: z.array(Cause).optional(),
  /** Unchanged cases of a baseline; absent for other rules. */
  unchanged: z.array(z.string()).optional(),
});
export type Judgement = z.infer<typeof Judgement>;

/** Options that change the exit code of a gate, never its verdict. */
const GateLevel = z.strictObject({
  /** How insufficient evidence is treated; by default it has an exit code of its own. */
  inconclusive: z.enum(["pass", "fail"]).optional(),
  /** Warnings fail, and insufficient evidence does unless `inconclusive` says otherwise. */
  strict: z.boolean().optional(),
  /** Failures and insufficient evidence do not fail. */
  warn: z.boolean().optional(),
});
export type GateLevel = z.infer<typeof GateLevel>;

/** What insufficient evidence is treated as; undefined if it has an exit code of its own. */
export const inconclusiveAs = ({ inconclusive, strict }: GateLevel): "pass" | "fail" | undefined =>
  inconclusive ?? (strict === true ? "fail" : undefined);

/** `gate.json`: whether a build passes, and why. */
export const GateResult = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  /** What the rules say. A warning does not change it. */
  verdict: z.enum(["pass", "fail", "inconclusive", "error"]),
  /** The exit code of this verdict with `level`: 0, 1, 2 (a rule that cannot be judged), 4 (inconclusive). */
  exitCode: z.int(),
  /** Absent if no such option was given. */
  level: GateLevel.optional(),
  /** The whole document whose operations were judged: each of them is one of `targets`. Absent for anything else. */
  document: z
    .strictObject({
      name: z.string(),
      target: z.strictObject({ name: z.string(), baseUrl: z.string() }),
      run: z.string(),
      /** Its operations that nothing was sent to, which fails nothing by itself. */
      notSent: z.array(OperationNotSent),
    })
    .optional(),
  targets: z.array(
    z.strictObject({
      name: z.string(),
      baseUrl: z.string(),
      run: z.string(),
      /** The probable mistake if every valid request got the same error, as in `summary.json`. */
      hint: z.string().optional(),
    }),
  ),
  judgements: z.array(Judgement),
  /** The causes of all breaches with a case, those that fail and the largest first. */
  causes: z.array(GateCause),
  /** Findings that are not about a rule, and fail nothing: cases that make a server's memory grow, or valid requests that do. */
  findings: z
    .array(z.strictObject({ target: z.string(), case: z.string().optional(), text: z.string() }))
    .optional(),
  notes: z.array(z.string()),
});
export type GateResult = z.infer<typeof GateResult>;

/** What `--json` prints instead of a result: why there is none. */
export const ErrorDocument = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  error: z.strictObject({
    /** As in docs/errors.md; `command-line` is a wrong verb, option or argument. */
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
  }),
  exitCode: z.int(),
});
export type ErrorDocument = z.infer<typeof ErrorDocument>;
