import { z } from "zod";
import { GivenValue, OperationNotSent } from "./document-run.ts";
import { RunEnd } from "./run.ts";
import { Summary } from "./summary.ts";

/** How a figure is written: a count, requests per second, or microseconds. */
const Unit = z.enum(["count", "per-second", "us"]);

/** A column of figures: its head, and what it counts. */
export const FigureColumn = z.strictObject({
  key: z.string(),
  title: z.string(),
  about: z.string(),
  unit: Unit,
});
export type FigureColumn = z.infer<typeof FigureColumn>;

/** What a verb found about one operation. */
export const OperationFigures = z.strictObject({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  /** The folder with the report about it, inside of that of the document. */
  folder: z.string(),
  /** The result in a word or two, and whether it needs attention: `alert` comes first. */
  state: z.enum(["alert", "doubt", "fine"]),
  word: z.string(),
  /** By the keys of the columns; absent where there is none. */
  figures: z.record(z.string(), z.number()),
  /** What was found, in sentences, then what to know before it is believed. */
  texts: z.array(z.string()),
  /** The run of each target, and the values in its paths. */
  runs: z.array(
    z.strictObject({
      target: z.string(),
      end: RunEnd,
      accepts: Summary.shape.accepts,
      requests: z.int(),
      values: z.array(GivenValue),
    }),
  ),
});
export type OperationFigures = z.infer<typeof OperationFigures>;

/** `document.json` of a verb other than `run`: a row for each operation of an OpenAPI document, what needs attention first. */
export const DocumentTable = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  verb: z.enum(["compare", "explore", "infer", "load"]),
  /** The document as it was given, without credentials. */
  document: z.string(),
  targets: z.array(Summary.shape.target).min(1),
  seed: z.int(),
  startedAt: z.string(),
  durationMs: z.number(),
  found: z.array(z.string()),
  columns: z.array(FigureColumn),
  operations: z.array(OperationFigures),
  /** Operations without a result, each with the reason. */
  left: z.array(OperationNotSent),
});
export type DocumentTable = z.infer<typeof DocumentTable>;
