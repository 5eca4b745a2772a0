import { bytes, times } from "../../template/index.ts";
import type { Slot, ValueAxis } from "../kind.ts";
import { countRungs, every, upwards } from "../rungs.ts";
import { choiceText, isText, type ChoiceType } from "./type.ts";

const MOST = 1000;
/** Every length up to this one is a place. */
const DENSE = 32;

/** The first value, shortened and lengthened, and with letters in the other case. Values that are not text have no ladder. */
export function choiceAxes({ type, label: it }: Slot<ChoiceType>): ValueAxis[] {
  if (!isText(type)) return [];
  const letters = Array.from(choiceText(type));
  const last = letters.at(-1) ?? "x";
  const json = (text: string): string => JSON.stringify(text).slice(1, -1);
  const length: ValueAxis = {
    name: "length",
    title: `characters of the first value of ${it}`,
    unit: "characters",
    scale: "linear",
    probes: ["values", "type"],
    capped: true,
    rungs: upwards(0n, BigInt(MOST), [...every(0, DENSE), ...countRungs(1n, BigInt(MOST))]),
    value: (at) => {
      const own = json(letters.slice(0, Number(at)).join(""));
      return bytes`"${own}${times(json(last), Math.max(0, Number(at) - letters.length))}"`;
    },
  };
  const cased = letters.filter((letter) => otherCase(letter) !== letter).length;
  if (cased === 0) return [length];
  return [
    length,
    {
      name: "other-case",
      title: `letters of the first value of ${it} in the other case`,
      unit: "letters",
      scale: "linear",
      probes: ["values", "type"],
      capped: false,
      rungs: every(0, cased),
      value: (at) => [JSON.stringify(withOtherCase(letters, Number(at)))],
    },
  ];
}

const otherCase = (letter: string): string =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** This many first letters with another case are swapped. */
function withOtherCase(letters: readonly string[], count: number): string {
  let left = count;
  return letters
    .map((letter) => {
      const other = otherCase(letter);
      if (other === letter || left === 0) return letter;
      left -= 1;
      return other;
    })
    .join("");
}
