import { classOf, signatureWords, suiteOf, type Remark, type Summary } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { isLimit } from "./counts-text.ts";
import { sum } from "./exact-ranks.ts";

export type TellingSentence = { text: string; case?: string | undefined };

const MOST = 3;

type Told = Pick<Summary, "deaths" | "growths" | "remarks" | "exploration"> &
  Partial<Pick<Summary, "notes">>;

/**
 * The three most telling sentences: what crashed or hung, then limits, leniency and oddities. What waits for the rest of a
 * request comes last: most servers do.
 */
export function tellingSentences(told: Told): TellingSentence[] {
  const { deaths = [], growths = [], notes = [], remarks, exploration } = told;
  const of = (...kinds: Remark["kind"][]): Remark[] =>
    remarks.filter(({ kind }) => kinds.includes(kind));
  // Valid requests have remarks of their own, whatever they got.
  const crashing = of("valid-not-2xx", "server-error").filter(
    ({ kind, signature }) => kind === "server-error" || classOf(signature) === "5xx",
  );
  const silent = of("valid-not-2xx", "no-answer")
    .filter(({ signature }) => signatureWords(signature).includes("timed-out"))
    .toSorted((a, b) => b.count - a.count);
  const hanging = silent.filter(({ unfinished }) => unfinished !== true);
  const waiting = silent.filter(({ unfinished }) => unfinished === true);
  return [
    ...deaths.map(({ text, cases }) => ({ text, case: cases.at(-1) })),
    ...notes.flatMap(({ kind, text, cases = [] }) =>
      kind === "culprit" ? [{ text, case: cases[0] }] : [],
    ),
    ...growths.map(({ text, case: id }) => ({ text, case: id })),
    ...first(crashing, ({ text }, all) => {
      const count = sum(all.map((each) => each.count));
      return exampleOf(`${counted(count, "case")} with 5xx`, count, text);
    }),
    ...first(hanging, ({ kind, text, count, case: id = "" }) =>
      exampleOf(
        `${counted(count, "case")}${kind === "no-answer" ? ` of ${suiteOf(id)}` : ""} without a response until the time-out`,
        count,
        text,
      ),
    ),
    ...limitSentence(remarks.filter(isLimit), exploration),
    ...first(of("like-valid"), ({ text }, { length }) =>
      exampleOf(`${counted(length, "case")} accepted unlike similar ones`, length, text),
    ),
    ...first(of("odd-one-out"), ({ text }, { length }) =>
      exampleOf(`${counted(length, "case")} with a response unlike similar ones`, length, text),
    ),
    ...first(waiting, ({ text, count, case: id = "" }) =>
      exampleOf(
        `${counted(count, "incomplete request")} of ${suiteOf(id)} without a response until the time-out`,
        count,
        text,
      ),
    ),
  ].slice(0, MOST);
}

/** Limits of the body's size first; the searched one is exact. */
function limitSentence(
  limits: readonly Remark[],
  exploration: Told["exploration"],
): TellingSentence[] {
  const [lead] = limits.toSorted((a, b) => Number(isOfSize(b)) - Number(isOfSize(a)));
  if (lead === undefined) return [];
  const { text, case: id } = exactLimit(exploration) ?? lead;
  return [{ text: exampleOf(counted(limits.length, "limit"), limits.length, text), case: id }];
}

/** The limit of the body's size where it was searched: exact, and what developers ask first. */
function exactLimit(exploration: Told["exploration"]): TellingSentence | undefined {
  const axis = exploration?.axes.find((each) => each.axis === "body-space");
  const end = axis?.boundaries.find(
    ({ near, far }) => classOf(near.signature) === "2xx" && classOf(far.signature) !== "2xx",
  );
  if (axis?.sentence === undefined || end === undefined) return undefined;
  return { text: `${axis.title}: ${axis.sentence}`, case: end.far.case };
}

const isOfSize = ({ case: id = "" }: Remark): boolean => suiteOf(id) === "size";

/** "1 limit: ...", "20 limits, e.g. ...". */
const exampleOf = (what: string, count: number, text: string): string =>
  `${what}${count === 1 ? ":" : ", e.g."} ${text}`;

function first(
  remarks: readonly Remark[],
  words: (remark: Remark, all: readonly Remark[]) => string,
): TellingSentence[] {
  const [lead] = remarks;
  return lead === undefined ? [] : [{ text: words(lead, remarks), case: lead.case }];
}
