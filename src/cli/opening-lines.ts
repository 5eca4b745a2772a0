import { addressText } from "../contract/index.ts";
import type { Interface, Target } from "../model/index.ts";
import { VERSION } from "../version.ts";
import { documentLines } from "./document-lines.ts";

/** The lines that a verb prints before it sends: version, each target with its address, seed, and notes about the document. */
export const openingLines = (
  targets: readonly Pick<Target, "name" | "baseUrl">[],
  of: Interface,
  seed?: number,
): string[] => [
  ...targets.map(({ name, baseUrl }) =>
    [
      `witness ${VERSION}`,
      `target ${name}  ${baseUrl}`,
      ...(seed === undefined ? [] : [`seed ${seed}`]),
      addressText(of, baseUrl),
    ].join(" · "),
  ),
  ...documentLines(of),
];
