import { HORIZONTAL, POSIX, propertySet } from "./character-sets.ts";
import { Untranslatable, type PatternText } from "./pattern-text.ts";
import { codeText, eitherCase } from "./written-character.ts";

/** An item of a class: one character, or the inside of a class that stands for several. */
type Item = { one: string } | { set: string };

/** Reads the class whose bracket is read already, and writes it for ECMAScript; `anyCase` is the flag `i`. */
export function readClass(text: PatternText, anyCase: boolean): string {
  const negated = text.take("^") ? "^" : "";
  const written: string[] = [];
  let [isFirst, hasBracket] = [true, false];
  while (isFirst || !text.isNext("]")) {
    if (text.isNext("&&")) throw new Untranslatable();
    hasBracket ||= text.isNext("[") && !text.isNext("[:");
    const item = readItem(text, anyCase);
    isFirst = false;
    if (item === undefined) continue;
    const isRange = text.isNext("-") && !text.isNext("-]");
    if ("set" in item || !isRange) {
      written.push("set" in item ? item.set : single(item.one, anyCase));
      continue;
    }
    text.take("-");
    const end = readItem(text, anyCase);
    if (end === undefined) throw new Untranslatable();
    written.push(
      "one" in end
        ? range(item.one, end.one, anyCase)
        : `${single(item.one, anyCase)}\\-${end.set}`,
    );
  }
  text.take("]");
  // In Java, a class in a class is a part of it; elsewhere its bracket is a character.
  if (hasBracket && text.isNext("]")) throw new Untranslatable();
  return `[${negated}${written.join("")}]`;
}

const single = (character: string, anyCase: boolean): string =>
  (anyCase ? eitherCase(character) : [character]).map(codeText).join("");

/** With the flag `i`, the letters of ASCII among the characters in their other case. */
function range(from: string, to: string, anyCase: boolean): string {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)];
  if (first > last) throw new Untranslatable();
  const others = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    .filter((letter) => first <= letter.charCodeAt(0) && letter.charCodeAt(0) <= last)
    .map((letter) => (letter >= "a" ? letter.toUpperCase() : letter.toLowerCase()))
    .filter((letter) => first > letter.charCodeAt(0) || letter.charCodeAt(0) > last);
  const isWhole = others.length === 26;
  const whole = others[0] === "A" ? "A-Z" : "a-z";
  const more = !anyCase ? "" : isWhole ? whole : others.join("");
  return `${codeText(from)}-${codeText(to)}${more}`;
}

function readItem(text: PatternText, anyCase: boolean): Item | undefined {
  const posix = text.takeMatch(/\[:\^?[a-z]+:\]/y);
  if (posix !== undefined) {
    const name = posix.replace(/[^a-z]/g, "");
    const set = POSIX[anyCase && /^(?:low|upp)er$/.test(name) ? "alpha" : name];
    if (set === undefined || posix.includes("^")) throw new Untranslatable();
    return { set };
  }
  const character = text.next();
  if (character !== "\\") return { one: character };
  const code = text.takeCode();
  if (code !== undefined) return { one: code };
  const octal = text.takeMatch(/[1-7][0-7]{0,2}/y);
  if (octal !== undefined) return { one: String.fromCodePoint(parseInt(octal, 8)) };
  const property = text.takeProperty();
  if (property !== undefined) {
    const set = propertySet(property.name, anyCase);
    if (set === undefined) throw new Untranslatable();
    if (!property.negated) return { set };
    // Only a property itself can be negated within a class.
    if (!/^\\p\{[^}]*\}$/.test(set)) throw new Untranslatable();
    return { set: set.replace("p", "P") };
  }
  const letter = text.next();
  if (letter === "E") return undefined;
  if (letter === "h") return { set: HORIZONTAL };
  if (letter === "b") return { one: "\b" };
  if (/[dDwWsS]/.test(letter)) return { set: `\\${letter}` };
  if (/[nrtfv0]/.test(letter)) return { one: CONTROL[letter] ?? "\0" };
  if (/[A-Za-z\d]/.test(letter)) throw new Untranslatable();
  return { one: letter };
}

const CONTROL: Record<string, string> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };
