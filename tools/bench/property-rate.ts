import { spread, ratiosOf, type Figure } from "./figure.ts";
import { measured, withServer } from "./part.ts";

const PROPERTIES = ["valid/any", "id-bounds/text"];
const ROUNDS = 3;

/**
 * Requests per second of a property run with recording, as a share of the rate of a bare undici
 * loop.
 */
export async function measurePropertyRate(runs: number, outputDir: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const property of PROPERTIES) {
    const rounds: { bare: Side; run: Side }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { bare, run } = await measureBoth(property, runs, outputDir, round % 2 === 0);
      rounds.push({ bare: sideOf(bare), run: sideOf(run) });
      console.log(`  ${property}  bare ${tell(bare)}, recorded ${tell(run)}`);
    }
    const all = figuresOf(property, rounds);
    for (const each of all)
      console.log(`  ${each.what}: ${spread(ratiosOf(each))} of the bare loop's`);
    figures.push(...all);
    if (property === PROPERTIES[0])
      figures.push(await measureLeast(property, { runs, outputDir }, rounds));
  }
  return figures;
}

/** The lower bound for the goals: work that every recorded property run must do. */
async function measureLeast(
  property: string,
  { runs, outputDir }: { runs: number; outputDir: string },
  rounds: readonly { bare: Side }[],
): Promise<Figure> {
  const values: number[] = [];
  for (const { bare } of rounds) {
    const least = await withServer("created", (url) =>
      measured("least-loop", { url, property, runs, outputDir }),
    );
    values.push(least("cpuUs"));
    const ratio = (least("cpuUs") / bare.cpuUs).toFixed(2);
    console.log(`  ${property}  least ${tell(least)}: ${ratio} of the bare loop's`);
  }
  return {
    what: `the same without anything but drawing, undici and two written lines (${property})`,
    unit: "µs a request",
    measured: values,
    yardstick: {
      what: "the bare loop",
      unit: "µs a request",
      values: rounds.map(({ bare }) => bare.cpuUs),
    },
  };
}

type Side = { rate: number; cpuUs: number };

const sideOf = (part: (key: string) => number): Side => ({
  rate: part("rate"),
  cpuUs: part("cpuUs"),
});

const figuresOf = (property: string, rounds: { bare: Side; run: Side }[]): Figure[] => [
  {
    what: `generated requests, recorded (${property})`,
    unit: "requests/s",
    measured: rounds.map(({ run }) => run.rate),
    yardstick: {
      what: "a bare undici loop, same bytes",
      unit: "requests/s",
      values: rounds.map(({ bare }) => bare.rate),
    },
    goal: { of: "ratio", least: 0.85 },
  },
  {
    what: `their processor time (${property})`,
    unit: "µs a request",
    measured: rounds.map(({ run }) => run.cpuUs),
    yardstick: {
      what: "the bare loop",
      unit: "µs a request",
      values: rounds.map(({ bare }) => bare.cpuUs),
    },
    goal: { of: "ratio", most: 1.25 },
  },
];

/** Each side in a new process and with a new server; the order changes from round to round. */
async function measureBoth(property: string, runs: number, outputDir: string, runFirst: boolean) {
  const bareLoop = () =>
    withServer("created", (url) => measured("bare-loop", { url, property, runs }));
  const propertyRun = () =>
    withServer("created", (url) =>
      measured("property-run", { url, properties: [property], runs, outputDir }),
    );
  const early = runFirst ? await propertyRun() : undefined;
  const bare = await bareLoop();
  const run = early ?? (await propertyRun());
  return { bare, run };
}

const tell = (part: (key: string) => number): string =>
  `${part("rate").toFixed(0)}/s (${part("cpuUs").toFixed(0)} µs of processor time each)`;
