import { styleText } from "node:util";
import { type Paint, plain } from "../report/terminal/paint.ts";

/** Colours for this stream: honours NO_COLOR, FORCE_COLOR and whether it is a terminal. */
export function painter(stream: NodeJS.WriteStream): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== "0";
  const wanted = forced || (stream.isTTY === true && (NO_COLOR ?? "") === "");
  return wanted ? (format, text) => styleText(format, text, { validateStream: false }) : plain;
}

/** Writes to stdout and waits until it is out: a pipe may be slow, and may be gone. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      const { code } = (error ?? {}) as NodeJS.ErrnoException;
      if (error && code !== "EPIPE" && code !== "EIO") reject(error);
      else resolve();
    });
  });
}
