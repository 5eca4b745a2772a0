import { defineConfig } from "vitest/config";

/**
 * Tests that end what they start and change nothing of the process: only these files may share what
 * a worker has loaded.
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

/** Patterns of files to leave out: `--exclude` does not reach projects that have patterns of their own. */
const LEFT_OUT = (process.env["WITNESS_LEAVE_OUT"] ?? "").split(" ").filter((each) => each !== "");

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time goes into waiting for servers: two at a time pay even on one free core.
    maxWorkers: 2,
    maxConcurrency: 3,
    // What was built is tested as it was built, and is not transformed once more.
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
