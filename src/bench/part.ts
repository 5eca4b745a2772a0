import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What a part hands back: one plain object, over the channel between the two processes. */
type Told = Record<string, number | string>;

/** Work that runs in a process of its own, with the options it was given. */
export type Part<Options> = (options: Options) => Promise<Told>;

/** Starts a part of this program in a fresh process, which goes on until it is done or stopped. */
function startPart(name: string, options: object): { process: ChildProcess; told: Promise<Told> } {
  const child = fork(process.argv[1] ?? "", [name, JSON.stringify(options)]);
  const told = new Promise<Told>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Told));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code} and told nothing`)));
  });
  return { process: child, told };
}

/** Runs a part to its end, and gives the number that it told under this name. */
export async function measured(name: string, options: object): Promise<(key: string) => number> {
  const part = startPart(name, options);
  const told = await part.told;
  const gone = once(part.process, "exit");
  part.process.disconnect();
  await gone;
  return (key) => Number(told[key]);
}

/** Runs `work` against a server of this program in a process of its own. */
export const withServer = <T>(
  kind: "created" | "strict",
  work: (url: string) => Promise<T>,
): Promise<T> => withPart("server", { kind }, work);

/** Runs `work` while a part goes on that has told its URL. */
export async function withPart<T>(
  name: string,
  options: object,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = startPart(name, options);
  try {
    return await work(String((await server.told)["url"]));
  } finally {
    server.process.kill();
  }
}

/** The most memory that this process has held, as the system saw it. */
export const peakMb = (): number => process.resourceUsage().maxRSS / 1024;
