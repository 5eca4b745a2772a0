type SourcePlace = { file: string; line?: number };

/** `witness.config.ts:14` taken apart; a column after the line is left out. */
export function sourcePlace(source: string): SourcePlace {
  const [, file, line] = /^(.+?):(\d+)(?::\d+)?$/s.exec(source) ?? [];
  return file === undefined ? { file: source } : { file, line: Number(line) };
}
