/** What stands after an option on the command line; undefined where the option is not there. */
export function valueOf(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  return at === -1 ? undefined : (process.argv[at + 1] ?? "");
}

/** The names after an option, separated by commas; all where it is not there. Ends the process on an unknown one. */
export function chosen<Name extends string>(option: string, all: readonly Name[]): Name[] {
  const value = valueOf(option);
  if (value === undefined) return [...all];
  const wanted = value.split(",");
  const unknown = wanted.filter((each) => !(all as readonly string[]).includes(each));
  if (unknown.length > 0) {
    console.error(`${option}: unknown ${unknown.join(", ")}; known are ${all.join(", ")}`);
    process.exit(2);
  }
  return all.filter((each) => wanted.includes(each));
}
