import { sum } from "../stats/index.ts";
import type { LoadFigures, Summary } from "../model/index.ts";

type Labels = Readonly<Record<string, string>>;

type Sample = { labels: Labels; value: number };

type Quantiles = {
  labels: Labels;
  quantiles: [quantile: number, value: number][];
  count: number;
  sum: number;
};

/** A metric with its samples. A run is over when its metrics are written: they are gauges, and summaries of latencies. */
export type RunMetric = {
  name: string;
  help: string;
  /** Part of the name, as OpenMetrics has it. */
  unit?: "seconds" | "bytes";
} & ({ type: "gauge"; samples: Sample[] } | { type: "summary"; samples: Quantiles[] });

/** The figures of a summary as metrics. Each carries the labels `target` and `interface`. */
export function metricsOf(summary: Summary): RunMetric[] {
  const own: Labels = {
    target: summary.target.name,
    interface: summary.interface.name,
  };
  const named = <T extends { labels: Labels }>(samples: readonly T[]): T[] =>
    samples.map((each) => ({ ...each, labels: { ...own, ...each.labels } }));
  return [...runMetrics(summary), ...loadMetrics(summary)]
    .filter(({ samples }) => samples.length > 0)
    .map((metric) =>
      metric.type === "gauge"
        ? { ...metric, samples: named(metric.samples) }
        : { ...metric, samples: named(metric.samples) },
    );
}

function runMetrics(summary: Summary): RunMetric[] {
  const { tool, seed, runId, accepts, complete, stated, requests, suites, deaths = [] } = summary;
  const { startedAt, endedAt } = summary;
  const { total: _total, ...purposes } = requests;
  return [
    gauge("run_info", "The run that the other figures are from.", [
      one(1, { run: runId, version: tool.version, seed: String(seed), accepts }),
    ]),
    gauge("run_complete", "1 if the whole plan was carried out and recorded.", [one(+complete)]),
    gauge("run_start_time_seconds", "When the run began, since 1970.", time(startedAt), "seconds"),
    gauge("run_end_time_seconds", "When the run ended, since 1970.", time(endedAt), "seconds"),
    gauge("valid_requests", "Valid requests of the catalogue.", [one(stated.valid)]),
    gauge("valid_requests_answered", "Those that got a complete HTTP response.", [
      one(stated.answered),
    ]),
    gauge(
      "requests",
      "Requests that the target got, by purpose.",
      Object.entries(purposes).flatMap(([purpose, count]) =>
        count === undefined ? [] : [one(count, { purpose })],
      ),
    ),
    gauge(
      "outcomes",
      "Observations of each suite by outcome: statuses, or how they failed.",
      suites.flatMap(({ name, outcomes }) =>
        Object.entries(outcomes).map(([outcome, count]) => one(count, { suite: name, outcome })),
      ),
    ),
    gauge(
      "target_deaths",
      "How often a served target ended or hung.",
      [...new Set(deaths.map(({ kind }) => kind))].map((kind) =>
        one(sum(deaths.filter((each) => each.kind === kind).map(({ count }) => count)), { kind }),
      ),
    ),
  ];
}

type Round = { labels: Labels; figures: LoadFigures };

/** Figures of a round as they are in the summary; undefined where it has none. */
const ROUND_GAUGES: readonly {
  name: string;
  help: string;
  unit?: RunMetric["unit"];
  of: (figures: LoadFigures) => number | undefined;
}[] = [
  {
    name: "load_responses_per_second",
    help: "Responses per second.",
    of: ({ perSecond }) => perSecond,
  },
  {
    name: "load_goodput_per_second",
    help: "Responses per second with a status as before the load.",
    of: ({ goodput }) => goodput,
  },
  { name: "load_requests", help: "Requests sent.", of: ({ sent }) => sent },
  {
    name: "load_doubts",
    help: "Failed checks of the figures: read them with care if this is not 0.",
    of: ({ checks }) => checks.filter(({ held }) => !held).length,
  },
  {
    name: "load_target_memory_bytes",
    help: "Most resident memory of the target's processes.",
    unit: "bytes",
    of: ({ target }) => target?.peakRssBytes,
  },
  {
    name: "load_target_cpu_cores",
    help: "Cores that the target's processes used.",
    of: ({ target }) => target?.cpuShare,
  },
];

/** Rounds of load by their number; `all` are the rounds of the same load together. */
function loadMetrics({ load }: Summary): RunMetric[] {
  if (load === undefined) return [];
  const numbered = load.rounds.map((each): [string, LoadFigures] => [String(each.nth), each]);
  const all = load.pooled === undefined ? numbered : [...numbered, ["all", load.pooled] as const];
  const rounds = all.map(([round, figures]): Round => ({ labels: { round }, figures }));
  const each = (of: (figures: LoadFigures) => number | undefined): Sample[] =>
    rounds.flatMap(({ labels, figures }) => {
      const value = of(figures);
      return value === undefined ? [] : [one(value, labels)];
    });
  return [
    ...ROUND_GAUGES.map(({ name, help, unit, of }) => gauge(name, help, each(of), unit)),
    latencyMetric(rounds),
    gauge(
      "load_responses",
      "Responses by status.",
      rounds.flatMap(({ labels, figures: { statuses } }) =>
        Object.entries(statuses).map(([status, { count }]) => one(count, { ...labels, status })),
      ),
    ),
    gauge(
      "load_unanswered",
      "Requests without a response, by how they failed.",
      rounds.flatMap(({ labels, figures: { unanswered } }) =>
        Object.entries(unanswered).map(([outcome, count]) => one(count, { ...labels, outcome })),
      ),
    ),
  ];
}

const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, p999: 0.999 } as const;

const latencyMetric = (rounds: readonly Round[]): RunMetric => ({
  name: "witness_load_latency_seconds",
  help: "From sending, or from when a request was due, to the complete response.",
  unit: "seconds",
  type: "summary",
  samples: rounds.map(({ labels, figures: { latencyUs, answered } }) => ({
    labels,
    quantiles: Object.entries(QUANTILES).map(([name, quantile]): [number, number] => [
      quantile,
      latencyUs[name as keyof typeof QUANTILES] / 1e6,
    ]),
    count: answered,
    sum: (latencyUs.mean * answered) / 1e6,
  })),
});

const gauge = (
  name: string,
  help: string,
  samples: Sample[],
  unit?: RunMetric["unit"],
): RunMetric => ({
  name: `witness_${name}`,
  help,
  type: "gauge",
  samples,
  ...(unit !== undefined && { unit }),
});

const one = (value: number, labels: Labels = {}): Sample => ({ labels, value });

const time = (text: string | undefined): Sample[] =>
  text === undefined ? [] : [one(Date.parse(text) / 1000)];

/** Metrics as OpenMetrics text (https://prometheus.io/docs/specs/om/open_metrics_spec/), which Prometheus reads. */
export const openMetrics = (metrics: readonly RunMetric[]): string =>
  `${[...metrics.flatMap(linesOf), "# EOF"].join("\n")}\n`;

function linesOf(metric: RunMetric): string[] {
  const { name, help, type, unit } = metric;
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...(metric.type === "gauge"
      ? metric.samples.map(({ labels, value }) => line(name, labels, value))
      : metric.samples.flatMap(({ labels, quantiles, count, sum }) => [
          ...quantiles.map(([quantile, value]) =>
            line(name, { ...labels, quantile: String(quantile) }, value),
          ),
          line(`${name}_count`, labels, count),
          line(`${name}_sum`, labels, sum),
        ])),
  ];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const all = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}{${all.join(",")}} ${value}`;
}

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
