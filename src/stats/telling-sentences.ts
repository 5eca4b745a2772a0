import { suiteOf } from "../model/case.ts";
import { classOf, signatureWords } from "../model/signature.ts";
import type { Remark, Summary } from "../model/summary.ts";
import { counted } from "../text/numbers.ts";
import { isLimit } from "./found-counts.ts";

/** A sentence about a run, and the case that shows it. */
export type TellingSentence = { text: string; case?: string | undefined };

const MOST = 3;

type Told = Pick<Summary, "deaths" | "growths" | "remarks">;

/** The three most telling sentences: what crashed or hung, then limits, leniency and oddities. */
export function tellingSentences({ deaths = [], growths = [], remarks }: Told): TellingSentence[] {
  const of = (...kinds: Remark["kind"][]): Remark[] =>
    remarks.filter(({ kind }) => kinds.includes(kind));
  // Valid requests have remarks of their own, whatever they got.
  const crashing = of("valid-not-2xx", "server-error").filter(
    ({ kind, signature }) => kind === "server-error" || classOf(signature) === "5xx",
  );
  const hanging = of("valid-not-2xx", "no-answer").filter(({ signature }) =>
    signatureWords(signature).includes("timed-out"),
  );
  const limits = remarks.filter(isLimit);
  return [
    ...deaths.map(({ text, cases }) => ({ text, case: cases.at(-1) })),
    ...growths.map(({ text, case: id }) => ({ text, case: id })),
    ...first(crashing, ({ text, count }) =>
      exampleOf(`${counted(count, "case")} with 5xx`, count, text),
    ),
    ...first(
      hanging.toSorted((a, b) => b.count - a.count),
      ({ kind, text, count, case: id = "" }) =>
        exampleOf(
          `${counted(count, "case")}${kind === "no-answer" ? ` of ${suiteOf(id)}` : ""} without a response until the time-out`,
          count,
          text,
        ),
    ),
    ...first(
      limits.toSorted((a, b) => Number(isOfSize(b)) - Number(isOfSize(a))),
      ({ text }) => exampleOf(counted(limits.length, "limit"), limits.length, text),
    ),
    ...first(of("like-valid"), ({ text }, { length }) =>
      exampleOf(`${counted(length, "case")} accepted unlike similar ones`, length, text),
    ),
    ...first(of("odd-one-out"), ({ text }, { length }) =>
      exampleOf(`${counted(length, "case")} with a response unlike similar ones`, length, text),
    ),
  ].slice(0, MOST);
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
