import { stringRules, limitsOn, sources } from "../rule-rows.ts";
import { goForms, javaForms, phpForms, standardForms as standard } from "./readers.ts";
import { rubyForms } from "./ruby-readers.ts";
import { pythonForms } from "./python-readers.ts";

const { dotnet, ecma, go, java, php, pydantic1, pydantic2, python, rfc, ruby, zod } = sources;
const ZONE = "%Y-%m-%dT%H:%M:%S%z";
const UTC = "%Y-%m-%dT%H:%M:%S.%fZ";

export const dateTimeRules = stringRules("date-time")`
  ${rfc}3339#section-5.6
  rfc3339 | RFC 3339 in upper case | ${standard.rfc3339}
  rfc3339-any-case | RFC 3339, t and z too | ${standard.rfc3339AnyCase}
  rfc3339-leap-second | RFC 3339, t and z and second 60 too | ${standard.rfc3339LeapSecond}
  rfc3339-unchecked | a pattern of RFC 3339 without the calendar | ${standard.rfc3339Unchecked}
  utc | RFC 3339 in UTC: Z only | ${standard.utc}
  milliseconds | RFC 3339 in UTC with three fraction digits | ${standard.milliseconds}
  milliseconds-js | a pattern of RFC 3339 in UTC with three fraction digits, then Date.parse, which accepts 30 February | ${standard.millisecondsJs}
  milliseconds-unchecked | a pattern of RFC 3339 in UTC with three fraction digits, without the calendar | ${standard.millisecondsUnchecked}
  seconds | RFC 3339 in UTC without a fraction | ${standard.seconds}
  or-date | RFC 3339, or a date alone | ${standard.dateTimeOrDate}
  ISO 8601-1:2019 section 5.4.2.1
  iso8601 | ISO 8601, extended format: seconds and zone are optional | ${standard.iso8601}
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`date-time\`, as in Fastify | ${standard.ajv} | fastify date-time
  ${zod}#iso-datetimes
  zod | zod iso.datetime() | ${standard.zod} | zod iso.datetime
  zod-offset | zod iso.datetime() with offsets | ${standard.zodOffset} | zod iso.datetime offset
  zod-local | zod iso.datetime(), local too | ${standard.zodLocal} | zod iso.datetime local
  ${ecma}date.parse
  js-parse | ECMAScript's Date.parse | ${standard.jsDate} | js Date.parse
  js-same | exactly what toISOString() writes | ${standard.jsSame} | js toISOString same
  ${go}time#Parse
  go-rfc3339 | Go's time.Parse(time.RFC3339) | ${goForms.rfc3339} | go RFC3339 & go time.Time JSON
  go-rfc3339-nano | Go's time.Parse(time.RFC3339Nano) | ${goForms.rfc3339Nano} | go RFC3339Nano
  go-local | Go's time.Parse without a zone | ${goForms.local} | go 2006-01-02T15:04:05
  go-space | Go's time.Parse with a space and without a zone | ${goForms.space} | go 2006-01-02 15:04:05
  go-utc | Go's time.Parse with Z | ${goForms.utc} | go 2006-01-02T15:04:05Z
  ${python}datetime.html#datetime.datetime.fromisoformat
  python-3.10 | Python's fromisoformat before 3.11 | ${pythonForms.fromIsoFormatOld} | python3.10 fromisoformat
  python | Python's fromisoformat since 3.11 | ${pythonForms.fromIsoFormat} | python3.{11,13} fromisoformat
  ${python}datetime.html#strftime-and-strptime-behavior
  python-strptime-zone | Python's strptime(${ZONE}) | ${pythonForms.strptimeZone} | python3.{10,11,13} strptime ${ZONE}
  python-strptime-utc | Python's strptime(${UTC}) | ${pythonForms.strptimeUtc} | python3.{10,11,13} strptime ${UTC}
  ${pydantic1}#datetime-types
  pydantic1 | pydantic 1 \`datetime\` | ${pythonForms.pydantic1} | pydantic1 datetime
  ${pydantic2}#datetime
  pydantic2 | pydantic 2 \`datetime\` | ${pythonForms.pydantic2} | pydantic2 datetime
  ${java}time/format/DateTimeFormatter.html
  java-instant | Java's Instant.parse | ${javaForms.instant} | java Instant.parse
  java-offset | Java's OffsetDateTime.parse | ${javaForms.offset} | java OffsetDateTime.parse
  java-zoned | Java's ZonedDateTime.parse | ${javaForms.zoned} | java ZonedDateTime.parse
  java-local | Java's LocalDateTime.parse | ${javaForms.local} | java LocalDateTime.parse
  ${dotnet}datetimeoffset.tryparseexact
  dotnet-round-trip | .NET's round-trip format \`o\` | ${javaForms.dotnetRoundTrip} | dotnet DateTime o & dotnet DateTimeOffset o
  ${php}datetimeimmutable.createfromformat.php
  php-atom | PHP's DATE_ATOM | ${phpForms.atom} | php ATOM
  php-atom-same | PHP's DATE_ATOM, written back the same | ${phpForms.atomSame} | php ATOM same
  php-extended | PHP's DATE_RFC3339_EXTENDED | ${phpForms.extended} | php RFC3339_EXTENDED
  php-atom-rolled | PHP's DATE_ATOM, dates out of the calendar roll over | ${phpForms.atomRolled} | php ATOM rolled
  php-extended-rolled | PHP's DATE_RFC3339_EXTENDED, dates out of the calendar roll over | ${phpForms.extendedRolled} | php RFC3339_EXTENDED rolled
  php-space | PHP's Y-m-d H:i:s | ${phpForms.space} | php Y-m-d H:i:s
  ${ruby}Time.html#method-c-iso8601
  ruby-time | Ruby's Time.iso8601 | ${rubyForms.time} | ruby Time.iso8601
  ${ruby}DateTime.html#method-c-rfc3339
  ruby-rfc3339 | Ruby's DateTime.rfc3339 | ${rubyForms.rfc3339} | ruby DateTime.rfc3339
  https://metacpan.org/pod/DateTime::Format::RFC3339
  perl | Perl's DateTime::Format::RFC3339 | ${rubyForms.perl} | perl DateTime::Format::RFC3339
  RFC 8259 section 7
  string-any | any string | accepted
  string-not-empty | any string that is not empty | ${(text) => text !== ""}
  string-refused | strings are refused | refused
`;

const FRACTION = /[.,](\d+)(?:[Zz]|[+-][\d:]+)?$/;

export const dateTimeLimits = limitsOn("date-time")`
  digits | limits | fraction digits | ${rfc}3339#section-5.6 | ${({ content }) => (content === undefined ? undefined : (FRACTION.exec(content)?.[1]?.length ?? 0))}
`;
