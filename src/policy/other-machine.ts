import type { BaselineLoad, LoadSummary, Machine } from "../model/index.ts";
import { whole } from "../text/index.ts";

const GIB = 2 ** 30;

/** In words, because a kernel keeps a little of the memory to itself. */
const memoryText = ({ memoryBytes }: Machine): string => `${whole(memoryBytes / GIB)} GiB`;

/** What a reader compares of a machine, by its name. */
const FACTS: Record<string, (machine: Machine) => string> = {
  CPU: ({ cpu }) => cpu,
  cores: ({ cores }) => String(cores),
  memory: memoryText,
  "Node.js": ({ node }) => node,
  platform: ({ platform }) => platform,
};

/** How this machine differs from the baseline's: `another machine (cores: 2, was 8)`. Undefined if not known. */
export function otherMachine(
  { site }: Pick<LoadSummary, "site">,
  { machine: then }: BaselineLoad,
): string | undefined {
  const now = site?.machine;
  if (now === undefined || then === undefined) return undefined;
  const differing = Object.entries(FACTS)
    .filter(([, of]) => of(now) !== of(then))
    .map(([name, of]) => `${name}: ${of(now)}, was ${of(then)}`);
  return differing.length === 0 ? undefined : `another machine (${differing.join("; ")})`;
}
