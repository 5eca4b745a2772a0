import type { GateResult, Judgement } from "../model/index.ts";
import { counted, andMore } from "../text/index.ts";
import { type BlockCell, type BlockSection, sectionOf, sentences, tableBlock } from "./blocks.ts";
import { operationCounts, operationVerdict, VERDICTS } from "./gate-view.ts";

export function verdictCell(verdict: Judgement["verdict"]): BlockCell {
  const { mark, word, colour } = VERDICTS[verdict];
  return { text: `${mark} ${word}`, colour };
}

const MOST_OBSERVED = 3;

/** Every rule with a row; those that passed in a fold. */
export function rulesSection({ judgements }: GateResult): BlockSection {
  const several = new Set(judgements.map(({ target }) => target)).size > 1;
  const ordered = (Object.keys(VERDICTS) as Judgement["verdict"][]).flatMap((verdict) =>
    judgements.filter((each) => each.verdict === verdict),
  );
  return sectionOf(
    "rules",
    "Rules",
    tableBlock(
      ["passed rule", "Every rule"],
      ["rule", "result", "expected", "where", "observed"],
      ordered.map((judgement) => {
        const { verdict, target, text, selects, source, rule, kind } = judgement;
        return [
          {
            text: `${several ? `${target}: ` : ""}${selects ?? text}`,
            about: selects === undefined ? rule : text,
          },
          verdictCell(verdict),
          expectedOf(judgement),
          source ?? (kind === "stated" ? "the specification" : "no file"),
          observedOf(judgement),
        ];
      }),
      {
        kept: [0, 1],
        open: ordered.filter(({ verdict }) => verdict !== "pass").length,
        wrapped: true,
      },
    ),
    sentences(judgements.length === 0 ? ["There is no rule."] : []),
  );
}

/** What came of a rule: of cases that break it, also the responses. */
function observedOf({ found, selects, breaches, verdict }: Judgement): string {
  if (selects === undefined || verdict !== "fail") return found;
  const all = new Set(
    breaches.map(({ observed }) => observed.replaceAll(/ \([^)]* of [^)]*\)/g, "")),
  );
  return `${found}: ${andMore([...all], MOST_OBSERVED)}`;
}

/** What a rule expects: in words if it has them, from its only breach, or as it is written. */
function expectedOf({ expects, breaches, kind, text }: Judgement): string {
  const [first] = breaches;
  const isOne = breaches.every(({ expected }) => expected === first?.expected);
  if (expects !== undefined) return expects;
  if (kind === "baseline") return "as in the baseline";
  return first !== undefined && isOne ? first.expected : text;
}

/** What the gate judged: a row for each run, of a whole document for each of its operations. */
export function judgedSection(
  result: GateResult,
  reportOf: (target: string) => string | undefined,
): BlockSection {
  const { targets, document } = result;
  const isWhole = document !== undefined;
  return {
    id: "run",
    title: isWhole ? "Operations" : targets.length > 1 ? "Runs" : "Run",
    about: isWhole
      ? (operationCounts(result)?.join(" · ") ?? "")
      : `What the gate judged: ${counted(targets.length, "run")}.`,
    blocks: [
      tableBlock(
        ["run", "What the gate judged"],
        isWhole ? ["operation", "rules"] : ["target", "address", "folder"],
        targets.map(({ name, baseUrl, run }) => [
          { text: name, href: reportOf(name) },
          ...(isWhole ? [verdictCell(operationVerdict(result, name))] : [baseUrl, run]),
        ]),
      ),
    ],
  };
}
