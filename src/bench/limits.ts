import { isReached, type Figure } from "./figure.ts";

/** What stands in the way of a goal, as measured. The page has it where the figure does not reach its goal. */
const LIMITS: readonly (readonly [figure: RegExp, limit: string])[] = [
  [
    /^generated requests, recorded|^their processor time/,
    "drawing, undici without promises and two written lines with their checksum cannot be left out, and the bare loop has only the second of them: the table says how much processor time they take alone (1.1 to 1.6 times the bare loop's on a busy machine). The rest is spread: time limits, watching the connection, comparing bytes, promises and folding, each below 3% in a profile, and collecting their garbage, 13%.",
  ],
  [
    /^witness --/,
    "Node itself takes most of it, and commander with the table of verbs the rest. Node's cache of compiled code would be a folder that other users of the machine can write to.",
  ],
  [
    /, sending$/,
    "one time-out, which overlaps with everything; then cases that can exhaust a server, each at most 100 ms before the next one, or 40 ms if it only announces bytes; then the cases of connection and repetition that must be alone. With another request in flight, their effects could not be distinguished.",
  ],
  [
    /^from its last response/,
    "half of it makes the requests, command lines and texts of every case, the other half makes HTML of them; collecting garbage takes a quarter of both.",
  ],
  [
    /^witness report of it/,
    "a third of it reads and checks the record, and the rest makes the page as at the end of the run.",
  ],
  [
    /memory of that report/,
    "the page, the evidence and the responses of every case are in memory at the same time. A smaller space for new objects saves nothing: they are needed until the page is written.",
  ],
  [
    /^generator against/,
    "of 12.5 µs for each request, the system takes 7.7 µs to write and read it, and plain autocannon has to do the same. In a profile, 84% of the time that is not idle is one call of the system to write; no function of witness or of autocannon takes more than 2%.",
  ],
  [/^generator's processor time/, "the system takes 60% of it to write and read the request."],
  [
    /^npm start/,
    "installing and building take the part that is in the column of the yardstick; five default runs and the comparison take the rest.",
  ],
  [
    /^compare --quick/,
    "the cases of each target one after the other, as in the column of the yardstick: on two cores ten servers and witness share the processor.",
  ],
];

/** For each figure that does not reach its goal, the limit that stands in the way. */
export function limitsOf(figures: readonly Figure[]): string[] {
  const unreached = figures.filter((figure) => isReached(figure) === false);
  if (unreached.length === 0) return [];
  const lines = [...new Set(unreached.map(limitOf))].map((limit) => {
    const names = unreached.filter((figure) => limitOf(figure) === limit);
    return `- ${names.map(({ what }) => `**${what}**`).join(", ")}: ${limit}`;
  });
  return ["Goals that are not reached, and what stands in the way:", lines.join("\n")];
}

const limitOf = ({ what }: Figure): string =>
  LIMITS.find(([figure]) => figure.test(what))?.[1] ?? "not measured yet.";
