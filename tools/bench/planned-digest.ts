import { createHash } from "node:crypto";
import { interfaceOf, parseBaseUrl } from "../../src/contract/index.ts";
import { render, renderSend, type Filling } from "../../src/generate/index.ts";
import type { Case, RunHeader } from "../../src/model/index.ts";
import { findRunFile, readRun } from "../../src/record/index.ts";
import { FIRST_PLANNED } from "../../src/observe/index.ts";

/** The planned sendings of a record: how many, how many of them twice, and one hash of all their bytes. */
export type PlannedDigest = { sent: number; twice: number; sha256: string };

/** Reads a record. The hash does not depend on the order in which it was written. */
export async function plannedDigest(folder: string): Promise<PlannedDigest> {
  const chosen = new Map<string, Case>();
  const bySending = new Map<number, string>();
  let drawn: Case | undefined;
  let header: RunHeader | undefined;
  let twice = 0;
  await readRun(findRunFile(folder), (record) => {
    if (record.type === "header") header = record;
    if (record.type === "case") {
      if (record.case.generated === undefined) chosen.set(record.case.id, record.case);
      else drawn = record.case;
    }
    if (record.type !== "observation" || record.check !== undefined) return;
    const planned = record.planned ?? record.fresh;
    const sent = chosen.get(record.case) ?? (drawn?.id === record.case ? drawn : undefined);
    if (planned < FIRST_PLANNED || sent === undefined || header === undefined) return;
    const filling = {
      interface: interfaceOf(header),
      target: parseBaseUrl("http://127.0.0.1:1"),
      firstId: header.firstId,
      fresh: record.fresh,
    };
    if (bySending.has(planned)) twice += 1;
    bySending.set(planned, requestHash(sent, filling));
  });
  const hash = createHash("sha256");
  for (const [planned, each] of [...bySending].toSorted(([a], [b]) => a - b))
    hash.update(`${planned} ${each}\n`);
  return { sent: bySending.size, twice, sha256: hash.digest("hex") };
}

/** A hash of the bytes that a case sends with these values. */
export function requestHash({ id, request }: Case, filling: Filling): string {
  const hash = createHash("sha256").update(id);
  if (request.sender === "client") {
    hash.update(JSON.stringify([request.method, request.headers]));
    if (typeof request.path !== "string") hash.update(render(request.path ?? [], filling));
    hash.update(render(request.body, filling));
  } else
    for (const step of request.steps)
      if (step.do === "send") hash.update(renderSend(step, filling));
      else hash.update(JSON.stringify(step));
  return hash.digest("base64");
}
