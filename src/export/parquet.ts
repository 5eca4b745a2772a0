import { parquetWriteBuffer } from "hyparquet-writer";
import { COLUMNS } from "./observation-table.ts";
import type { Observed } from "./observed.ts";

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
