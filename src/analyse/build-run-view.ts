import type {
  ConnectionEnd,
  Example,
  KeptBytes,
  LoadView,
  OutcomeCounts,
  RequestResult,
  RunHeader,
  Summary,
} from "../model/index.ts";
import { EXPLORE_SUITE, signatureOf, suiteOf } from "../model/index.ts";
import { type UsagePoint, usedBetween } from "./usage-fold.ts";
import { shellWord } from "../text/index.ts";
import type { CurlParts, Filling, Start } from "../generate/index.ts";
import { curlLine, joinStarts, printable, reasonText, requestStarts } from "../generate/index.ts";
import { END_OF_HEAD, fillingOf, requestParts } from "./explore/request-text.ts";
import { loadView } from "./load/load-view.ts";
import { countOutcomes } from "./observation-folds.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import { repeatedIdResponses, stabilityOf } from "./stability.ts";
import { summarise } from "./summarise.ts";

/** The bytes of a request for display: line breaks are kept, other unprintable bytes are `\xNN`. */
export type SentRequest = {
  /** Lines up to the first empty one, or as many as are shown. */
  head: string[];
  /** The part after the first empty line, and its length; absent if the head does not end within the shown part. */
  body?: { text: string; bytes: number };
  bytes: number;
  cut: boolean;
  connections: number;
};

/** One sent request with its result; at most one for each distinct signature of a case. */
export type Evidence = {
  seq: number;
  attempt: number;
  signature: string;
  request: SentRequest;
  results: RequestResult[];
  end: ConnectionEnd;
  leftover?: KeptBytes;
  /** The argument of `witness replay <run>` that sends it again, quoted for a shell. */
  replay: string;
  /** Absent if curl cannot send it; `curlReason` says why. */
  curl: string | null;
  curlReason?: string;
  /** The curl line with `post` for the part shared with the stated request; absent if too little is shared. */
  shortCurl?: string;
};

export type CaseView = {
  id: string;
  suite: string;
  reason: string;
  clauses: string[];
  outcomes: OutcomeCounts;
  stability: Summary["cases"][number]["stability"];
  evidence: Evidence[];
  generated?: { property: string; seed: number; path: string };
};

/** The shared part of many command lines, quoted for a shell. */
export type Shell = {
  run: string;
  /** The stated request for curl, before and after its body. */
  curl: { before: string; after: string };
};

/** The contents of a report of one run: hand-chosen cases in suite order, then generated examples. */
export type RunView = {
  summary: Summary;
  cases: CaseView[];
  shell: Shell;
  /** A run of load only: no suite was planned, and its few cases were sent before the load. */
  loadAlone: boolean;
  /** A run of exploration only: its cases are the evidence of findings. */
  exploreAlone?: true;
  load?: LoadView;
  /** Use by the target's processes over time, with the share of a core at each point, and the time of each death. */
  usage?: { points: readonly UsagePoint[]; cpuShares: number[]; deathsMs: number[] };
};

const REQUEST_SHOWN_BYTES = 1536;
/** With the end of a head that ends where the shown bytes do. */
const READ_BYTES = REQUEST_SHOWN_BYTES + END_OF_HEAD.length;

/**
 * The contents of a report: the summary, and for every case the evidence, one observation for each
 * signature. `runPath` is the path of the run, for command lines. Undefined without a header.
 */
export function buildRunView(run: RunFold, runPath: string): RunView | undefined {
  const summary = summarise(run);
  const { header } = run;
  if (summary === undefined || header === undefined) return undefined;
  const view = caseViewer(run, header);
  const chosen = [...run.cases.values()]
    .filter(({ signatures }) => signatures.length > 0)
    .map((fold) => view.chosen(fold));
  const drawn = [...run.properties.values()].flatMap(({ examples }) =>
    [...examples.values()].flatMap((list) => list.map((example) => view.drawn(example))),
  );
  return {
    summary,
    cases: [...chosen, ...drawn],
    shell: shellOf(header, runPath),
    loadAlone: header.options.load !== undefined && header.suites.length === 0,
    ...(isExplorationAlone(header) && { exploreAlone: true }),
    ...(run.usage.points.length > 1 && { usage: usageView(run) }),
    ...(run.load.rounds.length > 0 && { load: loadView(run.load.rounds) }),
  };
}

/** The cases of these ids with their evidence, generated ones from `examples`; ids without evidence are left out. Undefined without a header. */
export function someCases(
  run: RunFold,
  runPath: string,
  ids: Iterable<string>,
  examples: ReadonlyMap<string, Example>,
): Pick<RunView, "cases" | "shell"> | undefined {
  const { header } = run;
  if (header === undefined) return undefined;
  const view = caseViewer(run, header);
  const cases = [...ids].flatMap((id) => {
    const fold = run.cases.get(id);
    const example = examples.get(id);
    if (fold !== undefined && fold.signatures.length > 0) return view.chosen(fold);
    return example === undefined ? [] : view.drawn(example);
  });
  return { cases, shell: shellOf(header, runPath) };
}

