import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";

/** Network namespaces on one bridge: machines with links of their own. */
export type Namespaces = {
  /** The address of this machine on the bridge. */
  host: string;
  /** The address of each namespace. */
  addresses: string[];
  /** What to put before a command, for each namespace. */
  enter: string[][];
  /** Takes the link of a namespace down. */
  unplug: (nth: number) => void;
  remove: () => void;
};

const ip = (...args: string[]): boolean => spawnSync("ip", args, { stdio: "ignore" }).status === 0;

/** Makes namespaces. Undefined where the machine does not let it. */
export function makeNamespaces(count: number): Namespaces | undefined {
  const id = randomInt(1, 250);
  const bridge = `wbr${id}`;
  const net = `10.213.${id}`;
  const addressOf = (nth: number): string => `${net}.${nth + 2}`;
  const names = Array.from({ length: count }, (_, nth) => `wns${id}-${nth}`);
  const remove = (): void => {
    for (const name of names) ip("netns", "del", name);
    ip("link", "del", bridge);
  };
  const isMade =
    ip("link", "add", bridge, "type", "bridge") &&
    ip("addr", "add", `${net}.1/24`, "dev", bridge) &&
    ip("link", "set", bridge, "up") &&
    names.every((name, nth) => {
      const [here, there] = [`wv${id}-${nth}`, `ww${id}-${nth}`];
      const inside = (...args: string[]): boolean => ip("-n", name, ...args);
      return (
        ip("netns", "add", name) &&
        ip("link", "add", here, "type", "veth", "peer", "name", there) &&
        ip("link", "set", there, "netns", name) &&
        ip("link", "set", here, "master", bridge, "up") &&
        inside("addr", "add", `${addressOf(nth)}/24`, "dev", there) &&
        inside("link", "set", there, "up") &&
        inside("link", "set", "lo", "up")
      );
    });
  if (!isMade) {
    remove();
    return undefined;
  }
  return {
    host: `${net}.1`,
    addresses: names.map((_, nth) => addressOf(nth)),
    enter: names.map((name) => ["ip", "netns", "exec", name]),
    unplug: (nth) => void ip("link", "set", `wv${id}-${nth}`, "down"),
    remove,
  };
}
