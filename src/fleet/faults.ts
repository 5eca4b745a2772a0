import { WitnessError } from "../errors.ts";
import { ownFault } from "../machine-fault.ts";
import type { AgentFault } from "./messages.ts";

/** An error as a message. */
export function faultOf(error: unknown): AgentFault {
  const { code, message, hint = "", exitCode } = ownFault(error);
  return { code, message, hint, exitCode };
}

/** The error of an agent, with its name. */
export const agentError = (agent: string, { code, message, hint, exitCode }: AgentFault) =>
  new WitnessError(code, `agent ${agent}: ${message}`, { hint, exitCode });
