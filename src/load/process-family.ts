import { childrenOf, processIds, readProcess } from "./process-figures.ts";

/**
 * The living ones of these processes, and all their descendants. This process and the ones that it started never count
 * as descendants. `precisely`: also if the kernel keeps no list of children, which takes time.
 */
export function withDescendants(ids: Iterable<number>, precisely: boolean): Set<number> {
  const found = new Set<number>([...ids].filter((pid) => readProcess(pid) !== undefined));
  let byParent: Map<number, number[]> | undefined;
  for (const pid of found) {
    if (pid === process.pid) continue;
    let children = childrenOf(pid);
    if (children === undefined && precisely) children = (byParent ??= childrenByParent()).get(pid);
    for (const child of children ?? []) if (child !== process.pid) found.add(child);
  }
  return found;
}

function childrenByParent(): Map<number, number[]> {
  const all = new Map<number, number[]>();
  for (const pid of processIds()) {
    const parent = readProcess(pid)?.parent ?? 0;
    all.set(parent, [...(all.get(parent) ?? []), pid]);
  }
  return all;
}
