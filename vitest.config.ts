import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/**
 * Tests that end what they start and do not change the process: only these files may share loaded
 * modules of a worker.
 */
const SHARING = [
  "src/{api,cli,doctor,jobs,load,options,record,run,send,servers,text}/**/*.test.ts",
  "suites/**/*.test.ts",
  "src/{analyse,contract,explore,generate,infer,kinds,model,openapi,policy,stats,template}/**/*.test.ts",
  "src/*.test.ts",
  "src/report/*.test.ts",
  "src/report/!(html)/**/*.test.ts",
  "src/report/html/*.test.{ts,tsx}",
  "src/report/html/!(browser)/**/*.test.{ts,tsx}",
];

/**
 * Tests of the whole product: processes, browsers, loads and catalogues over and over. They take
 * two thirds of the time of all. `.ci/run` and `npm run test:all` have them; `npm test` has one test
 * of each verb and everything beneath, and says what it skips.
 */
const WHOLE = [
  "src/api/own-interface.test.ts",
  "src/api/page.test.ts",
  "src/cli/compare.test.ts",
  "src/cli/connections.test.ts",
  "src/cli/credentials.test.ts",
  "src/cli/damaged-record.test.ts",
  "src/cli/documented-commands.test.ts",
  "src/cli/explore.test.ts",
  "src/cli/history-command.test.ts",
  "src/cli/hostile-text.test.ts",
  "src/cli/load.test.ts",
  "src/cli/nginx.test.ts",
  "src/cli/openapi-verbs.test.ts",
  "src/cli/openapi.test.ts",
  "src/cli/own-fault.test.ts",
  "src/cli/own-interface.test.ts",
  "src/cli/resume.test.ts",
  "src/cli/routes.test.ts",
  "src/cli/secrets.test.ts",
  "src/cli/selection.test.ts",
  "src/cli/signals.test.ts",
  "src/doctor/doctor.test.ts",
  "src/fleet/faults.test.ts",
  "src/fleet/namespaces.test.ts",
  "src/fleet/survey.test.ts",
  "src/infer/planted-rules.test.ts",
  "src/jobs/compare-inferred.test.ts",
  "src/jobs/declared.test.ts",
  "src/jobs/infer.test.ts",
  "src/report/html/browser/history-page.test.ts",
  "src/report/html/browser/pages.test.ts",
  "src/report/markdown/comparison.test.ts",
  "src/run/early-waits.test.ts",
  "src/run/frameworks.test.ts",
  "src/run/lost-target.test.ts",
  "src/run/odd-conduct.test.ts",
  "src/run/planted-boundaries.test.ts",
  "src/run/planted-divergences.test.ts",
  "src/run/planted-orders.test.ts",
  "src/run/planted.test.ts",
  "src/run/served-docker.test.ts",
  "src/run/served-explore.test.ts",
  "src/run/served-load.test.ts",
  "src/run/served-target.test.ts",
  "src/send/every-case.test.ts",
  "src/vitest/describe-target.test.ts",
  "suites/any-interface.test.ts",
];
for (const file of WHOLE)
  if (!existsSync(file)) throw new Error(`vitest.config.ts names ${file}, which is not there`);
/** Only `npm test` leaves them out: who names a file, or starts vitest, gets it. */
const isWhole =
  process.env["npm_lifecycle_event"] !== "test" || process.env["WITNESS_WHOLE"] === "1";
// This file is read once for each project.
if (!isWhole && process.env["WITNESS_SKIPPED"] === undefined) {
  process.env["WITNESS_SKIPPED"] = String(WHOLE.length);
  console.log(
    `skipped: ${WHOLE.length} files that try the whole product: npm run test:all has them`,
  );
}

/** Patterns of files to leave out: `--exclude` does not apply to projects with their own patterns. */
const LEFT_OUT = [
  ...(process.env["WITNESS_LEAVE_OUT"] ?? "").split(" ").filter((each) => each !== ""),
  ...(isWhole ? [] : WHOLE),
];

export default defineConfig({
  test: {
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Half of the time is spent waiting for servers: three at a time are faster even on two cores.
    maxWorkers: 3,
    maxConcurrency: 3,
    // The build is tested as it is, and not transformed again.
    server: { deps: { external: [/\/dist\/src\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{src,suites}/**/*.test.{ts,tsx}"],
          exclude: [...SHARING, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: { name: "sharing", include: SHARING, exclude: LEFT_OUT, isolate: false },
      },
      {
        extends: true,
        test: { name: "conformance", include: ["conformance/*.conformance.ts"] },
      },
    ],
  },
});
