import { WitnessError } from "../../errors.ts";
import type { GivenTarget } from "../../model/index.ts";
import type { OptionsOf } from "../../options/index.ts";

type ForOne = Partial<Pick<OptionsOf<"run">, "serve" | "fleet" | "onlyFailed" | "corpus">>;

/** Options that no verb takes with a whole document. @throws WitnessError `openapi` for one of them. */
export const refuseForOne = ({ fleet, onlyFailed, corpus }: Omit<ForOne, "serve">): void =>
  refuseOptions({
    "--fleet": fleet !== undefined,
    "--only-failed": onlyFailed !== undefined,
    "--corpus": corpus !== undefined,
  });

/** The same of verbs with a table of operations, which start no target. */
export function refuseForTable(options: ForOne, targets: readonly GivenTarget[]): void {
  const isServed =
    options.serve !== undefined || targets.some((target) => target.serve !== undefined);
  refuseOptions({ "--serve": isServed });
  refuseForOne(options);
}

/** @throws WitnessError `openapi` if an option is given that is for one operation. */
export function refuseOptions(given: Readonly<Record<string, boolean>>): void {
  const named = Object.keys(given).filter((name) => given[name] === true);
  if (named.length === 0) return;
  throw new WitnessError("openapi", `${named.join(" and ")} is for one operation of a document`, {
    hint: "choose it with --operation, or leave the option out",
  });
}
