import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import type { Target } from "../model/target.ts";

/** The error of a target that was never reached, exit code 3. */
export function unreachable({ baseUrl }: Target, reason: string): WitnessError {
  const { hostname, port } = parseBaseUrl(baseUrl);
  const hint = reason.startsWith("TLS")
    ? "--insecure skips certificate verification; a server without TLS needs http://"
    : "is it running? --wait-for 30s keeps trying while it starts";
  return new WitnessError("unreachable", `cannot reach ${hostname} port ${port}: ${reason}`, {
    hint,
    exitCode: 3,
  });
}
