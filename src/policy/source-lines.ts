/** A file that rules stand in: `at` gives `witness.config.ts:14` for the path of a key, without a line where it is not found. */
export type Source = { at: (path: readonly (string | number)[]) => string };

/** Finds the lines of keys by searching a file's text for them, one after the other. */
export function sourceLines(file: string, text: string): Source {
  return {
    at: (path) => {
      const line = lineOf(text, path);
      return line === undefined ? file : `${file}:${line}`;
    },
  };
}

function lineOf(text: string, path: readonly (string | number)[]): number | undefined {
  let from = 0;
  for (const part of path) {
    const end = typeof part === "number" ? itemAt(text, from, part) : keyAt(text, from, part);
    if (end === undefined) return undefined;
    from = end;
  }
  return text.slice(0, from).split("\n").length;
}

/** Where a key ends that is written `key:`, `"key":`, or short as `key,`. */
function keyAt(text: string, from: number, key: string): number | undefined {
  const name = key.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\w$-])(["'\`]?)${name}\\1(?=\\s*[:,}])`, "g");
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? undefined : found.index + found[0].length;
}

/** Where the nth string of a list ends. */
function itemAt(text: string, from: number, nth: number): number | undefined {
  const pattern = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;
  pattern.lastIndex = from;
  let found: RegExpExecArray | null = null;
  for (let at = 0; at <= nth; at += 1) found = pattern.exec(text);
  return found === null ? undefined : found.index + found[0].length;
}
