import { expect, test } from "vitest";
import { parseBaseUrl, Secret, userSubmission, withGiven } from "../../src/contract/index.ts";
import { requestBytes, requestsOf } from "../../src/generate/index.ts";
import { Suite } from "../../src/model/index.ts";
import { suitesFor } from "../index.ts";
import { givenCases } from "../credentials.ts";

const from = withGiven(userSubmission, ["Authorization", "X-Api-Key"]);
const headers = new Map([
  ["authorization", new Secret("Bearer t/1")],
  ["x-api-key", new Secret("k 2")],
]);
const filling = {
  interface: from,
  target: { ...parseBaseUrl("http://127.0.0.1:1"), route: { headers } },
  firstId: 123_456_789,
  fresh: 0,
};

/** Request target and credentials of each case, as they are sent. */
const sent = new Map(
  givenCases(requestsOf(from)).map(({ name, request }) => {
    const text = Buffer.concat(requestBytes(request, filling)).toString("latin1");
    const lines = text.split("\r\n").filter((line) => /^(authorization|x-api-key):/i.test(line));
    const query = /\?(\S+) HTTP/.exec(text)?.[1];
    return [name, query === undefined ? lines : [`?${query}`, ...lines]];
  }),
);

const AUTHORIZATION = "Authorization: Bearer t/1";
const KEY = "X-Api-Key: k 2";

test.each([
  ["given-none", []],
  ["given-authorization-none", [KEY]],
  ["given-x-api-key-none", [AUTHORIZATION]],
  ["given-authorization-wrong", ["Authorization: Bearer wrong", KEY]],
  ["given-authorization-twice", [AUTHORIZATION, KEY, AUTHORIZATION]],
  ["given-authorization-wrong-before", ["Authorization: Bearer wrong", AUTHORIZATION, KEY]],
  ["given-authorization-wrong-after", [AUTHORIZATION, KEY, "Authorization: Bearer wrong"]],
  ["given-authorization-other-scheme", ["Authorization: Negotiate t/1", KEY]],
  ["given-authorization-no-scheme", ["Authorization: t/1", KEY]],
  ["given-authorization-scheme-alone", ["Authorization: Bearer ", KEY]],
  ["given-authorization-in-query", ["?access_token=t%2F1", KEY]],
  ["given-x-api-key-in-query", ["?x_api_key=k%202", AUTHORIZATION]],
])("%s", (name, expected) => {
  expect(sent.get(name)).toEqual(expected);
});

test("without given headers there is none of them", () => {
  expect(givenCases(requestsOf(userSubmission))).toEqual([]);
});

test("every suite of an interface with given headers is valid, and no case of it has a value", () => {
  for (const suite of suitesFor(from)) {
    const { properties: _properties, ...cases } = suite;
    expect(Suite.omit({ properties: true }).safeParse(cases).error).toBeUndefined();
    for (const { id, request } of suite.cases)
      expect([id, Buffer.concat(requestBytes(request, filling)).includes("\0given")]).toEqual([
        id,
        false,
      ]);
  }
});
