import { otherScheme } from "../analyse/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import { machineFault } from "../machine-fault.ts";
import type { ConnectFailure, OtherScheme, RequestResult } from "../model/index.ts";
import { rawText } from "../model/index.ts";
import { endingOf, openConnection, openTunnel } from "../send/index.ts";

const CONNECT_MS = 4000;
const HANDSHAKE_MS = 2000;

/** OpenSSL's message about bytes that are not a TLS record. */
const NO_TLS = /wrong version number|packet length too long|unexpected message/i;

/** Undefined on success, otherwise why there is no connection. Rejects if this machine cannot connect. */
export function tryConnect(
  target: BaseUrl,
  signal?: AbortSignal,
): Promise<ConnectFailure | undefined> {
  return new Promise((resolve, reject) => {
    const how = { insecure: true, withinMs: CONNECT_MS };
    const opening = openTunnel(target, how, (error) => {
      signal?.removeEventListener("abort", abandon);
      opening.destroy();
      if (error === null) return resolve(undefined);
      const fault = machineFault(error);
      if (fault !== undefined) return reject(fault);
      const ending = endingOf(error);
      if (ending === undefined) return resolve({ detail: error.message });
      const isLate = ending.outcome === "timed-out";
      return resolve(isLate ? { ...ending, detail: error.message } : ending);
    });
    const abandon = (): void => void opening.destroy();
    signal?.addEventListener("abort", abandon, { once: true });
  });
}

/** Whether it accepts connections. It may reset one so soon after that the system reports no success. */
export async function acceptsConnections(target: BaseUrl): Promise<boolean> {
  const failure = await tryConnect(target);
  return failure === undefined || failure.outcome === "reset";
}

/** The other scheme if a target without complete responses speaks it; undefined otherwise. */
export async function otherSchemeOf(
  target: BaseUrl,
  results: readonly (RequestResult | undefined)[],
): Promise<OtherScheme | undefined> {
  const url = otherScheme(target.href);
  if (target.protocol === "https:") {
    const isPlain = results.some(
      (each) => each?.outcome === "tls-failed" && NO_TLS.test(rawText(each.detail)),
    );
    return isPlain ? { speaks: "plain", url } : undefined;
  }
  return (await speaksTls(target)) ? { speaks: "TLS", url } : undefined;
}

/** Tries a handshake on the route to the target, whatever the certificate and without one of its own, and lets go. */
function speaksTls(target: BaseUrl): Promise<boolean> {
  const { tls, ...route } = target.route ?? {};
  const secure: BaseUrl = {
    ...target,
    protocol: "https:",
    route: { ...route, tls: { serverName: tls?.serverName } },
  };
  return new Promise((resolve) => {
    openConnection(secure, { insecure: true, withinMs: HANDSHAKE_MS }, (_, socket) => {
      socket?.destroy();
      resolve(socket !== undefined);
    });
  });
}
