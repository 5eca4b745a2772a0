import type { Judgement } from "../../../model/index.ts";
import { counted, whole } from "../../../text/index.ts";
import { BlockTable, PageSection } from "../elements.tsx";
import { advice, cutText } from "../text.tsx";

const WORDS: Record<Judgement["verdict"], { mark: string; word: string; of: string }> = {
  fail: { mark: "✗", word: "failed", of: "k5" },
  error: { mark: "!", word: "cannot be judged", of: "k5" },
  inconclusive: { mark: "?", word: "inconclusive", of: "k4" },
  warn: { mark: "⚠", word: "warning", of: "k4" },
  pass: { mark: "✓", word: "passed", of: "k2" },
  skipped: { mark: "-", word: "skipped", of: "kn" },
};

export function verdictChip(verdict: Judgement["verdict"]) {
  const { mark, word, of } = WORDS[verdict];
  return (
    <span class={`chip ${of}`}>
      <span aria-hidden="true">{mark}</span> {word}
    </span>
  );
}

/** A rule where it is named in a sentence. */
export const ruleName = ({ rule, text, selects, expects }: Judgement) => (
  <span title={rule}>
    {cutText(selects === undefined ? text : `${selects}: ${expects ?? text}`, 120)}
  </span>
);

const HEAD = ["Result", "Rule", "Expected", "Observed", "Where"].map((title) => ({ title }));
const MOST_OBSERVED = 3;
const ORDER = ["fail", "error", "inconclusive", "warn", "skipped"] as const;

/** Every rule with a row; those that passed in a fold. */
export function RuleSections({ judgements }: { judgements: readonly Judgement[] }) {
  const open = ORDER.flatMap((verdict) => judgements.filter((each) => each.verdict === verdict));
  const passed = judgements.filter(({ verdict }) => verdict === "pass");
  const several = new Set(judgements.map(({ target }) => target)).size > 1;
  return (
    <PageSection id="rules" title="Rules">
      {judgements.length === 0 && <p>There is no rule.</p>}
      {open.length > 0 && <RuleTable rules={open} several={several} />}
      {passed.length > 0 && (
        <details class="more">
          <summary>{counted(passed.length, "rule")} passed</summary>
          <RuleTable rules={passed} several={several} />
        </details>
      )}
    </PageSection>
  );
}

const RuleTable = (props: { rules: readonly Judgement[]; several: boolean }) => (
  <BlockTable class="rules" labelledBy="rules" head={HEAD}>
    {props.rules.map((rule) => (
      <Row rule={rule} several={props.several} />
    ))}
  </BlockTable>
);

function Row({ rule, several }: { rule: Judgement; several: boolean }) {
  const { verdict, target, text, selects, source } = rule;
  return (
    <tr role="row">
      <td role="cell">{verdictChip(verdict)}</td>
      <th role="rowheader" scope="row">
        {several && `${target}: `}
        {cutText(selects ?? text, 300)}
        <code class="about">{cutText(selects === undefined ? rule.rule : text, 300)}</code>
      </th>
      <td role="cell" data-label="expected">
        {cutText(expectedOf(rule), 300)}
      </td>
      <td role="cell" data-label="observed">
        {advice(observedOf(rule), 600)}
      </td>
      <td role="cell" data-label="where">
        {source === undefined ? (
          <span class="quiet">{rule.kind === "stated" ? "the specification" : "no file"}</span>
        ) : (
          <code>{cutText(source, 200)}</code>
        )}
      </td>
    </tr>
  );
}

/** What came of a rule: of cases that break it, also the responses. */
function observedOf({ found, selects, breaches, verdict }: Judgement): string {
  if (selects === undefined || verdict !== "fail") return found;
  const all = new Set(
    breaches.map(({ observed }) => observed.replaceAll(/ \([^)]* of [^)]*\)/g, "")),
  );
  const words = [...all].slice(0, MOST_OBSERVED);
  const more = all.size - words.length;
  return `${found}: ${words.join(", ")}${more > 0 ? ` and ${whole(more)} more` : ""}`;
}

/** What a rule expects: in words if it has them, from its only breach, or as it is written. */
function expectedOf({ expects, breaches, kind, text }: Judgement): string {
  const [first] = breaches;
  const isOne = breaches.every(({ expected }) => expected === first?.expected);
  if (expects !== undefined) return expects;
  if (kind === "baseline") return "as in the baseline";
  return first !== undefined && isOne ? first.expected : text;
}
