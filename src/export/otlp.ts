import { traceIds } from "../generate/index.ts";
import { resultWord, type Summary } from "../model/index.ts";
import type { RunMetric } from "./metrics.ts";
import { type Observed, purposeOf, startedMs, totalUs } from "./observed.ts";

/**
 * Metrics and spans as OpenTelemetry's protocol writes them in JSON
 * (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): names in lowerCamelCase, ids in hexadecimal, 64-bit
 * numbers as text. One document a line, as the file exporter of OpenTelemetry has it.
 */
type Attribute = { key: string; value: { stringValue: string } | { intValue: string } };

const attribute = (key: string, value: string | number): Attribute => ({
  key,
  value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
});

const attributes = (all: Readonly<Record<string, string | number | undefined>>): Attribute[] =>
  Object.entries(all).flatMap(([key, value]) =>
    value === undefined ? [] : [attribute(key, value)],
  );

type Tool = { name: string; version: string };

const resourceOf = ({ name, version }: Tool, runId: string, target: string) => ({
  attributes: attributes({
    "service.name": name,
    "service.version": version,
    "witness.run": runId,
    "witness.target": target,
  }),
});

/** Microseconds are as exact as a double has them since 1970. */
const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

/** `ExportMetricsServiceRequest`: the body of a POST to `/v1/metrics`. */
export function otlpMetrics(summary: Summary, metrics: readonly RunMetric[]): string {
  const { tool, runId, target, startedAt, endedAt } = summary;
  const times = {
    startTimeUnixNano: nanos(Date.parse(startedAt)),
    timeUnixNano: nanos(Date.parse(endedAt ?? startedAt)),
  };
  const document = {
    resourceMetrics: [
      {
        resource: resourceOf(tool, runId, target.name),
        scopeMetrics: [{ scope: tool, metrics: metrics.map((each) => otlpMetric(each, times)) }],
      },
    ],
  };
  return `${JSON.stringify(document)}\n`;
}

function otlpMetric(metric: RunMetric, times: object) {
  const { name, help, unit } = metric;
  const about = { name, description: help, unit: unit && { seconds: "s", bytes: "By" }[unit] };
  if (metric.type === "gauge")
    return {
      ...about,
      gauge: {
        dataPoints: metric.samples.map(({ labels, value }) => ({
          attributes: attributes(labels),
          ...times,
          asDouble: value,
        })),
      },
    };
  return {
    ...about,
    summary: {
      dataPoints: metric.samples.map(({ labels, quantiles, count, sum }) => ({
        attributes: attributes(labels),
        ...times,
        count: String(count),
        sum,
        quantileValues: quantiles.map(([quantile, value]) => ({ quantile, value })),
      })),
    },
  };
}

const SPANS_A_LINE = 1000;
const CLIENT = 3;
const FAILED = 2;

/**
 * `ExportTraceServiceRequest` in lines of at most a thousand spans, each of which is the body of a POST to `/v1/traces`. A
 * span is one sending, with the ids that its `traceparent` had: the server's own spans are its children.
 */
export function otlpSpans(all: readonly Observed[]): string {
  const lines: string[] = [];
  for (let from = 0; from < all.length; from += SPANS_A_LINE) {
    const some = all.slice(from, from + SPANS_A_LINE);
    const { tool, runId, target } = (some[0] as Observed).header;
    const document = {
      resourceSpans: [
        {
          resource: resourceOf(tool, runId, target.name),
          scopeSpans: [{ scope: tool, spans: some.map(spanOf) }],
        },
      ],
    };
    lines.push(`${JSON.stringify(document)}\n`);
  }
  return lines.join("");
}

function spanOf(observed: Observed) {
  const { case: sent, observation, filling, header } = observed;
  const { trace, span } = traceIds(filling);
  const last = observation.answers.at(-1);
  const start = startedMs(observed);
  return {
    traceId: trace,
    spanId: span,
    name: sent.id,
    kind: CLIENT,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(start + totalUs(observed) / 1000),
    attributes: attributes({
      "server.address": header.target.baseUrl,
      "http.response.status_code": last?.outcome === "answered" ? last.status : undefined,
      "error.type": last === undefined || last.outcome === "answered" ? undefined : last.outcome,
      "witness.case": sent.id,
      "witness.purpose": purposeOf(observed),
      "witness.seq": observation.seq,
    }),
    ...(last !== undefined &&
      last.outcome !== "answered" && { status: { code: FAILED, message: resultWord(last) } }),
  };
}
