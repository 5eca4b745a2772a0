export { harText } from "./har.ts";
export { metricsOf } from "./metrics.ts";
export { observationsCsv } from "./observation-table.ts";
export type { Observed } from "./observed.ts";
export { openMetrics } from "./open-metrics.ts";
export { otlpMetrics, otlpSpans } from "./otlp.ts";
export { observationsParquet } from "./parquet.ts";
