import { describe, expect, test } from "vitest";
import { RecordedServe, Serve } from "../model/serve.ts";
import { recordedServe, serveOf } from "./served-target.ts";

describe("how long a served target may take to start", () => {
  test("has a unit", () => {
    expect(Serve.parse({ command: "x", startTimeout: "5s" }).startTimeout).toBe("5s");
    for (const startTimeout of ["5", 5])
      expect(Serve.safeParse({ command: "x", startTimeout }).error?.issues[0]?.message).toBe(
        "has no unit: write 5s for 5 seconds, or 5ms for 5 milliseconds",
      );
    expect(Serve.safeParse({ command: "x", startTimeout: "soon" }).error?.issues[0]?.message).toBe(
      "must be a duration >= 1ms (500ms, 5s, 2m)",
    );
  });

  test("is in milliseconds where a record of an earlier version has no unit", () => {
    const read = (startTimeout: string | number) =>
      serveOf(RecordedServe.parse({ command: "x", startTimeout })).startTimeout;
    expect(read(1500)).toBe("1500ms");
    expect(read("1500")).toBe("1500ms");
    expect(read("2m")).toBe("120000ms");
    const again = serveOf(recordedServe({ command: "x", startTimeout: "2m" }));
    expect(Serve.parse(again)).toEqual({ command: "x", startTimeout: "120000ms" });
  });
});
