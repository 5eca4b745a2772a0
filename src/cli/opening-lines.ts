import { interruptible } from "./interrupt.ts";
import { Progress } from "./progress.ts";
import { addressText, givenNames } from "../contract/index.ts";
import type { Control } from "../jobs/index.ts";
import type { Interface, Target } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { VERSION } from "../version.ts";

/** How many lines are shown; the report has all. */
const MOST_SHOWN = 12;

/** Prints these lines, then does work that a signal may end early, and shows its progress. */
export async function withProgress<T>(
  flags: { quiet: boolean },
  opening: readonly string[],
  work: (control: Control) => Promise<T>,
): Promise<T> {
  const progress = new Progress(flags);
  for (const line of opening) progress.say(line);
  const result = await interruptible((signal) => work({ signal, events: progress.events() }));
  progress.clear();
  return result;
}

/** The lines that a verb prints before it sends: version, each target with its address, seed, and notes about the document. */
export const openingLines = (
  targets: readonly Pick<Target, "name" | "baseUrl">[],
  of: Interface,
  seed?: number,
): string[] => [
  ...targets.map(({ name, baseUrl }) => {
    const seeded = seed === undefined ? "" : ` · seed ${seed}`;
    return `witness ${VERSION} · target ${name}  ${baseUrl}${seeded} · ${addressText(of, baseUrl)}`;
  }),
  ...documentLines(of),
];

/** Notes about a document before its requests are sent: unsupported parts, required headers, and its servers. */
export function documentLines({
  notExpressed = [],
  credentials = [],
  servers = [],
  ...at
}: Pick<Interface, "notExpressed" | "credentials" | "servers" | "given" | "givenQuery">): string[] {
  const parts = counted(notExpressed.length, "part");
  const left = notExpressed.length - MOST_SHOWN;
  const known = new Set(givenNames(at).map((name) => name.toLowerCase()));
  const isGiven = credentials.some((names) => names.every((name) => known.has(name.toLowerCase())));
  const wanted = isGiven ? "" : credentials.map((names) => names.join(" and ")).join(", or ");
  const lines: [isShown: boolean, ...lines: string[]][] = [
    [notExpressed.length > 0, `${parts} of the document not expressed by the requests:`],
    [true, ...notExpressed.slice(0, MOST_SHOWN).map((line) => `  ${line}`)],
    [left > 0, `  … and ${left} more, in the report`],
    [
      wanted !== "",
      `the document says that ${wanted} must be given: use --auth, --header or --bearer-from`,
    ],
    [servers.length > 0, `servers of the document, as a hint: ${servers.join(", ")}`],
  ];
  return lines.flatMap(([isShown, ...shown]) => (isShown ? shown : []));
}
