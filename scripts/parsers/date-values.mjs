// Values for tables of dates and date-times.
import { chosen } from "./chosen.mjs";
import { different, misspelled } from "./drawing.mjs";

const YEARS = chosen("years");
const MONTHS = ["01", "02", "05", "06", "12", "00", "13", "1", "9", "012", "11", "04"];
const DAYS = ["01", "17", "28", "29", "30", "31", "00", "32", "1", "9", "001", "15"];
const HOURS = ["00", "10", "23", "24", "25", "1", "010", "12"];
const SIXTIES = ["00", "20", "30", "59", "60", "61", "5", "020", "01"];
const BETWEEN = ["T", "t", " ", "  ", "_", "", "\t", "-", "TT", "\u00a0", "/"];
const FRACTIONS = chosen("fractions");
const ZONES = chosen("zones");
const NORMAL = { between: "T", hour: "10", minute: "20", second: "30", fraction: "", zone: "Z" };
const CHARACTERS = [..."0123456789-:+.,TZtz /_W\u2212\uff11\u0661"];

const OTHERS = chosen("dates");

const dateText = ({ pick, maybe, integer }, oddly) => {
  const two = (from, to) => String(integer(from, to)).padStart(2, "0");
  const year = maybe(oddly, 12) ? pick(YEARS) : String(integer(1970, 2099));
  const month = maybe(oddly, 10) ? pick(MONTHS) : two(1, 12);
  const day = maybe(oddly, 8) ? pick(DAYS) : two(1, 31);
  return [year, month, day].join(maybe(oddly, 40) ? pick(["/", "", ".", " ", "\u2212"]) : "-");
};

/** Forms that only some parsers read, with usual values. */
function usualText({ pick, maybe, integer, digits }) {
  const moment = new Date(integer(0, 2_000_000_000) * 1000).toISOString().slice(0, 19);
  const apart = maybe(1, 4) ? moment.replace("T", " ") : moment;
  const count = pick([0, 0, 1, 3, 3, 6, 7, 7, 9]);
  return (
    apart +
    (count > 0 ? `.${digits(count)}` : "") +
    pick(["Z", "Z", "", "+00:00", "-08:00", "+05:30"])
  );
}

function dateTimeText(draw) {
  const { pick, maybe, integer } = draw;
  if (maybe(1, 4)) return usualText(draw);
  const two = (to) => String(integer(0, to)).padStart(2, "0");
  const oddly = draw.pick([0, 1, 2, 3]);
  const hour = maybe(oddly, 10) ? pick(HOURS) : two(23);
  const minute = maybe(oddly, 10) ? pick(SIXTIES) : two(59);
  const second = maybe(oddly, 8) ? pick(SIXTIES) : two(59);
  const between = maybe(oddly, 10) ? pick(BETWEEN) : "T";
  const fraction = maybe(1, 3) ? pick(FRACTIONS) : "";
  const zone = maybe(1, 2) ? pick(ZONES) : "Z";
  const time = maybe(oddly, 40)
    ? pick([hour, `${hour}:${minute}`, `${hour}${minute}${second}`])
    : `${hour}:${minute}:${second}`;
  const text = dateText(draw, oddly) + between + time + fraction + zone;
  return maybe(oddly, 20) ? misspelled(draw, text, CHARACTERS) : text;
}

/** One part at a time differs from a plain date-time. */
function oneOff() {
  const of = (parts) => {
    const {
      year = "2024",
      month = "05",
      day = "17",
      between,
      hour,
      minute,
      second,
      fraction,
      zone,
    } = { ...NORMAL, ...parts };
    return `${year}-${month}-${day}${between}${hour}:${minute}:${second}${fraction}${zone}`;
  };
  return [
    ...YEARS.flatMap((year) => [
      of({ year }),
      of({ year, month: "02", day: "29" }),
      of({ year, zone: "+01:00" }),
    ]),
    ...MONTHS.flatMap((month) => DAYS.map((day) => of({ month, day }))),
    ...HOURS.flatMap((hour) => [of({ hour }), of({ hour, minute: "00", second: "00" })]),
    ...SIXTIES.flatMap((at) => [
      of({ minute: at }),
      of({ second: at }),
      of({ hour: "23", minute: "59", second: at }),
    ]),
    ...BETWEEN.map((between) => of({ between })),
    ...FRACTIONS.flatMap((fraction) => ZONES.map((zone) => of({ fraction, zone }))),
    ...ZONES.flatMap((zone) => [
      of({ zone, between: " " }),
      of({ zone, year: "0001", month: "01", day: "01" }),
      of({ zone, year: "9999", month: "12", day: "31", hour: "23" }),
    ]),
  ];
}

/** Texts of date-times, right and nearly right. */
export const dateTimeValues = (draw) =>
  different(4000, [...OTHERS, ...oneOff()], () => dateTimeText(draw));

/** Texts of dates. */
export function dateValues(draw) {
  const chosen = [
    ...OTHERS,
    ...YEARS.flatMap((year) =>
      MONTHS.flatMap((month) => ["01", "29", "31"].map((day) => `${year}-${month}-${day}`)),
    ),
    ...MONTHS.flatMap((month) => DAYS.map((day) => `2024-${month}-${day}`)),
    ...ZONES.map((zone) => `2024-05-17${zone}`),
    ...BETWEEN.flatMap((between) =>
      ["00:00", "00:00:00", "10:20:30", "00:00:00Z", "00:00:00.000Z", "24:00:00"].map(
        (time) => `2024-05-17${between}${time}`,
      ),
    ),
  ];
  return different(2600, chosen, () => {
    const text = dateText(draw, draw.pick([0, 2, 4]));
    return draw.maybe(1, 5) ? misspelled(draw, text, CHARACTERS) : text;
  });
}
