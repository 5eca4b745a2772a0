import type {
  ConnectionEnd,
  KeptBytes,
  LoadView,
  OutcomeCounts,
  RequestResult,
  Summary,
} from "../model/index.ts";
import type { UsagePoint } from "./usage-fold.ts";

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

/** One case of a report. */
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
  /** The path of the run. */
  run: string;
  /** The stated request for curl, before and after its body. */
  curl: { before: string; after: string };
};

/**
 * The contents of a report of one run: hand-chosen cases in suite order, then generated examples.
 */
export type RunView = {
  summary: Summary;
  cases: CaseView[];
  shell: Shell;
  /** A run of load only: no suite was planned, and its few cases were sent before the load. */
  loadAlone: boolean;
  /** A run of exploration only: its cases are the evidence of findings. */
  exploreAlone?: true;
  /** The charts of the load, if there was one. */
  load?: LoadView;
  /** Use by the target's processes over time, with the share of a core at each point, and the time of each death. */
  usage?: { points: readonly UsagePoint[]; cpuShares: number[]; deathsMs: number[] };
};
