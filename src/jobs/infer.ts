import type { RunFold } from "../analyse/index.ts";
import type { GivenTarget, RunEnd } from "../model/index.ts";
import { defaultOptions, type OptionsOf } from "../options/index.ts";
import { proveContract, type CalibratedRun } from "../observe/index.ts";
import { Files } from "../openapi/index.ts";
import { contractDraft } from "./contract-draft.ts";
import type { Catalogue } from "./load-suites.ts";
import type { Control } from "./open-run.ts";
import type { FinishedRun } from "./conclude-run.ts";
import { runJob } from "./run.ts";

/** Suites that are not sent: their cases are not about how a value, a document or a media type is read. */
const NOT_ABOUT_VALUES: readonly string[] = [
  "framing",
  "headers",
  "connection",
  "repetition",
  "size",
  "versions",
  "versioning",
  "methods",
  "credentials",
];

export type ContractFile = {
  file: string;
  openapi?: string | undefined;
  operation?: string | undefined;
  text?: string;
  base?: string;
};

/** `witness infer`: suites about values, boundaries of every field, then experiments. @throws WitnessError as `runJob`. */
export async function inferJob(
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"infer">,
  control: Control,
  contract?: ContractFile,
): Promise<FinishedRun> {
  // Before anything is sent: it is written at the end.
  if (contract?.openapi !== undefined) Files.requireFile(contract.openapi);
  return runJob(
    given,
    catalogue,
    inferOptions(catalogue, options),
    control,
    contract && ((run, fold) => proveDocument(run, fold, catalogue, contract)),
  );
}

export async function proveDocument(
  run: CalibratedRun,
  fold: RunFold,
  catalogue: Catalogue,
  contract: ContractFile,
): Promise<RunEnd> {
  // If the stated request is refused, nothing is known: a note says so.
  if (!fold.findings.some(({ kind }) => kind === "rule")) return "done";
  const { file, openapi, operation } = contract;
  const draft = contractDraft(
    fold,
    openapi === undefined
      ? undefined
      : { file: openapi, operation, interface: catalogue.interface, text: contract.base },
  );
  run.settings.events?.phase?.(
    "proving the contract: requests drawn from it, and just outside of it",
  );
  const { end, proof, written } = await proveContract(run, draft);
  contract.text = draft.text(written, proof, file);
  contract.base = draft.base?.(written, proof);
  return end;
}

export function inferOptions({ suites }: Catalogue, options: OptionsOf<"infer">): OptionsOf<"run"> {
  const about = suites.map(({ name }) => name).filter((name) => !NOT_ABOUT_VALUES.includes(name));
  return {
    ...defaultOptions("run"),
    ...options,
    suite: options.suite.length > 0 ? options.suite : about,
    hazards: false,
    load: false,
    infer: true,
  };
}
