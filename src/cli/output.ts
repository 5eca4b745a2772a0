import type { Paint, TerminalText } from "../text/index.ts";
import { inColour, plain, terminalBlock, terminalJson, terminalLines } from "../text/index.ts";
import { wrappedLine } from "../text/index.ts";
import type { WorkflowCommand } from "../report/index.ts";
import { VERSION } from "../version.ts";

/** Colours for this stream: obeys NO_COLOR, FORCE_COLOR and whether it is a terminal. */
function painter(stream: NodeJS.WriteStream): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== "0";
  const wanted = forced || (stream.isTTY === true && (NO_COLOR ?? "") === "");
  return wanted ? inColour : plain;
}

/** Maximum columns of lines on stdout: those of the terminal, at least 80; if redirected, those of the variable COLUMNS, or Infinity. */
export const stdoutWidth = (): number => widthOfStream(process.stdout);

export const stderrWidth = (): number => widthOfStream(process.stderr);

function widthOfStream({ isTTY, columns }: NodeJS.WriteStream): number {
  const wanted = isTTY === true ? columns : Number(process.env["COLUMNS"] || Infinity);
  return Number.isNaN(wanted) ? Infinity : Math.max(LEAST_WIDTH, wanted);
}

const LEAST_WIDTH = 80;

/** Writes a text and a line feed to stdout and waits until it is written: a pipe may be slow or closed. */
export const print = (text: TerminalText): Promise<void> => written(`${text}\n`);

type Write = NodeJS.WriteStream["write"];

const FOR_PEOPLE: ReadonlySet<string> = new Set(["--help", "-h", "help", "--version", "-v"]);

/** stdout itself while only a document may be written to it; `undefined` once that is written. */
let reserved: { write: Write; isDue: boolean } | undefined;

/** Reserves stdout for one JSON document: all else, also `console.log` of modules, goes to stderr. Returns the undoing. */
export function reserveStdout(argv: readonly string[]): () => void {
  const asks = argv.includes("--json") && !argv.some((each) => FOR_PEOPLE.has(each));
  if (!asks || reserved !== undefined) return () => {};
  const { stdout, stderr } = process;
  const { write } = stdout;
  reserved = { write: write.bind(stdout), isDue: true };
  stdout.write = ((...given: Parameters<Write>) => stderr.write(...given)) as Write;
  return () => {
    stdout.write = write;
    reserved = undefined;
  };
}

/** Whether `--json` is given, and its document is not printed yet. */
export const isDocumentDue = (): boolean => reserved?.isDue === true;

/** Writes a value as one JSON document to stdout: the only output there with `--json`. */
export function printDocument(value: unknown): Promise<void> {
  const { write } = reserved ?? process.stdout;
  if (reserved !== undefined) reserved.isDue = false;
  return written(`${terminalJson(value)}\n`, write.bind(process.stdout));
}

/** Writes the result of a verb: as one document with `--json`, else as text with these colours and columns. */
export const printResult = (
  json: boolean,
  document: unknown,
  text: (paint: Paint, width: number) => TerminalText,
): Promise<void> =>
  json ? printDocument(document) : print(text(painter(process.stdout), stdoutWidth()));

export const printVersion = (): Promise<void> => print(terminalBlock(VERSION));

/** Writes bytes to stdout unchanged, for programs: the only output without escaping. */
export const printBytes = (bytes: Buffer): Promise<void> => written(bytes);

export function tell(text: TerminalText): void {
  process.stderr.write(`${text}\n`);
}

/** Writes an indented remark to stderr, wrapped at spaces to the width of a terminal. */
export const warn = (text: string): void =>
  tell(terminalLines(wrappedLine(`  ${text}`, stderrWidth())));

/** Writes commands for the runner of GitHub Actions to stderr. */
export function tellRunner(commands: readonly WorkflowCommand[]): void {
  for (const command of commands) process.stderr.write(`${command}\n`);
}

function written(
  data: string | Buffer,
  write: Write = process.stdout.write.bind(process.stdout),
): Promise<void> {
  return new Promise((resolve, reject) => {
    write(data, (error?: Error | null) => {
      const { code } = (error ?? {}) as NodeJS.ErrnoException;
      if (error && code !== "EPIPE" && code !== "EIO") reject(error);
      else resolve();
    });
  });
}
