import { suitesFor } from "../../suites/index.ts";
import {
  axisView,
  declaredRows,
  emptyFold,
  foldRecord,
  type RunFold,
} from "../../src/analyse/index.ts";
import { runLimits } from "../../src/analyse/limits.ts";
import { ruleClauses } from "../../src/analyse/inferred/inferred-view.ts";
import { defineInterface, type Field } from "../../src/contract/index.ts";
import {
  type FindingEvidence,
  KnownResponses,
  type Probe,
  type Reply,
  experiment,
  fieldSubject,
  findBoundaries,
  ruleFinding,
} from "../../src/learn/index.ts";
import { fieldAxes } from "../../src/generate/axes/all-axes.ts";
import { exampleBytes, requestsOf, type Requests } from "../../src/generate/index.ts";
import type { FieldType } from "../../src/kinds/index.ts";
import {
  RUN_FORMAT,
  type AxisFinding,
  type Case,
  type CaseRequest,
  type ExploreSummary,
  type Interface,
  type RunHeader,
  type RunRecord,
} from "../../src/model/index.ts";

/** A server in this process: whether it accepts a body, whose text it may look at, too. */
export type CorrelatedServer = {
  name: string;
  /** The stated fields, each with an accepted value if its kind makes none up that is. */
  fields: Record<string, Field>;
  examples?: Record<string, unknown>;
  accepts: (body: Record<string, unknown>, text: string) => boolean;
  /** What is true of it, of lines about limits and deviations: every line that is told must match one. */
  isTrue: readonly RegExp[];
  /** Lines that have to be told with most seeds. */
  isFound: readonly RegExp[];
};

/** Smaller than those of a run: no server here has a limit beyond. */
const CAPS = { digits: 400, body: 2000 };

/** What a run of one server has in common for all seeds: its cases and boundaries, with their responses. */
export type Observed = {
  on: Requests;
  fold: RunFold;
  axes: AxisFinding[];
  asking: Probe;
  /** What is told without experiments, whatever the seed. */
  lines: string[];
};

/** Sends every hand-chosen value of every field, and walks along their axes. */
export async function observed({ fields, examples, accepts }: CorrelatedServer): Promise<Observed> {
  const from = withExamples(defineInterface({ path: "/", fields }), examples);
  const on = requestsOf(from);
  const fold = emptyFold();
  foldRecord(fold, headerOf(from));
  const respond = responder(on, accepts);
  const put = (sent: Case, signatures: readonly string[]): void => {
    for (const record of recordsOf(sent, signatures)) foldRecord(fold, record);
  };
  for (const { name, cases } of suitesFor(from))
    if (/^(?:valid|fields|field-.*)$/.test(name))
      for (const sent of cases)
        if (sent.request.sender === "client") {
          const signature = respond(sent.request);
          put(sent, [signature, signature]);
        }
  const asking: Probe = {
    ask: async (request) => ({ signature: respond(request) }),
    keep: ({ name, reason, clauses, request }: FindingEvidence, replies: Reply[]) => {
      const id = `explore/${name}`;
      put(
        { id, reason, clauses, request },
        replies.map(({ signature }) => signature),
      );
      return id;
    },
    width: 1,
  };
  const axes: AxisFinding[] = [];
  for (const axis of fieldAxes(on, CAPS))
    axes.push(await findBoundaries(axis, asking, { doubtful: () => false, isRandom: false }));
  for (const finding of axes) foldRecord(fold, finding);
  const lines = [...axisLines(axes, from), ...limitLines(fold, axes, from), ...rowLines(fold)];
  return { on, fold, axes, asking, lines };
}

