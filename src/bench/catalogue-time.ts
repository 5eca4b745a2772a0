import { measured, withServer } from "./part.ts";
import { whole } from "../text/numbers.ts";

/** Seconds for the whole default catalogue, each case twice, reports included. */
export async function measureCatalogueTime(outputDir: string): Promise<void> {
  const run = await withServer("strict", (url) => measured("catalogue-run", { url, outputDir }));
  console.log(
    `  ${whole(run("sent"))} requests in ${run("seconds").toFixed(1)} s (under 30 wanted), ${run("peakMb").toFixed(0)} MB`,
  );
}
