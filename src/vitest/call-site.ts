/** Where in the user's file something was asked for, as the frames of a stack. */
export type CallSite = string;

/** The frames above `asked`: those of the code that called it. */
export function callSite(asked: (...given: never[]) => unknown): CallSite {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, asked);
  const lines = (holder.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}

/** An error that points at a call site instead of the line it was made in. */
export function errorAt(site: CallSite, message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}\n${site}`;
  return error;
}
