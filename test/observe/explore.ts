import { expect } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { emptyFold, foldRecord, type RunFold } from "../../src/analyse/index.ts";
import { interfaceOf, parseBaseUrl, userSubmission } from "../../src/contract/index.ts";
import { DEFAULT_CAPS } from "../../src/options/index.ts";
import {
  RUN_FORMAT,
  type AxisFinding,
  type CaseRequest,
  type Divergence,
  type ExplorePlan,
  type Finding,
  type Interface,
  type Suite,
} from "../../src/model/index.ts";
import { familyOf, requestBytes, simplerRequests } from "../../src/generate/index.ts";
import { perInterface } from "../../src/generate/layout.ts";
import { exploreTogether } from "../../src/jobs/explore.ts";
import { validCases } from "../../src/jobs/plan-suites.ts";
import { Dispatcher } from "../../src/observe/index.ts";

/** Made once for all explorations of a file. */
const catalogueOf = perInterface(suitesFor);

type Given = Partial<ExplorePlan> & {
  seed?: number;
  suites?: readonly Suite[];
  /** The built-in one by default. */
  interface?: Interface;
};

/**
 * Explores servers like `witness explore`, with the record in memory; returns the folds of their
 * runs.
 */
export async function explored(urls: string[], given: Given): Promise<RunFold[]> {
  const { seed = 1, interface: from = userSubmission, ...rest } = given;
  const { suites, ...options } = rest;
  const planFor = (of: Interface) => {
    const catalogue = catalogueOf(of);
    return { planned: [], suites: suites ?? catalogue, valid: validCases(catalogue) };
  };
  const folds = urls.map(() => emptyFold());
  const explore: ExplorePlan = {
    parts: ["boundaries"],
    compare: ["status"],
    ignore: [],
    runsPerProperty: 200,
    maxRequests: 200_000,
    maxTimeMs: 120_000,
    caps: DEFAULT_CAPS,
    ...options,
  };
  await exploreTogether(
    urls.map((url, index) => ({
      settings: {
        header: {
          type: "header",
          format: RUN_FORMAT,
          tool: { name: "api-witness", version: "0.0.0" },
          runId: `run-${index}`,
          target: { name: `server-${index}`, baseUrl: url },
          seed,
          firstId: 100_000_000,
          catalogue: "",
          ...(from !== userSubmission && { interface: from }),
          options: { runsPerProperty: 0, repeats: 0, concurrency: 10, timeoutMs: 30_000, explore },
          suites: [],
          startedAt: "2026-01-01T00:00:00.000Z",
          platform: "",
        },
        target: parseBaseUrl(url),
        ...planFor(from),
        replan: async (header) => planFor(interfaceOf(header)),
        signal: new AbortController().signal,
      },
      writer: { write: () => {}, flush: () => {}, close: () => {} },
      follow: (record) => foldRecord(folds[index] as RunFold, record),
    })),
  );
  return folds;
}

/** Findings of one kind, in the order of the record. */
export const findingsOf = <K extends Finding["kind"]>(
  fold: RunFold | undefined,
  kind: K,
): Extract<Finding, { kind: K }>[] =>
  (fold?.findings ?? []).filter(
    (finding): finding is Extract<Finding, { kind: K }> => finding.kind === kind,
  );

/** The boundaries of an axis: `201 at 80, 400 at 81`. */
export const boundaryTexts = ({ boundaries }: AxisFinding): string[] =>
  boundaries.map(
    ({ near, far }) => `${near.signature} at ${near.at}, ${far.signature} at ${far.at}`,
  );

const vectorOf = ({ signatures }: Divergence): string[] =>
  signatures.map(({ signature }) => signature);

/** The signatures of a request on each server, sent once more. */
const statusesOf = (from: Interface, urls: string[], request: CaseRequest): Promise<string[]> =>
  Promise.all(
    urls.map(async (url) => {
      const dispatcher = new Dispatcher({
        interface: from,
        target: parseBaseUrl(url),
        firstId: 100_000_000,
        timeoutMs: 30_000,
        insecure: false,
        keep: false,
        lingerMs: 0,
      });
      const sent = { id: "by/hand", reason: "by hand", clauses: ["behaviour"], request };
      const { answers } = await dispatcher.send(sent, 0);
      await dispatcher.close();
      const [result] = answers;
      return result?.outcome === "answered" ? String(result.status) : (result?.outcome ?? "");
    }),
  );

/**
 * Checks that servers with these statuses were distinguished, and that the first fully shrunk request is
 * minimal: no request of its family that is one step simpler gets the same statuses.
 */
export async function expectMinimal(
  fold: RunFold | undefined,
  urls: string[],
  { statuses, interface: from }: { statuses: readonly unknown[]; interface: Interface },
): Promise<void> {
  const found = findingsOf(fold, "divergence").filter(
    (each) => vectorOf(each).join() === statuses.join(),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const each of found.filter(({ cut }) => cut === undefined).slice(0, 1)) {
    const request = fold?.cases.get(each.case)?.case.request as CaseRequest;
    expect(familyOf(request, from)).toBe(each.family);
    expect(await statusesOf(from, urls, request)).toEqual(vectorOf(each));
    for (const simpler of simplerRequests(request, from))
      if (familyOf(simpler, from) === each.family)
        expect(await statusesOf(from, urls, simpler), textOf(simpler, from)).not.toEqual(
          vectorOf(each),
        );
  }
}

const textOf = (request: CaseRequest, from: Interface): string =>
  requestBytes(request, {
    interface: from,
    target: parseBaseUrl("http://x"),
    firstId: 100_000_000,
    fresh: 0,
  })
    .map(String)
    .join("\n");
