export { harText } from "./har.ts";
export { metricsOf, openMetrics } from "./metrics.ts";
export { observationsCsv, observationsParquet } from "./observation-table.ts";
export type { Observed } from "./observed.ts";
export { otlpMetrics, otlpSpans } from "./otlp.ts";
