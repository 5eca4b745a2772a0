import type { Integrity, Summary } from "../../model/index.ts";
import type { Paint } from "./paint.ts";

/** The state of a stored record, on a line at the top; nothing if it is intact. */
export function recordLines(record: Integrity | undefined, paint: Paint, target = ""): string[] {
  if (record === undefined) return [];
  const of = target === "" ? "" : `${target}: `;
  const mark = record.state === "unchecked" ? "note" : paint("red", record.state);
  return [`${mark}  ${of}${record.text}`, ""];
}

/** Why a run is not complete, for the end of a line; empty if it is. */
export function incompleteText({ complete, end, record }: Summary): string {
  if (complete) return "";
  return record?.state === "damaged" ? "the record is damaged" : `incomplete: ${end}`;
}
