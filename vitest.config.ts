import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { pageScripts } from "./scripts/page-scripts.mjs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that wait for a browser, a process or the end of rounds, the longest first: others fill their waits. */
const WAITING = [
  "src/cli/load",
  "src/api/page",
  "src/report/html/browser/pages",
  "src/cli/cli",
  "src/vitest/describe-target",
  "src/report/html/browser/run-page",
  "src/report/html/browser/gate-page",
  "src/report/html/browser/history-page",
  "src/observe/odd-conduct",
  "src/observe/culprit",
  "src/observe/lost-target",
].map((name) => `/${name}.test.ts`);

/** Begins with what waits, then as vitest does. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = WAITING.findIndex((end) => moduleId.endsWith(end));
      return place === -1 ? WAITING.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/**
 * Files of tests that `npm test` leaves to `npm run test:all` and `.ci/run`, with the reason, so that it takes about half of the
 * time that it took in 0.5.0. Of the files that it had then, it leaves four: three that measure, and one that needs packages.
 */
const LEFT: Record<string, string[]> = {
  "measure over many seeds, servers and interfaces": [
    "src/learn/planted-messages.test.ts",
    "src/learn/planted-rules.test.ts",
    "src/jobs/infer-kinds.test.ts",
    "src/jobs/infer-lengths.test.ts",
    "src/jobs/limited-formats.test.ts",
    "src/jobs/infer-languages.test.ts",
    "src/jobs/infer.test.ts",
    "src/jobs/unique-compared.test.ts",
    "src/jobs/state-sentences.test.ts",
    "src/cli/document-defects.test.ts",
    "src/cli/document-gate.test.ts",
    "src/kinds/every-kind.test.ts",
    "src/report/any-run.test.ts",
    "src/observe/planted-boundaries.test.ts",
    "src/observe/planted-divergences.test.ts",
    "src/observe/planted-orders.test.ts",
    "src/jobs/explore-states.test.ts",
    "src/observe/planted-states.test.ts",
    "src/cli/random-errors.test.ts",
    "src/send/either-path.test.ts",
    "src/send/every-case.test.ts",
    "src/send/odd-responses.test.ts",
    "suites/any-interface.test.ts",
  ],
  "need a Debian package (nats-server, nginx-light, faketime, gunicorn, php-cli)": [
    "src/cli/nginx.test.ts",
    "src/fleet/broker-access.test.ts",
    "src/fleet/faults.test.ts",
    "src/fleet/fleet.test.ts",
    "src/fleet/lease.test.ts",
    "src/fleet/namespaces.test.ts",
    "src/fleet/refusals.test.ts",
    "src/fleet/sealed-target.test.ts",
    "src/fleet/stray-messages.test.ts",
    "src/fleet/survey.test.ts",
    "src/load/real-servers.test.ts",
    "src/observe/served-real-servers.test.ts",
  ],
  "try again with every verb, or with processes that end, what tests of the parts show; new since 0.5.0":
    [
      "src/analyse/inferred/echoed-values.test.ts",
      "src/api/identities.test.ts",
      "src/api/own-interface.test.ts",
      "src/cli/compare-again.test.ts",
      "src/cli/connections.test.ts",
      "src/cli/credentials.test.ts",
      "src/cli/damaged-record.test.ts",
      "src/cli/diff.test.ts",
      "src/cli/documented-commands.test.ts",
      "src/cli/first-contact-words.test.ts",
      "src/cli/hostile-text.test.ts",
      "src/cli/interfaces-page.test.ts",
      "src/cli/no-way-past.test.ts",
      "src/cli/openapi-verbs.test.ts",
      "src/cli/openapi.test.ts",
      "src/cli/json-document.test.ts",
      "src/cli/own-fault.test.ts",
      "src/cli/own-interface.test.ts",
      "src/cli/resume.test.ts",
      "src/cli/routes.test.ts",
      "src/cli/secrets.test.ts",
      "src/cli/safe-profile.test.ts",
      "src/cli/selection.test.ts",
      "src/cli/served.test.ts",
      "src/cli/signals.test.ts",
      "src/jobs/compare-inferred.test.ts",
      "src/jobs/declared.test.ts",
      "src/jobs/document/log-in.test.ts",
      "src/jobs/form-body.test.ts",
      "src/jobs/parameter-styles.test.ts",
      "src/jobs/written-contract.test.ts",
      "src/jobs/until-unseen.test.ts",
      "src/openapi/large-document.test.ts",
      "src/report/html/browser/gate-page.test.ts",
      "src/report/html/browser/large-pages.test.ts",
      "src/observe/early-waits.test.ts",
      "src/jobs/older-build.test.ts",
      "src/observe/leak-search.test.ts",
      "src/observe/memory-guard.test.ts",
      "src/observe/rate-limit.test.ts",
      "src/observe/served-docker.test.ts",
      "src/observe/served-explore.test.ts",
      "src/observe/served-load.test.ts",
      "src/observe/served-target.test.ts",
    ],
};
const WHOLE = Object.values(LEFT).flat();
for (const file of WHOLE)
  if (!existsSync(file)) throw new Error(`vitest.config.ts names ${file}, which is not there`);
/** Only `npm test` leaves them out: who names a file, or starts vitest, gets it. */
const isWhole =
  process.env["npm_lifecycle_event"] !== "test" || process.env["WITNESS_WHOLE"] === "1";
if (!isWhole)
  for (const [why, files] of Object.entries(LEFT))
    console.log(`skipped: ${files.length} files that ${why}: npm run test:all has them`);

/** Patterns of files to leave out. */
const LEFT_OUT = [
  ...(process.env["WITNESS_LEAVE_OUT"] ?? "").split(" ").filter((each) => each !== ""),
  ...(isWhole ? [] : WHOLE),
];

export default defineConfig({
  plugins: [pageScripts()],
  test: {
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Half of the time is spent waiting for servers: four at a time are faster even on two cores.
    maxWorkers: 4,
    maxConcurrency: 3,
    // Transformed modules stay in node_modules: the next run, on any version of Node, reads what has not changed.
    experimental: { fsModuleCache: true },
    // The build is tested as it is, and not transformed again.
    server: { deps: { external: [/\/dist\/src\//] } },
    include: ["{src,suites,test,tools}/**/*.test.{ts,tsx}", "conformance/*.conformance.ts"],
    exclude: LEFT_OUT,
    // Tests end what they start, and leave the process as it was.
    isolate: false,
    sequence: { sequencer: WaitingFirst },
  },
});
