import { expect, it } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { headerOf, recordsOf, runOf, type Told } from "../../test/analyse/comparison/runs.ts";
import { outliers } from "./outliers.ts";

it("counts more responses of the same kind as the same", () => {
  const sent = (status: number, odd: number[]): Told[] =>
    [2, 2, 2, 2, 2, 2, 3, odd].map((each, at) => {
      const got = typeof each === "number" ? Array<number>(each).fill(status) : each;
      return [{ id: `repetition/${at}`, family: "several messages" }, got, got];
    });
  const found = (told: Told[]): (string | undefined)[] =>
    outliers(runOf(headerOf("a"), recordsOf(...told)).fold).map((each) => each.case);
  expect(found(sent(308, [308, 308, 308, 308]))).toEqual([]);
  expect(found(sent(308, [308, 201]))).toEqual(["repetition/7"]);
});

const framing = [...suitesFor(userSubmission)].find(({ name }) => name === "framing")?.cases ?? [];
const TAKEN = {
  "a decimal length": ["length-leading-zero", "length-leading-zeros-1000", "length-trailing-tab"],
  "a transfer coding": ["te-upper", "te-comma-before", "te-leading-tab"],
  "an extension of a chunk": ["chunk-size-extension-space", "chunk-size-extension-equals"],
};

it.each(Object.entries(TAKEN))(
  "%s that a standard permits is accepted without surprise, unlike one that it does not",
  (_, names) => {
    const others = ["plus", "minus", "hex", "octal", "binary", "word", "nan", "infinity", "quoted"];
    const told = (name: string, status: number): Told => {
      const sent = framing.find((each) => each.id === `framing/${name}`);
      if (sent === undefined) throw new Error(`there is no case ${name}`);
      return [{ id: sent.id, request: sent.request, family: "f" }, status, status];
    };
    const refused = others.map((name) => told(`length-${name}`, 400));
    const valid: Told = [{ id: "valid/plain", valid: true }, 201, 201];
    const oddWith = (name: string): (string | undefined)[] =>
      outliers(runOf(headerOf("a"), recordsOf(valid, ...refused, told(name, 201))).fold).map(
        (each) => each.case,
      );
    expect(names.flatMap(oddWith)).toEqual([]);
    expect(oddWith("te-xchunked")).toEqual(["framing/te-xchunked"]);
  },
);
