import { parseBaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { GivenTarget } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { servedTargets } from "./served-target.ts";
import { parseTarget, PORT } from "./targets.ts";

type GateOptions = Pick<OptionsOf<"gate">, "against" | "againstTimeMs" | "load" | "maxTimeMs">;

/** The suites keep the rest of the time of a run that is limited. */
const MOST_OF_TIME = 0.5;

const LOOPBACK = /^(localhost|127\.[\d.]+)$/;

/** The build of `--against`: a base URL, or a command that starts it here. @throws WitnessError `against` */
export async function olderBuild(
  { baseUrl, serve }: GivenTarget,
  { against: text, againstTimeMs, load, maxTimeMs = Infinity }: GateOptions,
): Promise<{ target: GivenTarget; timeMs: number } | undefined> {
  if (text === undefined) return undefined;
  const timeMs = Math.round(Math.min(againstTimeMs, MOST_OF_TIME * maxTimeMs));
  if (!load)
    throw new WitnessError("against", "`--against` compares builds under load", {
      hint: "leave --no-load out",
    });
  if (!text.includes(PORT)) {
    if (/\s/.test(text))
      throw new WitnessError("against", `the command of \`--against\` has no ${PORT}`, {
        hint: `--against "node old/server.js --port ${PORT}", or a base URL`,
      });
    return { target: parseTarget(text), timeMs };
  }
  const { hostname, prefix } = parseBaseUrl(baseUrl.replaceAll(PORT, "1"));
  const host = LOOPBACK.test(hostname) ? hostname : "127.0.0.1";
  const { port: _, ...rest } = serve ?? { command: "" };
  const given = { name: "against", baseUrl: `http://${host}:${PORT}${prefix}` };
  const [target = given] = await servedTargets(
    [{ ...given, serve: { ...rest, command: text } }],
    undefined,
  );
  return { target, timeMs };
}
