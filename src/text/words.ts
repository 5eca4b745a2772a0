const characters = (text: string): number => Array.from(text).length;

/** Words in lines of at most `width` columns, with a gap between two of them; none is cut. */
export function linesOfWords(
  words: readonly string[],
  gap: string,
  width: number,
  widthOf: (text: string) => number = characters,
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line}${gap}${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      if (line !== "") lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A text wrapped at spaces, each line with the indent of the first. For a line of an error or a warning. */
export function wrappedLine(text: string, width: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const words = text.slice(indent.length).split(" ");
  return linesOfWords(words, " ", width - indent.length).map((line) => indent + line);
}

/** A text as one word of a shell, in single quotes. `##[` is split, so that no CI runner finds a command in the line. */
export const quotedWord = (text: string): string =>
  `'${text
    .replaceAll("'", `'\\''`)
    .replace(/#(?=#\w*\[)/g, "#''")
    .replaceAll("\t", `'"$(printf '\\t')"'`)}'`;

export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : quotedWord(text);

let name = "witness";

/** Sets the command that a user types for `witness`; the command line does so if npm has started it. */
export function nameCommand(typed: string): void {
  name = typed;
}

/** A command of `witness` as this user can type it: `npx api-witness replay ...`, or `witness replay ...`. */
export const typedCommand = (words: string): string => `${name} ${words}`;

/** What a user types for `witness`, by npm's variables: started by npx or a script, it is not on the PATH. */
export function commandFor(env: Readonly<Record<string, string | undefined>>): string {
  const script = env["npm_lifecycle_script"] ?? "";
  const isNpm = /(?:^|[\s"'&;])(?:api-)?witness(?:["'\s]|$)|dist\/src\/cli\/main\.js/.test(script);
  return isNpm ? "npx api-witness" : "witness";
}

/** The texts that apply: `condition && text` is one that may not. */
export const textsOf = (...texts: readonly (string | false | undefined)[]): string[] =>
  texts.filter((text) => text !== false && text !== undefined && text !== "") as string[];

/** `a, b and c`. */
export const joinedWords = (words: readonly string[], last: "and" | "or"): string =>
  [words.slice(0, -1).join(", "), words.slice(-1).join("")].filter(Boolean).join(` ${last} `);

/** `zone=eu,disk=ssd`. */
export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");

/** Each character as a JSON escape, those beyond U+FFFF as two. */
export const jsonEscapes = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
