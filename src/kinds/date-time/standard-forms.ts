import { form, isMoment, momentOf, part, readsMoment } from "./moment-form.ts";

const { date, time, fraction, offset } = part;
const RFC = form([date, "T", time, fraction, `(?:Z|${offset})`]);
const RFC_ANY_CASE = form([date, "T", time, fraction, `(?:Z|${offset})`], "i");
const AJV = form([
  date,
  "[Tt\\s]",
  time,
  fraction,
  "(?:[Zz]|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::?(?<offsetMinute>\\d\\d))?)",
]);

/** A leap second is the last one of a day in UTC. */
function isAjv(text: string): boolean {
  const moment = momentOf(AJV, text);
  if (moment === undefined || !isMoment(moment, { lastSecond: 60 })) return false;
  if (moment.second < 60) return true;
  const from = moment.sign === "-" ? -1 : 1;
  const minutes =
    moment.hour * 60 + moment.minute - from * (moment.offsetHour * 60 + moment.offsetMinute);
  return (minutes + 1440) % 1440 === 1439;
}

const optionalSeconds = `(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)${fraction})?`;
const zod = (zone: string): ((text: string) => boolean) =>
  readsMoment(form([date, "T", time, fraction, zone]));
const local = readsMoment(form([date, "T", optionalSeconds]));

const MILLISECONDS = form([date, "T", time, "\\.(?<fraction>\\d{3})", "Z"]);

const jsMoment = (text: string): number => Date.parse(text);

/** Readers of date-times by a standard or a schema. */
export const standardForms = {
  rfc3339: readsMoment(RFC),
  rfc3339AnyCase: readsMoment(RFC_ANY_CASE),
  rfc3339LeapSecond: readsMoment(RFC_ANY_CASE, { lastSecond: 60 }),
  rfc3339Unchecked: (text: string): boolean => RFC.test(text),
  utc: readsMoment(form([date, "T", time, fraction, "Z"])),
  milliseconds: readsMoment(MILLISECONDS),
  millisecondsJs: (text: string): boolean =>
    MILLISECONDS.test(text) && Number.isFinite(jsMoment(text)),
  millisecondsUnchecked: (text: string): boolean => MILLISECONDS.test(text),
  seconds: readsMoment(form([date, "T", time, "Z"])),
  iso8601: readsMoment(
    form([
      date,
      "T",
      optionalSeconds,
      `(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::(?<offsetMinute>\\d\\d))?)?`,
    ]),
    { endOfDay: true },
  ),
  dateTimeOrDate: readsMoment(form([`${date}(?:T${time}${fraction}(?:Z|${offset}))?`])),
  ajv: isAjv,
  zod: zod("Z"),
  zodOffset: zod(`(?:Z|${offset})`),
  zodLocal: (text: string): boolean => zod("Z")(text) || local(text),
  jsDate: (text: string): boolean => Number.isFinite(jsMoment(text)),
  jsSame: (text: string): boolean =>
    Number.isFinite(jsMoment(text)) && new Date(jsMoment(text)).toISOString() === text,
};
