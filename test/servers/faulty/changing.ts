import { mersenne } from "pure-rand/generator/mersenne";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { jsonReply, seenBefore, sendReply } from "../../../src/servers/json-server.ts";
import { afterEachRequest } from "./after-request.ts";
import { complete } from "./expected.ts";
import type { Faulty } from "./faulty-server.ts";
import { startMortal } from "./mortal.ts";

const STATUSES = [201, 400, 422, 500];
const CREATED = jsonReply(201, { status: 201 });
const SEED = 7;
const HUNDRED = 100;
const REMEMBERED_IDS = 3;
const MOST_DELAY_MS = 2000;
const REQUESTS_OF_A_LIFE = 300;
const DEAD_FOR_MS = 200;

const idIn = (body: Buffer): string | undefined => /"id"\s*:\s*(\d+)/.exec(body.toString())?.[1];

/** Servers whose response to the same request changes. */
export const changing = {
  unstable: {
    about: "picks one of 201, 400, 422 and 500 at random",
    expected: complete("201", "400", "422", "500"),
    start: () => {
      const random = mersenne(SEED);
      return afterEachRequest(({ response }) => {
        const status = STATUSES[uniformInt(random, 0, STATUSES.length - 1)] ?? 201;
        sendReply(response, jsonReply(status, { status }));
      });
    },
  },
  "rate-limiter": {
    about: "sends 429 to the second half of each hundred requests",
    expected: complete("201", "429"),
    start: () => {
      const limited = jsonReply(429, { status: 429 }, { "Retry-After": "1" });
      return afterEachRequest(({ response, count }) =>
        sendReply(response, (count - 1) % HUNDRED < HUNDRED / 2 ? CREATED : limited),
      );
    },
  },
  "forgets-ids": {
    about: "sends 409 to an id among the last 3, and forgets older ones",
    expected: complete("201"),
    start: () => {
      const recent = seenBefore(REMEMBERED_IDS);
      const conflict = jsonReply(409, { status: 409 });
      return afterEachRequest(({ response, body }) =>
        sendReply(response, recent(idIn(body)) ? conflict : CREATED),
      );
    },
  },
  "leading-zeros": {
    about: "returns the id with leading zeros, which is not JSON",
    expected: complete("201"),
    start: () =>
      afterEachRequest(({ response, body }) => {
        const text = `{"id":000${idIn(body) ?? ""}}`;
        sendReply(response, { ...CREATED, body: text });
      }),
  },
  slowing: {
    about: "responds 1 ms later each time, up to 2 s",
    expected: complete("201"),
    start: () =>
      afterEachRequest(({ response, count }) => {
        setTimeout(() => sendReply(response, CREATED), Math.min(count, MOST_DELAY_MS));
      }),
  },
  "dies-then-back": {
    about: "drops every connection at each 300th request, and listens again 200 ms later",
    expected: {
      // A valid request may be among the dropped ones, and then some verbs lose the target.
      accepts: ["held", "not-held"],
      outcomes: ["201", "closed", "reset", "refused"],
      exits: {
        run: [0, 1, 3],
        gate: [0, 1, 3],
        load: [0, 3],
        explore: [0, 1, 3],
        compare: [0, 1, 3],
      },
    },
    start: () => {
      let requests = 0;
      const trigger = () => (requests += 1) % REQUESTS_OF_A_LIFE === 0;
      return startMortal(trigger, DEAD_FOR_MS);
    },
  },
} satisfies Record<string, Faulty>;
