import { textsOf, counted } from "../../text/index.ts";
import { interfaceOf } from "../../contract/index.ts";
import type {
  Divergence,
  ExampleGroup,
  ExampleSummary,
  ExploreSummary,
  Finding,
  Smallest,
  Unstable,
} from "../../model/index.ts";
import { Cut, classOf } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { axisView, cutWords } from "./axis-view.ts";
import { statesView } from "../machine/states-view.ts";
import { requestText } from "./request-text.ts";

export function buildExploreView(run: RunFold): ExploreSummary | undefined {
  const { exploration, findings } = run;
  if (exploration === undefined && findings.every(isInferred)) return undefined;
  const from = interfaceOf(run.header ?? {});
  return {
    requests: exploration?.requests,
    durationMs: exploration?.durationMs,
    compared: exploration?.compared,
    targets: exploration?.targets.map(({ name }) => name) ?? [],
    cutShort: cutShort(run),
    examples: exampleGroups(
      run,
      findings.filter((each) => each.kind === "smallest"),
    ),
    axes: findings.filter((each) => each.kind === "axis").map((each) => axisView(each, from)),
    divergences: findings
      .filter((each) => each.kind === "divergence")
      .map((each) => divergenceView(run, each)),
    unstable: findings
      .filter((each) => each.kind === "unstable")
      .map((each) => unstableView(run, each)),
    states: statesView(run),
  };
}

/** The findings of experiments have a part of their own. */
const isInferred = ({ kind }: Finding): boolean =>
  kind === "rule" || kind === "check-order" || kind === "unseen" || kind === "contract-proof";

function divergenceView(run: RunFold, finding: Divergence): ExploreSummary["divergences"][number] {
  const { family, signatures, met, from, cut, case: id } = finding;
  return { family, signatures, ...requestText(run, id), case: id, met, from, cut };
}

function unstableView(run: RunFold, finding: Unstable): ExploreSummary["unstable"][number] {
  const { signatures, count, case: id } = finding;
  const axis = run.findings
    .filter((each) => each.kind === "axis")
    .find((each) => each.axis === finding.where);
  // The name of the stated request itself.
  const isStated = finding.where === "valid";
  const where = isStated ? "the stated request" : (axis?.title ?? finding.where);
  return { where, signatures, ...requestText(run, id), case: id, count };
}

const IN_SENTENCE = 80;

function exampleGroups(run: RunFold, found: readonly Smallest[]): ExampleGroup[] {
  const properties = [...new Set(found.map(({ property }) => property))];
  return properties.map((property) => {
    const entries = found
      .filter((each) => each.property === property)
      .map((each) => exampleOf(run, each));
    // A suite with a single property is named by the suite.
    const suite = suiteName(property);
    const alone = properties.filter((each) => suiteName(each) === suite).length === 1;
    const title = alone ? suite : property;
    return { property, title, sentence: `${title}: ${sentenceOf(entries)}`, entries };
  });
}

const suiteName = (property: string): string => property.split("/", 1)[0] ?? property;

function exampleOf(run: RunFold, finding: Smallest): ExampleSummary {
  const { signature, family, met, drawn, cut, case: id } = finding;
  const oddity = acceptedOddity(signature, family);
  const note = oddity && `this server accepts ${oddity}`;
  const request = requestText(run, id);
  return { signature, family, ...request, case: id, met, drawn, note, oddity, cut };
}

function sentenceOf(entries: readonly ExampleSummary[]): string {
  const signatures = [...new Set(entries.map(({ signature }) => signature))];
  return signatures
    .map((signature) => {
      const alike = entries.filter((each) => each.signature === signature);
      const [smallest] = alike.toSorted((a, b) => a.bytes - b.bytes);
      const { text = "", note } = smallest ?? {};
      const more = alike.length - 1;
      const rest = more === 0 ? "" : `; ${counted(more, "more kind")}`;
      return `${signature} (smallest: ${quoted(text)}${note === undefined ? "" : `: ${note}`}${rest})`;
    })
    .join("; ");
}

function quoted(text: string): string {
  const characters = Array.from(text);
  if (characters.length === 0) return "an empty body";
  if (characters.length <= IN_SENTENCE) return `\`${text}\``;
  return `\`${characters.slice(0, IN_SENTENCE - 1).join("")}…\``;
}

/** Families of bodies that are not plain JSON objects, as `familyOf` names them, and their words in a sentence. */
const ODD: readonly (readonly [family: RegExp, name: (rest: string) => string])[] = [
  [/^malformed JSON: cut short$/, () => "a document that is cut short"],
  [/^malformed JSON: white space only$/, () => "nothing but white space"],
  [/^malformed JSON: a byte order mark first$/, () => "a byte order mark"],
  [/^malformed JSON: (no .+|another .+)$/, (how) => `a document with ${how}`],
  [/^malformed JSON: (.+)$/, (how) => how],
  [/^malformed JSON$/, () => "a document that is not JSON"],
  [/^no body$/, () => "a request without a body"],
  [/^not UTF-8$/, () => "bytes that are not UTF-8"],
  [/^JSON, not an object: (.+)$/, (what) => `${what} instead of the object`],
  [/^(id|date) twice$/, (key) => `${key} twice`],
  [/^a key twice$/, () => "a key twice"],
];

/** The deviation of a body that got 2xx: `a comma before the end`. Undefined for any other response, and for ordinary families. */
export function acceptedOddity(signature: string, family: string): string | undefined {
  if (classOf(signature) !== "2xx") return undefined;
  const names = family.split(" + ").flatMap(oddName);
  return names.length === 0 ? undefined : names.join(" and ");
}

function oddName(part: string): string[] {
  for (const [family, name] of ODD) {
    const found = family.exec(part);
    if (found !== null) return [name(found[1] ?? "")];
  }
  return [];
}

/** What was cut short, and why, as sentences; empty if everything was done. */
function cutShort({ exploration, findings }: RunFold): string[] {
  const notFinished = "the record ends before exploring was finished";
  const whole =
    exploration === undefined
      ? notFinished
      : exploration.cut && `exploring was cut short: ${cutWords[exploration.cut]}`;
  const parts = Cut.options.flatMap((cut) => [
    ...notWalked(findings, cut),
    ...notShrunk(findings, cut),
  ]);
  return textsOf(whole, ...parts);
}

function notWalked(findings: readonly Finding[], cut: Cut): string[] {
  const axes = findings.filter((each) => each.kind === "axis").filter((each) => each.cut === cut);
  const titles = axes.map(({ title }) => title).join("; ");
  return axes.length === 0 ? [] : [`not explored to the end (${cutWords[cut]}): ${titles}`];
}

function notShrunk(findings: readonly Finding[], cut: Cut): string[] {
  const of = (kind: "smallest" | "divergence"): number =>
    findings.filter((each) => each.kind === kind && each.cut === cut).length;
  const [examples, differences] = [of("smallest"), of("divergence")];
  const parts = textsOf(
    examples > 0 && counted(examples, "smallest example"),
    differences > 0 && counted(differences, "difference"),
  );
  if (parts.length === 0) return [];
  return [`not fully shrunk (${cutWords[cut]}): ${parts.join(", ")}`];
}
