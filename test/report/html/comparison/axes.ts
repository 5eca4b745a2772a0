import { axisCells } from "../../../../src/analyse/comparison/join-findings.ts";
import type { ComparedAxis } from "../../../../src/model/index.ts";

type End = [at: string, text: string];
type Part = [from: End, to: End, signatures: string[]];

const same = (at: string): End => [at, at];
const place = ([at, text]: End) => ({ at, text });
const GOOGOLS: End = [`1${"0".repeat(400)}`, "10^400"];

function onTarget(
  axis: string,
  target: number,
  sentence: string,
  parts: Part[],
  known?: string,
): ComparedAxis["targets"][number] {
  const side = (end: End, signature: string) => ({
    ...place(end),
    signature,
    case: `explore/${axis}-${end[1]}`,
  });
  return {
    target,
    sentence,
    unstable: parts.some(([, , signatures]) => signatures.length > 1),
    capped: false,
    stretches: parts.map(([from, to, signatures]) => ({
      from: place(from),
      to: place(to),
      signatures,
    })),
    boundaries: parts.slice(1).flatMap((part, at) => {
      const before = parts[at];
      if (before === undefined) return [];
      return [
        {
          near: side(before[1], before[2][0] ?? ""),
          far: side(part[0], part[2][0] ?? ""),
          ...(known === undefined ? {} : { known }),
        },
      ];
    }),
  };
}

/** Axes on which four servers differ, agree, and respond at random. */
export function axesOfFour(): ComparedAxis[] {
  const up = (at: number, last: string, next: string, known?: string) =>
    onTarget(
      "id-upwards",
      at,
      `201 up to ${last}, 400 from ${next}`,
      [
        [same("0"), same(last), ["201"]],
        [same(next), GOOGOLS, ["400"]],
      ],
      known,
    );
  const size = (at: number, last: string, next: string, text: [string, string], known?: string) =>
    onTarget(
      "body-space",
      at,
      `201 up to ${text[0]} bytes, 413 from ${text[1]} bytes`,
      [
        [same("42"), [last, text[0]], ["201"]],
        [[next, text[1]], ["8388608", "8,388,608"], ["413"]],
      ],
      known,
    );
  const digits = (at: number, last: number) =>
    onTarget("date-fraction", at, `201 up to ${last} digits, 400 from ${last + 1}`, [
      [same("0"), same(String(last)), ["201"]],
      [same(String(last + 1)), same("40"), ["400"]],
    ]);
  const alone = (axis: string, at: number, from: End, to: End, signature: string) =>
    onTarget(axis, at, `${signature} for every value from ${from[1]} to ${to[1]}`, [
      [from, to, [signature]],
    ]);
  const axes: Omit<ComparedAxis, "cells">[] = [
    {
      axis: "id-upwards",
      title: "id, upwards",
      scale: "log",
      targets: [
        up(0, "2147483647", "2147483648", "the largest signed 32-bit integer"),
        up(1, "9007199254740991", "9007199254740992", "the largest safe integer of JavaScript"),
        up(2, "9007199254740991", "9007199254740992", "the largest safe integer of JavaScript"),
        alone("id-upwards", 3, same("0"), GOOGOLS, "201"),
      ],
    },
    {
      axis: "date-fraction",
      title: "date, fraction digits",
      unit: "digits",
      scale: "linear",
      targets: [
        digits(0, 3),
        alone("date-fraction", 1, same("0"), same("40"), "201"),
        digits(2, 9),
        digits(3, 9),
      ],
    },
    {
      axis: "body-space",
      title: "body size",
      unit: "bytes",
      scale: "log",
      targets: [
        size(0, "1048576", "1048577", ["1,048,576", "1,048,577"], "1 MiB"),
        onTarget(
          "body-space",
          1,
          "201 up to 65536 bytes, responds at random (201 or reset) between 65537 and 131072, reset from 131073",
          [
            [same("42"), ["65536", "65,536"], ["201"]],
            [
              ["65537", "65,537"],
              ["131072", "131,072"],
              ["201", "reset"],
            ],
            [["131073", "131,073"], ["8388608", "8,388,608"], ["reset"]],
          ],
        ),
        size(2, "102400", "102401", ["102,400", "102,401"], "100 KiB"),
        size(3, "1048576", "1048577", ["1,048,576", "1,048,577"], "1 MiB"),
      ],
    },
    {
      axis: "id-downwards",
      title: "id, downwards",
      scale: "log",
      targets: [0, 1, 2, 3].map((at) =>
        alone("id-downwards", at, same("0"), [`-1${"0".repeat(400)}`, "-10^400"], "201"),
      ),
    },
  ];
  const reasons = ["time", "time", "time", "time"];
  return axes.map((axis) => ({ ...axis, cells: axisCells(axis, reasons) }));
}
