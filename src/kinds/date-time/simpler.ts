import { bytes, type Template } from "../../template/index.ts";
import { stringOf } from "../json-types.ts";
import type { Slot } from "../kind.ts";
import { datePartsOf } from "./parts.ts";
import type { DateTimeType } from "./type.ts";

const PARTS = /^([+-]?\d+)(-\d+)(-\d+)(\D{0,2})(\d*)(:?\d*)(:?\d*)([.,]?\d*)([^\d.,][^]*|)$/;

/** The valid date-time with one part of this text: zone, fraction, seconds, up to the year. */
export function simplerDateTimes(slot: Slot<DateTimeType>, text: string): Template[] {
  const given = stringOf(text);
  if (given === undefined) return [['""']];
  const { cut, day, stamp, seconds, fraction, length } = datePartsOf(slot);
  const [, year = "", month, dayOfMonth, separator, hour, minute, second, digits, zone] =
    PARTS.exec(given) ?? [];
  if (year === "") return [['""'], bytes`"${day}"`];
  const last = cut(length - 1, length);
  return [
    bytes`"${stamp}${zone ?? ""}"`,
    bytes`"${seconds}${digits ?? ""}${last}"`,
    bytes`"${seconds}${digits ?? ""}${zone ?? ""}"`,
    bytes`"${cut(0, 16)}${second ?? ""}${fraction}"`,
    bytes`"${cut(0, 13)}${minute ?? ""}${cut(16)}"`,
    bytes`"${cut(0, 11)}${hour ?? ""}${cut(13)}"`,
    bytes`"${cut(0, 10)}${separator ?? ""}${cut(11)}"`,
    bytes`"${cut(0, 7)}${dayOfMonth ?? ""}${cut(10)}"`,
    bytes`"${cut(0, 4)}${month ?? ""}${cut(7)}"`,
    bytes`"${year}${cut(4)}"`,
  ];
}
