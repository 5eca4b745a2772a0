import { casesOf, rows } from "../rows.ts";
import {
  halfClose,
  pathNowhere,
  read,
  sendBytes,
  wire,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import type { FieldSlot } from "../../src/kinds/index.ts";
import { slice, type Template } from "../../src/template/index.ts";
import type { RawStep } from "../../src/model/index.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const reads = (count: number) => numbers(count).map(() => read());
const stated = (on: Requests, count: number): Template =>
  numbers(count).flatMap((nth) => on.nthMessage(nth));

type Middle = [name: string, what: string, message: Template];

function middleOnes(on: Requests): Middle[] {
  const nowhere = pathNowhere(on);
  return rows`
  ${on.hasBody ? otherBodies(on) : []}
  ${ifOther(on, "GET", (): Middle => ["get", "a GET", on.bodyless("GET")])}
  nowhere | one to ${nowhere} | ${on.nthMessage(1, { line: on.requestLine({ path: [{ target: "prefix" }, nowhere] }) })}
  length-word | one whose Content-Length is a word | ${on.nthMessage(1, { change: { "Content-Length": "some" } })}
  noise | a line that is not a request | ${["some noise\r\n\r\n"]}
  empty-line | an empty line | ${["\r\n"]}
`;
}

function otherBodies(on: Requests): Middle[] {
  const literal = (body: string): Template => on.message([body], Buffer.byteLength(body));
  const last = on.fields.at(-1);
  return rows`
  cut-json | one whose JSON ends early | ${literal(last === undefined ? "[" : cutJson(on, last))}
  empty-object | one whose body is {} | ${literal("{}")}
  empty-body | one with an empty body | ${literal("")}
`;
}

/** A document with plain numbers that ends before its last value. */
const cutJson = (on: Requests, last: FieldSlot): string =>
  `{${on.fields.map(({ key = "" }, index) => `${JSON.stringify(key)}:${on.fields[index] === last ? "" : index + 1}`).join(",")}`;

/** Only if it is not the stated method. */
const ifOther = <Made>(
  { interface: { method } }: Requests,
  other: string,
  make: () => Made,
): Made[] => (method === other ? [] : [make()]);

const counts = (on: Requests): CaseDefinition[] =>
  [2, 3, 5, 10, 20, 50, 100].map((count) => ({
    name: `pipelined-${count}`,
    reason: `requests in one write, with different ids: ${count}`,
    family: "pipelined",
    rung: { axis: "pipelined requests", at: String(count), unit: "requests" },
    request: wire(sendBytes(stated(on, count)), ...reads(count)),
  }));

const middles = (on: Requests): CaseDefinition[] =>
  middleOnes(on).map(([name, what, between]) => ({
    name: `pipelined-middle-${name}`,
    reason: `three messages in one write, the second is ${what}`,
    family: "pipelined-middle",
    clauses: ["behaviour", "error-conditions", "response-status"],
    request: wire(
      sendBytes([...on.nthMessage(0), ...between, ...on.nthMessage(2)]),
      ...reads(name === "empty-line" ? 2 : 3),
    ),
  }));

type Other = [name: string, reason: string, steps: RawStep[]];

function others(on: Requests): Other[] {
  const { method } = on.interface;
  const get = on.bodyless("GET");
  const one = on.nthMessage(1);
  const closing = (nth: number): Template =>
    on.nthMessage(nth, { change: { Connection: "close" } });
  return rows`
  cut-second | one write ends inside the second request, another brings the rest | ${[sendBytes([...on.nthMessage(0), slice(one, 0, 60)]), read(), sendBytes([slice(one, 60)]), read()]}
  close-first | two requests in one write, the first with Connection: close | ${[sendBytes([...closing(0), ...one]), ...reads(2)]}
  close-last | two requests in one write, the second with Connection: close | ${[sendBytes([...on.nthMessage(0), ...closing(1)]), ...reads(2)]}
  ${ifOther(on, "GET", (): Other => [
    `get-${method.toLowerCase()}`,
    `a GET and a ${method} in one write`,
    [sendBytes([...get, ...on.nthMessage(0)]), ...reads(2)],
  ])}
  ${ifOther(on, "GET", (): Other => [
    `${method.toLowerCase()}-get`,
    `a ${method} and a GET in one write`,
    [sendBytes([...on.nthMessage(0), ...get]), ...reads(2)],
  ])}
  bytes | two requests, every byte a write of its own | ${[sendBytes([...on.nthMessage(0), ...one], { pieces: "bytes" }), ...reads(2)]}
  half-close | ten requests in one write, then this side stops sending | ${[sendBytes(stated(on, 10)), halfClose(), ...reads(10)]}
`;
}

/** Several requests before the first response. */
export const pipelined = (on: Requests): CaseDefinition[] => [
  ...counts(on),
  ...middles(on),
  ...casesOf("pipelined", others(on), (steps) => wire(...steps), { family: "pipelined-other" }),
];
