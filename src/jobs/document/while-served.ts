import { startFailureText } from "../../analyse/index.ts";
import { parseBaseUrl } from "../../contract/index.ts";
import { type GivenTarget, hasResponded } from "../../model/index.ts";
import { exitOf, Served, untilReady } from "../../observe/index.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import type { Control } from "../open-run.ts";
import { servedTargets } from "../served-target.ts";
import { unreachable } from "../targets.ts";
import { OperationShares } from "./operation-shares.ts";
import { readable } from "./readable.ts";
import { pathParameters } from "./producers.ts";
import { StatedSender } from "./stated-sender.ts";

/** Works with a target that is started once for all operations. @throws WitnessError `serve`, `unreachable` */
export async function whileServedForAll<Result>(
  given: GivenTarget,
  operations: readonly DocumentOperation[],
  options: OptionsOf<"run">,
  control: Control,
  work: (target: GivenTarget, control: Control) => Promise<Result>,
): Promise<Result> {
  const [target = given] = await servedTargets([given], options.serve);
  if (target.serve === undefined) return work(target, control);
  const served = new Served(target.serve, parseBaseUrl(target.baseUrl), true);
  try {
    control.events.phase?.("starting the target");
    await start(served, target, operations, { options, control });
    return await work(target, { ...control, served });
  } finally {
    await served.stop();
  }
}

async function start(
  served: Served,
  target: GivenTarget,
  operations: readonly DocumentOperation[],
  { options, control }: { options: OptionsOf<"run">; control: Control },
): Promise<void> {
  await served.launch();
  const [asked] = operations
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap((each) => readable(each) ?? []);
  const firstId = new OperationShares(options, 1).firstIdOf(-1);
  const sender = new StatedSender({ target, options, control }, firstId);
  const ready = await untilReady(
    served,
    control.signal,
    async () => asked === undefined || hasResponded((await sender.send(asked)).result),
  );
  const { startTimeoutMs: timeoutMs } = served;
  if (ready === "late") throw unreachable(target, startFailureText({ timeoutMs }));
  if (ready === "ended") {
    const failure = await exitOf(served, parseBaseUrl(target.baseUrl));
    throw unreachable(target, startFailureText(failure));
  }
}

/** Operations that change nothing first, and of those the ones that name no resource. */
const rankOf = ({ method, path }: DocumentOperation): number =>
  (method === "GET" ? 0 : 2) + Math.min(1, pathParameters(path).length);
