import { post, user } from "../../../src/generate/index.ts";
import type {
  AxisFinding,
  CaseRequest,
  Cut,
  Finding,
  RequestResult,
  Response,
  RunHeader,
  RunRecord,
  Smallest,
} from "../../../src/model/index.ts";
import type { Template } from "../../../src/template/index.ts";
import { emptyFold, foldRecord, type RunFold } from "../../../src/analyse/index.ts";

/** A header as `witness explore` writes it. */
export const exploreHeader: RunHeader = {
  type: "header",
  format: 3,
  tool: { name: "witness", version: "0.1.0" },
  runId: "2026-11-20-go-7",
  target: { name: "go", baseUrl: "http://localhost:8080" },
  seed: 7,
  firstId: 123_456_789,
  catalogue: "",
  options: {
    runsPerProperty: 0,
    repeats: 0,
    concurrency: 10,
    timeoutMs: 1000,
    explore: {
      parts: ["examples", "boundaries"],
      compare: ["status"],
      ignore: [],
      runsPerProperty: 200,
      maxRequests: 100_000,
      maxTimeMs: 60_000,
      caps: {},
    },
  },
  suites: [],
  startedAt: "2026-11-20T16:22:05.123Z",
  platform: "node",
};

/** A run folded from these records. */
export function foldOf(...records: RunRecord[]): RunFold {
  const fold = emptyFold();
  for (const record of records) foldRecord(fold, record);
  return fold;
}

/** A case of evidence, sent once: a status, or no response. */
export function evidence(id: string, request: CaseRequest, status: number | "reset"): RunRecord[] {
  return [
    { type: "case", case: { id, reason: "found by exploring", clauses: ["id-values"], request } },
    {
      type: "observation",
      seq: 1,
      case: id,
      attempt: 1,
      fresh: 0,
      atMs: 1,
      end: "kept",
      timeoutMs: 1000,
      answers: [resultOf(status)],
    },
  ];
}

function resultOf(status: number | "reset"): RequestResult {
  if (status === "reset")
    return { outcome: "reset", phase: "head", detail: "ECONNRESET", totalUs: 1 };
  const body = { bytes: 0, sha256: "" };
  const response: Response = { status, reason: "", headers: [], framing: "none", body };
  return { outcome: "answered", status, totalUs: 1, response };
}

type Walked = Partial<AxisFinding> & { stretches: AxisFinding["stretches"] };

/** The finding along an axis, with a boundary wherever two ranges of different responses are adjacent. */
export function axisFinding(axis: string, title: string, walked: Walked): AxisFinding {
  const { stretches } = walked;
  const boundaries = stretches.slice(1).flatMap((far, index) => {
    const near = stretches[index];
    if (near === undefined) return [];
    const gap = BigInt(near.to) - BigInt(far.from);
    if (gap * gap !== 1n) return [];
    const side = (at: string, signature: string) => ({
      at,
      signature,
      case: `explore/${axis}/${at.slice(0, 40)}`,
    });
    return [
      { near: side(near.to, near.signature), far: side(far.from, far.signature), probes: 33 },
    ];
  });
  return {
    type: "finding",
    kind: "axis",
    axis,
    title,
    scale: "log",
    boundaries,
    unstable: [],
    capped: true,
    requests: 60,
    ...walked,
  };
}

/** Ranges from `from, signature, to, from, signature, to, ...`. */
export const stretchesOf = (
  ...entries: (readonly [from: string, signature: string, to: string])[]
): AxisFinding["stretches"] => entries.map(([from, signature, to]) => ({ from, to, signature }));

/** A smallest example with its evidence: with the stated body, or another. */
export function example(
  property: string,
  family: string,
  status: number | "reset",
  body: Template = user(),
  cut?: Cut,
): RunRecord[] {
  const signature = String(status);
  const id = `explore/${property}/${signature}/${family.replace(/\W+/g, "-")}`;
  const finding: Smallest = {
    type: "finding",
    kind: "smallest",
    property,
    family,
    signature,
    case: id,
    met: 12,
    drawn: 20,
    origin: { seed: 7, path: "3:0:1" },
    ...(cut && { cut }),
  };
  return [...evidence(id, post(body), status), finding];
}

/** How several targets respond to one request, with its evidence. */
export function divergence(
  family: string,
  met: number,
  body: Template,
  ...entries: string[]
): RunRecord[] {
  const id = `explore/differs/${family.replace(/\W+/g, "-")}/${entries.join("-")}`;
  const names = ["express", "fastify", "go"];
  const finding: Finding = {
    type: "finding",
    kind: "divergence",
    family,
    signatures: entries.map((signature, at) => ({ target: names[at] ?? "", signature })),
    case: id,
    from: "fields/any",
    met,
  };
  return [...evidence(id, post(body), Number(entries.at(-1))), finding];
}
