import { DATE, ID, date, id, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { message, nthUser } from "../../src/generate/user-submission.ts";
import { head, requestLine, send } from "../../src/generate/user-submission.ts";
import { pause, read, sendBytes, wire } from "../../src/generate/steps.ts";
import type { RawStep } from "../../src/model/request.ts";
import type { Template } from "../../src/template/template.ts";

const again = (count: number, step: (index: number) => RawStep[]) =>
  Array.from({ length: count }, (_, index) => step(index)).flat();
const onOne = (count: number) => again(count, () => [send(), read()]);
const onEach = (count: number) => again(count, (on) => [send({ on }), read({ on })]);
const OTHER_DATE = user({ date: bytes`"${date(1)}"` });
const QUERY = head({ line: requestLine({ path: [{ target: "path" }, "?again=1"] }) });

const WHOLE: [name: string, reason: string, steps: RawStep[]][] = [
  ["same-id-twice", "the same request twice on one connection", onOne(2)],
  ["same-id-3-times", "the same request three times on one connection", onOne(3)],
  ["same-id-5-times", "the same request five times on one connection", onOne(5)],
  [
    "same-id-two-connections",
    "the same request on two connections, one after the other",
    onEach(2),
  ],
  [
    "same-id-3-connections",
    "the same request on three connections, one after the other",
    onEach(3),
  ],
  ["same-id-5-connections", "the same request on five connections, one after the other", onEach(5)],
  [
    "same-id-pipelined",
    "the same request twice in one write",
    [sendBytes([...message(), ...message()]), read(), read()],
  ],
  [
    "same-id-after-250-ms",
    "the same request twice, 250 ms between them",
    [send(), read(), pause(250), send(), read()],
  ],
  [
    "same-id-between-other",
    "the same request twice, another id between them",
    [send(), read(), send({ body: nthUser(1) }), read(), send(), read()],
  ],
  [
    "same-id-other-query",
    "the same request twice, the second with a query",
    [send(), read(), send({ head: QUERY }), read()],
  ],
  [
    "same-id-unread",
    "the same request on two connections, the first response read last",
    [send(), send({ on: 1 }), read({ on: 1 }), read()],
  ],
];

const SECOND: [name: string, reason: string, body: Template][] = [
  ["same-id-other-date", "the same id twice with two dates", OTHER_DATE],
  ["same-date-other-id", "the same date twice with two ids", user({ id: [id(1)] })],
  ["other-id-other-date", "two requests with different ids and dates", nthUser(1)],
  ["same-id-dot-zero", "the same id again, written with .0", user({ id: bytes`${ID}.0` })],
  ["same-id-exponent", "the same id again, written with e0", user({ id: bytes`${ID}e0` })],
  ["same-id-as-text", "the same id again, as a string", user({ id: bytes`"${ID}"` })],
  ["same-id-minus", "the same digits again with a minus sign", user({ id: bytes`-${ID}` })],
  ["same-id-fraction", "the same id again with .5 after it", user({ id: bytes`${ID}.5` })],
  ["same-id-keys-reversed", "the same id again, date first", bytes`{"date":"${DATE}","id":${ID}}`],
  [
    "same-id-spaces",
    "the same request again with white space",
    bytes`{ "id" : ${ID} , "date" : "${DATE}" }`,
  ],
  [
    "same-id-escaped-key",
    "the same request again with an escape in a key",
    bytes`{"\u0069d":${ID},"date":"${DATE}"}`,
  ],
  [
    "same-id-more-fields",
    "the same request again with a further field",
    bytes`{"id":${ID},"date":"${DATE}","more":1}`,
  ],
  ["same-id-without-date", "the same id again without date", bytes`{"id":${ID}}`],
  ["same-id-null-date", "the same id again with date null", user({ date: "null" })],
];

const FIRST: [name: string, reason: string, body: Template][] = [
  ["first-without-date", "the id comes first without date, then as stated", bytes`{"id":${ID}}`],
  ["first-null-date", "the id comes first with date null, then as stated", user({ date: "null" })],
  ["first-as-text", "the id comes first as a string, then as stated", user({ id: bytes`"${ID}"` })],
  [
    "first-cut",
    "the request comes first with the last brace missing",
    bytes`{"id":${ID},"date":"${DATE}"`,
  ],
];

const family = "same";

/** The same request, or nearly the same, one after the other. */
export const same: CaseDefinition[] = [
  ...WHOLE.map(([name, reason, steps]) => ({ name, reason, family, request: wire(...steps) })),
  ...SECOND.map(([name, reason, body]) => ({
    name,
    reason,
    family,
    request: wire(send(), read(), send({ body }), read()),
  })),
  ...FIRST.map(([name, reason, body]) => ({
    name,
    reason,
    family,
    request: wire(send({ body }), read(), send(), read()),
  })),
];
