import { otherScheme } from "../analyse/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import { rawText, type OtherScheme, type RequestResult } from "../model/index.ts";
import { openConnection } from "../send/index.ts";

const HANDSHAKE_MS = 2000;

/** OpenSSL's message about bytes that are not a TLS record. */
const NO_TLS = /wrong version number|packet length too long|unexpected message/i;

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
    openConnection(secure, { insecure: true, timeoutMs: HANDSHAKE_MS }, (_, socket) => {
      socket?.destroy();
      resolve(socket !== undefined);
    });
  });
}
