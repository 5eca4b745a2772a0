import { defineConfig } from "vitest/config";

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
      { extends: true, test: { name: "unit", include: ["{src,suites}/**/*.test.{ts,tsx}"] } },
      {
        extends: true,
        test: { name: "conformance", include: ["conformance/*.conformance.ts"] },
      },
    ],
  },
});
