import { suites } from "../../suites/index.ts";
import { userSubmission } from "../../src/contract/index.ts";
import { inferJob } from "../../src/jobs/index.ts";
import { defaultOptions } from "../../src/options/index.ts";
import {
  startExpress,
  startFastify,
  startHono,
  startStrict,
} from "../../src/servers/references.ts";
import { installedVersion, startLanguage } from "../../test/servers/languages.ts";
import type { Listening } from "../../src/servers/json-server.ts";
import { whole } from "../../src/text/index.ts";

const LANGUAGES = ["php", "python3"] as const;
/** A server that would begin later is left out: the others end within two minutes. */
const LAST_BEGIN_MS = 95_000;

const servers = (): [string, () => Promise<Listening>][] => [
  ["express", startExpress],
  ["fastify", startFastify],
  ["hono", startHono],
  ["strict", startStrict],
  ...LANGUAGES.filter((language) => installedVersion(language) !== undefined).map(
    (language): [string, () => Promise<Listening>] => [language, () => startLanguage(language)],
  ),
];

/** The rules of real servers: requests of the experiments and of the whole run, and seconds, for each field. */
export async function measureInfer(outputDir: string): Promise<void> {
  const beganMs = performance.now();
  console.log(
    "| server | requests of experiments, a field | requests of the run, a field | seconds a field | sure |",
  );
  console.log("| --- | --- | --- | --- | --- |");
  for (const [name, start] of servers()) {
    if (performance.now() - beganMs > LAST_BEGIN_MS) {
      console.log(`left out, the time was over: ${name}`);
      continue;
    }
    const server = await start();
    const startMs = performance.now();
    const { fold, summary } = await inferJob(
      { name, baseUrl: server.url },
      { interface: userSubmission, suites: [...suites] },
      { ...defaultOptions("infer"), suite: ["valid", "id-bounds"], seed: 1, outputDir },
      { signal: new AbortController().signal, events: {} },
    );
    const seconds = (performance.now() - startMs) / 1000;
    await server.close();
    const fields = summary.inferred?.parts.filter(({ part }) => part === "field") ?? [];
    const experiments = fields.reduce((sum, { requests }) => sum + requests, 0);
    const aField = (total: number): string => whole(Math.round(total / fields.length));
    const sure = fields.filter(({ state }) => state === "sure").length;
    const cells = [
      name,
      aField(experiments),
      aField(fold.observations),
      (seconds / fields.length).toFixed(1),
      `${sure} of ${fields.length}`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
