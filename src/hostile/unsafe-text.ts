/** Control characters but tab, line feed and carriage return, and those that reorder text or do not show. */
// oxlint-disable-next-line no-control-regex
const CHARACTERS =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const COMMAND = /^[ \t]*::[a-z]|##\[/m;
const STACK = /^ +at .+:\d+:\d+\)?$/m;

/** What in this text of the terminal could do harm there or in the log of a CI runner, or is a stack trace. */
export function unsafeInTerminal(text: string): string[] {
  const commands = COMMAND.test(text) ? ["prints a command of GitHub's runner"] : [];
  const stack = STACK.test(text) ? ["prints a stack trace"] : [];
  return [...unsafeCharacters(text, "prints"), ...commands, ...stack];
}

/** Characters that no file for people to read may have. */
export function unsafeCharacters(text: string, where: string): string[] {
  const found = CHARACTERS.exec(text)?.[0];
  if (found === undefined) return [];
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return [`${where} U+${code}`];
}
