import { parseArgs } from "node:util";
import { judgePlanted } from "../../test/observe/judge-planted.ts";
import { FAMILIES, type Family, plantedMachines } from "../../test/servers/planted-machines.ts";

const { values: given } = parseArgs({
  options: {
    seeds: { type: "string", default: "1" },
    from: { type: "string", default: "1" },
    only: { type: "string", default: FAMILIES.join(",") },
    "max-requests": { type: "string", default: "5000" },
  },
});
const only = given.only.split(",") as Family[];
const unknown = only.filter((each) => !FAMILIES.includes(each));
if (unknown.length > 0)
  throw new Error(`unknown: ${unknown.join(", ")}; known: ${FAMILIES.join(", ")}`);

/** Most of the time is pauses. */
const TOGETHER = 3;
const MOST_EACH = 25;

const first = Number(given.from);
const seeds = Array.from({ length: Number(given.seeds) }, (_, nth) => first + nth);
const waiting = seeds
  .flatMap((seed) => plantedMachines(seed))
  .filter(({ family }) => only.includes(family));
const rows = new Map(
  only.map((family) => [family, { of: 0, exact: 0, over: 0, most: 0, requests: 0 }]),
);
let failures = 0;

await Promise.all(
  Array.from({ length: TOGETHER }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { wrong, each, requests } = await judgePlanted(next, Number(given["max-requests"]));
      const row = rows.get(next.family);
      if (row === undefined) continue;
      row.of += 1;
      row.requests += requests;
      row.most = Math.max(row.most, each);
      if (each > MOST_EACH) {
        row.over += 1;
        console.log(`${next.name}: ${each.toFixed(1)} requests for each state and letter`);
      }
      if (wrong.length === 0) row.exact += 1;
      else {
        failures += 1;
        console.log(`${next.name}: ${wrong.join("; ")}`);
      }
    }
  }),
);

for (const [family, { of, exact, over, most, requests }] of rows)
  console.log(
    `${family}: ${exact} of ${of} exact; ${over} needed more than ${MOST_EACH} requests for each state and letter, at most ${most.toFixed(1)}; ${requests} requests`,
  );
process.exitCode = failures > 0 ? 1 : 0;
