import { traceIds } from "../generate/index.ts";
import { headerOf, isUnordered, resultWord, signatureOf, suiteOf } from "../model/index.ts";
import { type Observed, purposeOf, startedMs, totalUs } from "./observed.ts";
import { parquetWriteBuffer } from "hyparquet-writer";

/** The rows of `observationsCsv` as a Parquet file: columns with types, compressed (Snappy). */
export function observationsParquet(all: readonly Observed[]): Uint8Array {
  const columnData = COLUMNS.map(({ name, type, of }) => ({
    name,
    type,
    nullable: true,
    data: all.map((each) => of(each) ?? null),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** A value of a cell; `undefined` is empty in CSV and null in Parquet. */
type Cell = string | number | Date | undefined;

type Column = {
  name: string;
  /** Types of Parquet: INT32, DOUBLE and STRING, and milliseconds since 1970. */
  type: "STRING" | "INT32" | "DOUBLE" | "TIMESTAMP";
  of: (observed: Observed) => Cell;
};

/** A media type as RFC 9110 writes it. Anything else that a server sends is not put into a table. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/;

/** The columns of observations, one row a sending. The names are stable: others may be added at the end. */
const COLUMNS: readonly Column[] = [
  { name: "run", type: "STRING", of: ({ header }) => header.runId },
  { name: "target", type: "STRING", of: ({ header }) => header.target.name },
  { name: "seq", type: "INT32", of: ({ observation }) => observation.seq },
  { name: "suite", type: "STRING", of: ({ case: sent }) => suiteOf(sent.id) },
  { name: "case", type: "STRING", of: ({ case: sent }) => sent.id },
  { name: "purpose", type: "STRING", of: purposeOf },
  { name: "attempt", type: "INT32", of: ({ observation }) => observation.attempt },
  { name: "sender", type: "STRING", of: ({ case: sent }) => sent.request.sender },
  { name: "started_at", type: "TIMESTAMP", of: (observed) => new Date(startedMs(observed)) },
  { name: "outcome", type: "STRING", of: (observed) => lastOf(observed)?.outcome },
  { name: "status", type: "INT32", of: (observed) => responseOf(observed)?.status },
  { name: "signature", type: "STRING", of: signature },
  { name: "responses", type: "INT32", of: ({ observation }) => observation.answers.length },
  { name: "connection", type: "STRING", of: ({ observation }) => observation.end },
  { name: "first_byte_us", type: "INT32", of: (observed) => lastOf(observed)?.firstByteUs },
  { name: "total_us", type: "DOUBLE", of: totalUs },
  { name: "media_type", type: "STRING", of: mediaType },
  { name: "body_bytes", type: "DOUBLE", of: (observed) => responseOf(observed)?.body.bytes },
  { name: "timeout_ms", type: "INT32", of: ({ observation }) => observation.timeoutMs },
  { name: "agent", type: "STRING", of: ({ observation }) => observation.agent },
  { name: "trace_id", type: "STRING", of: traceId },
];

const lastOf = ({ observation }: Observed) => observation.answers.at(-1);

function responseOf(observed: Observed) {
  const last = lastOf(observed);
  return last?.outcome === "answered" ? last.response : undefined;
}

function signature({ case: sent, observation }: Observed): string {
  return observation.answers.length === 1 && observation.answers[0] !== undefined
    ? resultWord(observation.answers[0])
    : signatureOf(observation, isUnordered(sent));
}

function mediaType(observed: Observed): string | undefined {
  const response = responseOf(observed);
  const text = response === undefined ? undefined : headerOf(response, "content-type");
  return MEDIA_TYPE.exec(text ?? "")?.[0]
    .toLowerCase()
    .slice(0, 100);
}

function traceId({ header, filling }: Observed): string | undefined {
  return header.interface?.trace === true ? traceIds(filling).trace : undefined;
}

/** The rows as CSV (RFC 4180), with a line of names. Times are ISO 8601. */
export function observationsCsv(all: readonly Observed[]): string {
  const lines = all.map((each) => COLUMNS.map(({ of }) => csvCell(of(each))).join(","));
  return `${[COLUMNS.map(({ name }) => name).join(","), ...lines].join("\r\n")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === undefined) return "";
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
