import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The result of a part: one plain object, over the channel between the two processes. */
type Result = Record<string, number | string>;

/** Work that runs in a separate process, with its options. */
export type Part<Options> = (options: Options) => Promise<Result>;

/** Starts a part of this program in a new process, which runs until it is done or stopped. */
function startPart(
  name: string,
  options: object,
): { process: ChildProcess; result: Promise<Result> } {
  const child = fork(process.argv[1] ?? "", [name, JSON.stringify(options)]);
  const result = new Promise<Result>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Result));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code} without a result`)));
  });
  return { process: child, result };
}

/** Runs a part to its end, and returns the number that it reported under this name. */
export async function measured(name: string, options: object): Promise<(key: string) => number> {
  const part = startPart(name, options);
  const result = await part.result;
  const gone = once(part.process, "exit");
  part.process.disconnect();
  await gone;
  return (key) => Number(result[key]);
}

/** Runs `work` against a server of this program in a separate process. */
export const withServer = <T>(
  kind: "created" | "strict",
  work: (url: string) => Promise<T>,
): Promise<T> => withPart("server", { kind }, work);

/** Runs `work` while a part that reported its URL is running. */
export async function withPart<T>(
  name: string,
  options: object,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = startPart(name, options);
  try {
    return await work(String((await server.result)["url"]));
  } finally {
    server.process.kill();
  }
}

/** The maximum memory of a process of Node that does nothing. */
export const emptyMb = (): number =>
  Number(execFileSync(process.execPath, ["-p", "process.resourceUsage().maxRSS"])) / 1024;

/** The maximum memory of this process, as measured by the system. */
export const peakMb = (): number => process.resourceUsage().maxRSS / 1024;
