/**
 * A text as one word of a shell, in single quotes. `##[` is split and joined again by the shell, so
 * that no CI runner finds a command in the line. The shell prints a tab, because a terminal line
 * has none.
 */
export const quotedWord = (text: string): string =>
  `'${text
    .replaceAll("'", `'\\''`)
    .replace(/#(?=#\w*\[)/g, "#''")
    .replaceAll("\t", `'"$(printf '\\t')"'`)}'`;

/** A text as one word of a shell: quoted only if necessary. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : quotedWord(text);
