import { availableParallelism, networkInterfaces } from "node:os";
import type { BaseUrl } from "../contract/index.ts";
import type { LoadSite } from "../model/index.ts";
import { BlockList, isIPv6 } from "node:net";
import { addressesOf } from "../send/index.ts";
import { TargetWatch } from "./target-watch.ts";

/** Loopback, the addresses of this machine's interfaces, and the wildcard address. */
function ownAddresses(): BlockList {
  const own = new BlockList();
  own.addSubnet("127.0.0.0", 8, "ipv4");
  own.addAddress("0.0.0.0", "ipv4");
  for (const address of ["::1", "::"]) own.addAddress(address, "ipv6");
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    own.addAddress(address, familyOf(address));
  return own;
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");

/** Whether the target listens on its port on this machine; false behind a proxy and on a unix socket, and for an unknown name. */
export async function listensHere(target: BaseUrl): Promise<boolean> {
  const own = ownAddresses();
  return (await addressesOf(target)).some((address) => own.check(address, familyOf(address)));
}

/** Where the load comes from and goes to, and the target's processes if they can be watched. */
export async function lookAround(
  target: BaseUrl,
): Promise<{ site: LoadSite; watch: TargetWatch | undefined }> {
  const { hostname, port, route } = target;
  const isListening = await listensHere(target);
  const local = isListening || route?.unixSocket !== undefined;
  const found = isListening ? TargetWatch.find(hostname, port) : undefined;
  const watch = found instanceof TargetWatch ? found : undefined;
  const unwatched = found instanceof TargetWatch ? undefined : found?.unwatched;
  const cores = availableParallelism();
  return {
    site: { type: "load-site", cores, local, ...(unwatched !== undefined && { unwatched }) },
    watch,
  };
}
