import { Fact } from "./elements.tsx";
import { STATED_WORDS, statedCounts } from "../run-words.ts";
import { interfaceName } from "../../contract/index.ts";
import type { ExploreSummary, Summary } from "../../model/index.ts";
import { cutText } from "./text.tsx";
import { requestCountsText, speedOf, sum } from "../../stats/index.ts";
import { counted, durationText, momentText, textsOf } from "../../text/index.ts";

const renderMark = () => (
  <svg class="mark" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
    <path d="M1 10C6 3 11 1 16 1s10 2 15 9c-5 7-10 9-15 9S6 17 1 10Z" />
    <circle cx="16" cy="10" r="4.5" />
  </svg>
);

export function TopBar({ sections }: { sections: readonly (readonly [string, string])[] }) {
  return (
    <div class="top">
      <a class="skip" href="#main">
        Skip to the report
      </a>
      <span class="brand">{renderMark()} witness</span>
      <nav aria-label="Sections of this page">
        <ul>
          {sections.map(([id, label]) => (
            <li>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function renderFacts(summary: Summary) {
  const { startedAt, durationMs, accepts, load, startsMs } = summary;
  const [word, , mark] = STATED_WORDS[accepts];
  const speed = load === undefined ? undefined : speedOf(load);
  return (
    <dl class="facts">
      <Fact term="Stated">
        {mark} {word}
        {statedCounts(summary)}
      </Fact>
      {speed !== undefined && (
        <Fact term="Speed">
          {speed.rate}
          {speed.good}, {speed.p99}
          {speed.doubts.length > 0 && <a href="#load"> in doubt</a>}
        </Fact>
      )}
      <Fact term="Started">
        <time dateTime={startedAt}>{momentText(startedAt)}</time>
      </Fact>
      <Fact term="Took">{durationMs === undefined ? "unknown" : durationText(durationMs)}</Fact>
      <Fact term="Sent">{counted(summary.requests.total, "request")}</Fact>
      {startsMs !== undefined && (
        <Fact term="First response">{durationText(startsMs[0] ?? 0)} after its start</Fact>
      )}
      <Fact term="Record">{recordWord(summary)}</Fact>
    </dl>
  );
}

/** What a reader needs only to send it again: at the foot of the page. */
export function runFacts(summary: Summary): string {
  const { seed, firstId, runId, tool } = summary;
  const isBuiltIn = summary.interface.name === interfaceName({}).name;
  const first = isBuiltIn ? "first id" : "first fresh number";
  const sent = requestCountsText(summary.requests);
  return `${tool.name} ${tool.version} · run ${runId} · seed ${seed} · ${first} ${firstId} · ${sent}`;
}

function recordWord({ complete, record, resumed }: Summary): string {
  if (record?.state === "damaged") return "damaged";
  const state = complete ? "complete" : "incomplete";
  return resumed === undefined
    ? state
    : `${state}, resumed ${resumed === 1 ? "once" : `${resumed} times`}`;
}

export function Masthead({ summary, loadAlone }: { summary: Summary; loadAlone: boolean }) {
  const { method, path } = summary.interface;
  return (
    <div class="masthead">
      <p class="over">What this server does{loadAlone && " under load"}</p>
      <h1>{cutText(summary.target.name, 60)}</h1>
      <p class="url">
        <span class="method">{method}</span> {cutText(summary.target.baseUrl, 300)}
        <span class="path">{cutText(path, 300)}</span>
      </p>
      {renderFacts(summary)}
      {summary.record !== undefined && (
        <p class="banner" role="note">
          <strong>{banners[summary.record.state]}</strong> In full: {summary.record.text}.
        </p>
      )}
      {!summary.complete &&
        summary.end !== "done" &&
        renderIncomplete(summary.end, recordedOf(summary, loadAlone))}
    </div>
  );
}

/** The content of an incomplete run: with suites its cases, and rounds of load if there are any. */
function recordedOf({ suites, load, exploration }: Summary, loadAlone: boolean): string {
  const sent = sum(suites.map(({ cases }) => cases));
  const rounds = load?.rounds.length ?? 0;
  const found = exploration === undefined ? 0 : findingsIn(exploration);
  const isWithCases = !loadAlone && (found === 0 || sent > 0);
  return textsOf(
    isWithCases && counted(sent, "case"),
    found > 0 && counted(found, "finding"),
    rounds > 0 && `${counted(rounds, "round")} of load`,
  ).join(" and ");
}

const findingsIn = ({ axes, examples, divergences, unstable }: ExploreSummary): number =>
  axes.length +
  examples.reduce((sum, { entries }) => sum + entries.length, 0) +
  divergences.length +
  unstable.length;

const banners: Record<NonNullable<Summary["record"]>["state"], string> = {
  intact: "This record is intact.",
  unchecked: "This record cannot be checked.",
  incomplete: "This record is incomplete.",
  damaged: "This record is damaged: do not rely on anything below.",
};

const ends: Record<Summary["end"], string> = {
  done: "The plan was not carried out in full.",
  interrupted: "The run was interrupted.",
  "not-expected":
    "The run was ended because a valid request got another status than --expect names.",
  "out-of-time": "The run was ended because its time was over (--max-time).",
  "not-answering": "The run stopped because the server no longer responded.",
  "target-lost": "The run stopped because the server was lost.",
  "turned-away":
    "The run stopped because the server turned every request away, or responded differently from a moment on.",
  unreachable: "The server could not be reached.",
  "no-samples": "A round of the load got no response at all.",
  "not-measured": "A round of the load could not be measured; this is not the target's fault.",
  "load-failed": "The load could not continue.",
  failed: "The machine that sent it, or witness itself, could not continue.",
  "cut-off": "The record ends without its last line.",
};

const renderIncomplete = (end: Summary["end"], recorded: string) => (
  <p class="banner" role="note">
    <strong>This run is incomplete.</strong> {ends[end]}{" "}
    {recorded !== "" && `What follows rests on the ${recorded} recorded until then.`}
  </p>
);
