import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,suites}/**/*.test.{ts,tsx}"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time goes into waiting for servers: two at a time pay even on one free core.
    maxWorkers: 2,
    maxConcurrency: 3,
  },
});
