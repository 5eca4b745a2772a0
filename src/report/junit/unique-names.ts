type Named = { target: string; group: string; name: string };

/** The same entries, a number after each name that was there before: a reader of the report drops doubles. */
export function uniqueNames<T extends Named>(entries: readonly T[]): T[] {
  const taken = new Set<string>();
  const given = new Map<string, number>();
  return entries.map((entry) => {
    const key = (name: string): string => JSON.stringify([entry.target, entry.group, name]);
    let { name } = entry;
    for (let nth = given.get(key(entry.name)) ?? 2; taken.has(key(name)); nth++) {
      name = `${entry.name} (${nth})`;
      given.set(key(entry.name), nth + 1);
    }
    taken.add(key(name));
    return { ...entry, name };
  });
}
