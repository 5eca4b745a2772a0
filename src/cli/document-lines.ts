import type { Interface } from "../model/index.ts";
import { counted } from "../text/index.ts";

/** How many lines are shown; the report has all. */
const MOST_SHOWN = 12;

/**
 * Notes about a document before its requests are sent: unsupported parts, required headers, and the servers
 * that the document names.
 */
export function documentLines({
  notExpressed = [],
  credentials = [],
  servers = [],
  given = [],
}: Pick<Interface, "notExpressed" | "credentials" | "servers" | "given">): string[] {
  const left = notExpressed.length - MOST_SHOWN;
  const known = new Set(given.map((name) => name.toLowerCase()));
  const isGiven = credentials.some((names) => names.every((name) => known.has(name.toLowerCase())));
  const wanted = isGiven ? "" : credentials.map((names) => names.join(" and ")).join(", or ");
  return [
    ...(notExpressed.length === 0
      ? []
      : [`${counted(notExpressed.length, "part")} of the document not expressed by the requests:`]),
    ...notExpressed.slice(0, MOST_SHOWN).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${left} more, in the report`] : []),
    ...(wanted === ""
      ? []
      : [`the document says that ${wanted} must be given: use --header or --bearer-from`]),
    ...(servers.length === 0 ? [] : [`servers of the document, as a hint: ${servers.join(", ")}`]),
  ];
}
