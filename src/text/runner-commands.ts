/**
 * What a CI runner obeys in a log: `::command` at the start of a line, blanks before it included,
 * and `##[command]`, `##vso[command]` or `##teamcity[command]` anywhere in it.
 */
const anywhere = /#(?=#\w*\[)/g;

/** A line in which no CI runner finds a command. `ignored` matches what may stand before a leading `::`. */
export const defuse = (line: string, ignored = /^\s*/): string => {
  const [before = ""] = ignored.exec(line) ?? [];
  const text = line.slice(before.length).replace(/^:(?=:)/, String.raw`\u{3a}`);
  return before + text.replace(anywhere, String.raw`\u{23}`);
};

/** JSON text in which no CI runner finds a command; it parses to the same value. */
export const defuseJson = (json: string): string => json.replace(anywhere, String.raw`\u0023`);
