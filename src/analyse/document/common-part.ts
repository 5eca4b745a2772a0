/** The values of a request by their names; none for what is left out. */
type Values = ReadonlyMap<string, unknown>;
type Test = { text: string; holds: (value: unknown) => boolean };
type Feature = Test & { name: string };

/** Longer values say too little in a sentence. */
const MOST_SHOWN = 40;
/** Fewer different numbers share a divisor by chance. */
const LEAST_NUMBERS = 3;
const MOST_DIVISOR = 100;
const LEAST_OTHERS = 2;

/**
 * What all of these requests have, and none of the others: of one value, else of two if `mostValues` allows it; undefined if there is
 * nothing such.
 */
export function commonPart(
  those: readonly Values[],
  others: readonly Values[],
  mostValues: 1 | 2,
): string | undefined {
  const names = new Set([...those, ...others].flatMap((each) => [...each.keys()]));
  const features = [...names]
    .flatMap((name): Feature[] => {
      const [own = [], rest = []] = [those, others].map((all) => all.map((each) => each.get(name)));
      // One other value, such as the id of a resource, has another first letter by chance.
      const isFew = new Set(rest.map((each) => JSON.stringify(each))).size < LEAST_OTHERS;
      const tests = testsOf(own, rest).filter((test) => !isFew || !isForm(test) || isBlank(test));
      return tests.map((test) => ({ name, ...test }));
    })
    // What is told of a number or a text may be so by chance.
    .toSorted((a, b) => Number(isEqual(b)) - Number(isEqual(a)));
  const left = (each: Feature, of: readonly Values[]): Values[] =>
    of.filter((values) => each.holds(values.get(each.name)));
  const words = ({ name, text }: Feature): string =>
    text === "" ? `there is no ${name}` : `${name} ${text}`;
  for (const each of features) if (left(each, others).length === 0) return words(each);
  if (mostValues < 2) return undefined;
  for (const [at, each] of features.entries()) {
    const rest = left(each, others);
    const second = features.slice(at + 1).find((other) => left(other, rest).length === 0);
    if (second !== undefined) return `${words(each)}, and ${words(second)}`;
  }
  return undefined;
}

const isEqual = ({ text }: Test): boolean =>
  text === "" || /^is (?:given$|true$|false$|")/.test(text);

/** What all of some values are, those first that say most. */
function testsOf(own: readonly unknown[], others: readonly unknown[]): Test[] {
  if (own.length === 0) return [];
  const json = JSON.stringify(own[0]);
  const isSame = own.every((each) => JSON.stringify(each) === json);
  if (own[0] === undefined && isSame) return [{ text: "", holds: (value) => value === undefined }];
  const same: Test[] =
    isSame && json !== undefined && json.length <= MOST_SHOWN
      ? [{ text: `is ${json}`, holds: (value) => JSON.stringify(value) === json }]
      : [];
  const given: Test[] = own.includes(undefined)
    ? []
    : [{ text: "is given", holds: (value) => value !== undefined }];
  const numbers = own.filter((each) => typeof each === "number");
  if (numbers.length === own.length) return [...same, ...numberTests(numbers, others), ...given];
  const texts = own.filter((each) => typeof each === "string");
  return texts.length === own.length
    ? [...same, ...textTests(texts), ...lengthTests(texts, others), ...given]
    : [...same, ...given];
}

function numberTests(own: readonly number[], others: readonly unknown[]): Test[] {
  const divided = new Set(own).size < LEAST_NUMBERS ? [] : divisorTests(own);
  return [...boundTests(own, others, (value) => value, ""), ...divided];
}

const lengthTests = (own: readonly string[], others: readonly unknown[]): Test[] => {
  const lengthOf = (value: unknown) =>
    typeof value === "string" ? Array.from(value).length : undefined;
  return boundTests(own, others, lengthOf, " characters");
};

/** The range of the values, open to the side where no other value is. */
function boundTests<Value>(
  own: readonly Value[],
  others: readonly unknown[],
  numberOf: (value: unknown) => unknown,
  unit: string,
): Test[] {
  const all = own.map((each) => Number(numberOf(each)));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const verb = unit === "" ? "is" : "has";
  const numbers = others.map(numberOf).filter((each) => typeof each === "number");
  const test = (text: string, from: number, to: number): Test => ({
    text: `${verb} ${text}${unit}`,
    holds: (value) => {
      const number = numberOf(value);
      return typeof number === "number" && number >= from && number <= to;
    },
  });
  if (numbers.every((each) => each < least)) return [test(`at least ${least}`, least, Infinity)];
  if (numbers.every((each) => each > most)) return [test(`at most ${most}`, -Infinity, most)];
  return [test(least === most ? String(least) : `${least} to ${most}`, least, most)];
}

function divisorTests(own: readonly number[]): Test[] {
  const divisors = Array.from({ length: MOST_DIVISOR - 1 }, (_, at) => at + 2);
  const test = (text: string, of: (value: number) => boolean): Test => ({
    text: `is ${text}`,
    holds: (value) => typeof value === "number" && of(value),
  });
  const isOdd = (value: number): boolean => Math.abs(value) % 2 === 1;
  return [
    ...(own.every(isOdd) ? [test("odd", isOdd)] : []),
    ...divisors
      .filter((each) => own.every((value) => value % each === 0))
      .map((each) =>
        test(each === 2 ? "even" : `a multiple of ${each}`, (value) => value % each === 0),
      ),
  ];
}

const BLANK = "is empty, or only white space";

const FORMS: readonly [text: string, form: RegExp][] = [
  ["begins with a digit", /^\p{Nd}/u],
  ["begins with a capital", /^\p{Lu}/u],
  ["begins with a space", /^ /],
  ["ends with a space", / $/],
  ["has only digits", /^\p{Nd}+$/u],
  ["has a space", / /],
  ["has a digit", /\p{Nd}/u],
  ["has a capital", /\p{Lu}/u],
  ["has a character beyond ASCII", /[^\0-\x7f]/u],
  ["has a control character", /\p{Cc}/u],
  // With what Python's strip() takes.
  [BLANK, /^[\s\x1c-\x1f\x85]*$/],
  ["has no letter", /^\P{L}*$/u],
];

const isBlank = ({ text }: Test): boolean => text === BLANK;

const isForm = ({ text }: Test): boolean => FORMS.some(([own]) => own === text);

const textTests = (own: readonly string[]): Test[] =>
  FORMS.filter(([, form]) => own.every((each) => form.test(each))).map(([text, form]) => ({
    text,
    holds: (value) => typeof value === "string" && form.test(value),
  }));
