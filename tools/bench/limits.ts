import { isReached, type Figure } from "./figure.ts";

/** What stands in the way of a goal, as measured. The page has it where the figure does not reach its goal. */
const LIMITS: readonly (readonly [figure: RegExp, limit: string])[] = [
  [
    /^generated requests, recorded|^their processor time/,
    "of some 50 µs in a profile, drawing takes 10, the two written lines with their checksum 8, and the bare loop has neither. The system's write takes as long as in the bare loop. The rest is spread: the order of sending, watching the connection, folding and time limits, each below 2 µs, and collecting their garbage, 5 to 8. With undici for each request, drawing and writing alone took longer than all of it does now (the row without anything but these).",
  ],
  [
    /^witness --/,
    "Node itself takes most of it, and commander with the table of verbs the rest. Node's cache of compiled code would be a folder that other users of the machine can write to.",
  ],
  [
    /, sending$/,
    "the processor's time of the sender: time-outs overlap with everything. Where another request must not be in flight, it waits: the cases of repetition that must be alone, and the hazards of size, take a tenth of the time; the sequences of connection with pauses take another tenth.",
  ],
  [
    /^from its last response/,
    "making the requests and command lines of every case takes 19% in a profile, HTML 13%, collecting garbage 24%.",
  ],
  [
    /^witness report of it/,
    "reading and checking the record takes 30% of the processor time, the evidence of each case 30%, and the page 40%; a fifth of each is garbage. No function takes more than 4%, and a larger or smaller space for new objects changes nothing.",
  ],
  [
    /memory of that report/,
    "the page, the evidence and the responses of every case are in memory at the same time. A smaller space for new objects saves nothing: they are needed until the page is written.",
  ],
  [
    /^generator against/,
    "of 12.5 µs for each request, the system takes 7.7 µs to write and read it, and plain autocannon has to do the same. No function of witness or of autocannon takes more than 2% in a profile.",
  ],
  [/^generator's processor time/, "the system takes 60% of it to write and read the request."],
  [
    /^peak memory, /,
    "it does not grow with the run: 269, 253 and 302 MB after 100,000, 200,000 and 300,000 requests. Of a property run, 37 MB of objects are alive after 10,000 and after 50,000 requests, and a process with all modules has 99 MB: the rest is garbage that V8 has not collected yet.",
  ],
  [
    /^npm start/,
    "installing and building take the part that is in the column of the yardstick; five default runs and the comparison take the rest.",
  ],
  [
    /^compare --quick/,
    "the yardstick is what the cases of all targets take one after the other. On a machine of two cores with a load of 10, one process sent 80,000 requests to ten targets in 150 s, of which size (bodies of 64 MiB), connection and repetition took 70 s; exploration took 30 s, and the rounds of load the rest.",
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
