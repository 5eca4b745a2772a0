/**
 * A text as one word of a shell, in single quotes. `##[` is taken apart and joined again by the
 * shell, so that no CI runner finds a command in the line; a tab is printed by the shell, because a
 * terminal line holds none.
 */
export const quotedWord = (text: string): string =>
  `'${text
    .replaceAll("'", `'\\''`)
    .replace(/#(?=#\w*\[)/g, "#''")
    .replaceAll("\t", `'"$(printf '\\t')"'`)}'`;

/** A text as one word of a shell: quoted where it would not be taken as it is. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : quotedWord(text);