function caseViewer(run: RunFold, header: RunHeader) {
  const evidence = evidenceMaker(header);
  const repeated = repeatedIdResponses(run);
  return {
    chosen: (fold: CaseFold): CaseView => ({
      id: fold.case.id,
      suite: suiteOf(fold.case.id),
      reason: reasonText(fold.case),
      clauses: fold.case.clauses,
      outcomes: countOutcomes(fold.signatures),
      stability: stabilityOf(fold, repeated),
      evidence: [...fold.first].map(([signature, observation], at) =>
        evidence({ case: fold.case, observation }, signature, at > 0),
      ),
    }),
    drawn: (example: Example): CaseView => {
      const signature = signatureOf(example.observation);
      return {
        id: example.case.id,
        suite: suiteOf(example.case.id),
        reason: example.case.reason,
        clauses: example.case.clauses,
        outcomes: { [signature]: 1 },
        stability: "once",
        evidence: [evidence(example, signature, false)],
        ...(example.case.generated && { generated: example.case.generated }),
      };
    },
  };
}

function usageView({ usage: { points }, deaths }: RunFold): NonNullable<RunView["usage"]> {
  const shareOf = (point: UsagePoint, at: number): number => {
    const before = points[at - 1];
    const us = (point.atMs - (before?.atMs ?? point.atMs)) * 1000;
    return us > 0 ? usedBetween(before, point) / us : 0;
  };
  return { points, cpuShares: points.map(shareOf), deathsMs: deaths.map(({ atMs }) => atMs) };
}

const isExplorationAlone = ({ options, suites }: RunHeader): boolean =>
  options.explore !== undefined &&
  options.load === undefined &&
  suites.every(({ name }) => name === EXPLORE_SUITE.name);

/** The parts of a curl line that are the same for every request that differs only in its body. */
function statedCurl(header: RunHeader): CurlParts | undefined {
  const line = curlLine({ sender: "client", body: [] }, fillingOf(header, 0), header.options);
  return line.curl === null ? undefined : line.parts;
}

function shellOf(header: RunHeader, runPath: string): Shell {
  const stated = statedCurl(header);
  const before = stated === undefined ? "" : `${stated.options.join(" ")} `;
  const after = stated === undefined ? "" : ` ${stated.url}`;
  return { run: shellWord(runPath), curl: { before, after } };
}

/** A curl line with `post` in place of the options and the URL of the stated request, at its beginning and end. */
function shortCurl(parts: CurlParts, stated: CurlParts | undefined): string | undefined {
  if (stated === undefined || parts.url !== stated.url) return undefined;
  if (!stated.options.every((option, at) => parts.options[at] === option)) return undefined;
  const further = parts.options.slice(stated.options.length);
  return `${parts.pipe}${["post", ...further, parts.data].join(" ").trimEnd()}`;
}

function shownRequest(connections: readonly Start[]): SentRequest {
  const { start, bytes } = joinStarts(connections, READ_BYTES);
  const { head, body } = requestParts(start);
  const room = REQUEST_SHOWN_BYTES - head.length - END_OF_HEAD.length;
  const bodyBytes = bytes - head.length - END_OF_HEAD.length;
  return {
    head: printable(head, REQUEST_SHOWN_BYTES).split("\n"),
    ...(body !== undefined &&
      room >= 0 && { body: { text: printable(body, room), bytes: bodyBytes } }),
    bytes,
    cut: bytes > REQUEST_SHOWN_BYTES,
    connections: connections.length,
  };
}

/** `later`: not the first observation of its case, which the id alone identifies. */
function evidenceMaker(header: RunHeader) {
  const stated = statedCurl(header);
  const common = fillingOf(header, 0);

  return ({ case: sent, observation }: Example, signature: string, later: boolean): Evidence => {
    const filling: Filling = { ...common, fresh: observation.fresh };
    const line = curlLine(sent.request, filling, header.options);
    return {
      seq: observation.seq,
      attempt: observation.attempt,
      signature,
      request: shownRequest(requestStarts(sent.request, filling, READ_BYTES)),
      results: observation.answers,
      end: observation.end,
      ...(observation.leftover && { leftover: observation.leftover }),
      replay: later ? String(observation.seq) : shellWord(sent.id),
      ...(line.curl === null ? { curl: null, curlReason: line.reason } : { curl: line.curl }),
      shortCurl: line.curl === null ? undefined : shortCurl(line.parts, stated),
    };
  };
}
