export type { Observed } from "../export/index.ts";
export { harText, metricsOf, observationsCsv, observationsParquet } from "../export/index.ts";
export { openMetrics, otlpMetrics, otlpSpans } from "../export/index.ts";
