export {
  harText,
  metricsOf,
  observationsCsv,
  observationsParquet,
  type Observed,
  openMetrics,
  otlpMetrics,
  otlpSpans,
} from "../export/index.ts";