/** The lines about limits, rules and deviations that `infer` tells with this seed. */
export async function toldLines(
  { on, fold, axes, asking, lines: others }: Observed,
  seed: number,
): Promise<string[]> {
  const known = new KnownResponses();
  for (const [id, { case: sent, signatures }] of fold.cases)
    known.add(sent.request, id, signatures);
  const lines = [...others];
  for (const field of on.layout.fields.filter(({ slot }) => slot.path !== "")) {
    const subject = fieldSubject({ on, field, known, axes, accepted: "201", seed });
    if (subject.rules.length === 0) continue;
    const kept = { ...asking, keep: ({ name }: FindingEvidence) => `explore/${name}` };
    const found = await experiment(subject, kept);
    const about = { part: "field", name: subject.name, subject: field.slot.type.kind };
    const finding = ruleFinding(about, subject, found);
    lines.push(...ruleClauses(finding).map((clause) => `rule of ${subject.name}: ${clause}`));
  }
  return lines;
}

const axisLines = (axes: readonly AxisFinding[], from: Interface): string[] =>
  axes
    .filter(({ boundaries }) => boundaries.length > 0)
    .map((finding) => `${finding.title}: ${axisView(finding, from).sentence}`);

/** The limits of the summary, each as the sentence of an axis that has no other. */
const limitLines = (fold: RunFold, axes: readonly AxisFinding[], from: Interface): string[] =>
  runLimits(fold, { axes: axes.map((finding) => axisView(finding, from)) } as ExploreSummary)
    .filter(({ outcome }) => outcome !== undefined)
    .map(({ of, last, next, outcome, lower }) => {
      const way = lower === true ? "down" : "up";
      const titleOf = (scale: string): string =>
        axes.find(({ title }) => title === `${scale}, ${way}wards`)?.title ?? scale;
      return `${of.map(titleOf).join(", ")}: 201 ${way} to ${last}, ${outcome} from ${next}`;
    });

const rowLines = (fold: RunFold): string[] =>
  (declaredRows(fold) ?? [])
    .filter(({ verdict }) => verdict !== "same" && verdict !== "not decided")
    .map(
      ({ part, keyword, verdict, implemented }) =>
        `declared: ${part} ${keyword} ${verdict}: ${implemented}`,
    );

function responder(on: Requests, accepts: CorrelatedServer["accepts"]) {
  const known = new Map<string, string>();
  return (request: CaseRequest): string => {
    const body = request.sender === "client" ? request.body : [];
    const text = exampleBytes(body, on.interface).toString("utf8");
    const before = known.get(text);
    if (before !== undefined) return before;
    const signature = isAccepted(text, accepts) ? "201" : "422";
    known.set(text, signature);
    return signature;
  };
}

function isAccepted(text: string, accepts: CorrelatedServer["accepts"]): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? accepts(body as Record<string, unknown>, text)
      : false;
  } catch {
    return false;
  }
}

function withExamples(from: Interface, examples: Record<string, unknown> = {}): Interface {
  if (from.body?.kind !== "object") return from;
  const fields = from.body.fields.map((field) =>
    field.name in examples ? { ...field, example: examples[field.name] } : field,
  );
  return { ...from, body: { ...from.body, fields } as FieldType };
}

const headerOf = (from: Interface): RunHeader => ({
  type: "header",
  format: RUN_FORMAT,
  tool: { name: "api-witness", version: "0.0.0" },
  runId: "run",
  target: { name: "server", baseUrl: "http://localhost:1" },
  seed: 1,
  firstId: 100_000_000,
  catalogue: "",
  interface: from,
  options: { runsPerProperty: 0, repeats: 0, concurrency: 1, timeoutMs: 1 },
  suites: [],
  startedAt: "2026-01-01T00:00:00.000Z",
  platform: "",
});

let seq = 0;

const recordsOf = (sent: Case, signatures: readonly string[]): RunRecord[] => [
  { type: "case", case: sent },
  ...signatures.map((signature, index): RunRecord => {
    seq += 1;
    const status = Number(signature);
    return {
      type: "observation",
      seq,
      case: sent.id,
      attempt: index + 1,
      fresh: seq,
      atMs: seq,
      end: "kept",
      timeoutMs: 1,
      answers: [
        {
          outcome: "answered",
          status,
          totalUs: 1,
          response: {
            version: "1.1",
            status,
            reason: "",
            headers: [],
            framing: "none",
            body: { bytes: 0, sha256: "" },
          },
        },
      ],
    };
  }),
];
