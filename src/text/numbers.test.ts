import { describe, expect, test } from "vitest";
import {
  counted,
  groupDigits,
  number,
  percent,
  sharePercent,
  shortNumber,
  shortValue,
  signed,
  significant,
  size,
  whole,
} from "./numbers.ts";

describe("thousands", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [9999, "9,999"],
    [10_000, "10,000"],
    [1_234_567, "1,234,567"],
    [-1234, "-1,234"],
    [-123, "-123"],
    [1234.5, "1,235"],
  ])("%d is %s", (value, text) => expect(whole(value)).toBe(text));

  test("of a number of any length", () => {
    expect(groupDigits("9999")).toBe("9,999");
    expect(groupDigits(`1${"0".repeat(18)}`)).toBe("1,000,000,000,000,000,000");
    expect(groupDigits("-100")).toBe("-100");
  });
});

test("a count agrees with its noun", () => {
  expect(counted(1, "round")).toBe("1 round");
  expect(counted(0, "round")).toBe("0 rounds");
  expect(counted(1200, "round")).toBe("1,200 rounds");
  expect(counted(1, "axis", "axes")).toBe("1 axis");
  expect(counted(2, "axis", "axes")).toBe("2 axes");
});

test("small numbers keep two places", () => {
  expect([0.5, 9.254, 9.999, 12.6, 1200].map(number)).toEqual(["0.5", "9.25", "10", "13", "1,200"]);
});

test("significant digits", () => {
  expect(significant(5.0271, 4)).toBe("5.027");
  expect(significant(12_345.67, 5)).toBe("12,346");
  expect(significant(0.1 + 0.2, 6)).toBe("0.3");
});

test("shares", () => {
  expect([0.042, 0.0994, 0.0996, 0.5, 1].map(percent)).toEqual([
    "4.2%",
    "9.9%",
    "10%",
    "50%",
    "100%",
  ]);
  expect([0.042, -0.003, 19.33, -0.9968, -0.99999, -1].map(signed)).toEqual([
    "+4.2%",
    "−0.3%",
    "+1,933%",
    "−99.7%",
    "−99.9%",
    "−100%",
  ]);
});

test("a share is 100% only where nothing is missing, and 0% only where there is nothing", () => {
  expect([1, 0.9999, 0.995, 0.99, 0.05, 0.0001, 0].map(sharePercent)).toEqual([
    "100%",
    ">99%",
    ">99%",
    "99%",
    "5.0%",
    "<0.1%",
    "0%",
  ]);
});

test("a long value is its length and its beginning", () => {
  expect(shortValue("7".repeat(4301), 30)).toBe(`4,301 digits: ${"7".repeat(15)}…`);
  expect(shortValue(`-${"7".repeat(4301)}`, 8)).toBe("4,301 digits: -777…");
  expect(shortValue(JSON.stringify("\u{1f600}".repeat(31)), 30)).toMatch(/^31 characters: "/);
  expect(shortValue(`"${"x".repeat(31)}`, 30)).toMatch(/^32 characters: "/);
  expect(shortValue("x".repeat(31), 30)).toBe(`31 characters: ${"x".repeat(15)}…`);
  expect(shortValue("x".repeat(30), 30)).toBe("x".repeat(30));
});

test("bytes", () => {
  expect([512, 319_488, 60_817_408].map(size)).toEqual(["1 KiB", "312 KiB", "58 MiB"]);
});

test("long numbers are shortened, short ones are not", () => {
  expect(shortNumber("9007199254740993")).toBe("9007199254740993");
  expect(shortNumber(`-1${"0".repeat(400)}`)).toBe("-10^400");
  expect(shortNumber(`12${"3".repeat(30)}`, 3)).toBe("123333…333 (32 digits)");
});
