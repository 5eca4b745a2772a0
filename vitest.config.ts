import { defineConfig } from "vitest/config";

/**
 * Tests that end what they start and do not change the process: only these files may share loaded
 * modules of a worker.
 */
const SHARING = [
  "src/{api,cli,doctor,jobs,load,options,record,run,send,servers,text}/**/*.test.ts",
  "suites/**/*.test.ts",
  "src/{analyse,contract,explore,generate,model,policy,stats}/**/*.test.ts",
  "src/report/*.test.ts",
  "src/report/!(html)/**/*.test.ts",
  "src/report/html/*.test.{ts,tsx}",
  "src/report/html/!(browser)/**/*.test.{ts,tsx}",
];

/** Patterns of files to leave out: `--exclude` does not apply to projects with their own patterns. */
const LEFT_OUT = (process.env["WITNESS_LEAVE_OUT"] ?? "").split(" ").filter((each) => each !== "");

export default defineConfig({
  test: {
    // Only what hangs takes so long, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Most of the time is spent waiting for servers: two at a time are faster even on one free
    // core.
    maxWorkers: 2,
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
