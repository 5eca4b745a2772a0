import type { RunMetric } from "./metrics.ts";

/**
 * Metrics as OpenMetrics text (https://prometheus.io/docs/specs/om/open_metrics_spec/), which Prometheus reads, also
 * through the textfile collector of its node exporter.
 */
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
