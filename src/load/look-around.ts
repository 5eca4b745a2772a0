import { availableParallelism } from "node:os";
import type { BaseUrl } from "../contract/base-url.ts";
import type { LoadSite } from "../model/load.ts";
import { isLocal } from "./target-site.ts";
import { TargetWatch } from "./target-watch.ts";

/** Where the load comes from and goes to, and the target's processes where they can be watched. */
export async function lookAround({
  hostname,
  port,
}: BaseUrl): Promise<{ site: LoadSite; watch: TargetWatch | undefined }> {
  const local = await isLocal(hostname);
  const found = local ? TargetWatch.find(hostname, port) : undefined;
  const watch = found instanceof TargetWatch ? found : undefined;
  const unwatched = found instanceof TargetWatch ? undefined : found?.unwatched;
  const cores = availableParallelism();
  return {
    site: { type: "load-site", cores, local, ...(unwatched !== undefined && { unwatched }) },
    watch,
  };
}
