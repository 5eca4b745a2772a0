import type { RequestResult, ConnectionEnd, KeptBytes } from "../model/observation.ts";
import type { LoadView } from "../model/load-summary.ts";
import type { OutcomeCounts, Summary } from "../model/summary.ts";

/** The bytes of a request as they are shown: a line break is one that is shown, other unprintable bytes are `\xNN`. */
export type SentRequest = {
  /** Lines up to the first empty one, or as many as are shown. */
  head: string[];
  /** What follows the first empty line, and its length; absent where the head does not end within what is shown. */
  body?: { text: string; bytes: number };
  bytes: number;
  cut: boolean;
  connections: number;
};

/** One sent request with what came back; at most one for each distinct signature of a case. */
export type Evidence = {
  seq: number;
  attempt: number;
  signature: string;
  request: SentRequest;
  results: RequestResult[];
  end: ConnectionEnd;
  leftover?: KeptBytes;
  /** What `witness replay <run>` takes to send it again, as a shell takes it. */
  replay: string;
  /** Absent where curl cannot say it; `curlReason` tells why. */
  curl: string | null;
  curlReason?: string;
  /** The curl line with `post` for what it shares with the stated request's; absent where it shares too little. */
  shortCurl?: string;
};

/** One case as a reader meets it. */
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

/** What many command lines share, as a shell takes it. */
export type Shell = {
  /** Where the run is. */
  run: string;
  /** The stated request for curl, before and after its body. */
  curl: { before: string; after: string };
};

/** All that a report of one run shows: hand-chosen cases in suite order, then generated examples. */
export type RunView = {
  summary: Summary;
  cases: CaseView[];
  shell: Shell;
  /** A run of load alone: no suite was planned, the few cases in it are what was sent before the load. */
  loadAlone: boolean;
  /** A run of exploring alone: its cases are the evidence of findings. */
  exploreAlone?: true;
  /** What is drawn of the load, where there was one. */
  load?: LoadView;
};
