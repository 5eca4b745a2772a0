import { connect } from "node:tls";
import { otherScheme } from "../analyse/first-word.ts";
import type { BaseUrl } from "../contract/base-url.ts";
import type { RequestResult } from "../model/observation.ts";
import { rawText } from "../model/untrusted.ts";

const HANDSHAKE_MS = 2000;

/** OpenSSL's message about bytes that are not a TLS record. */
const NO_TLS = /wrong version number|packet length too long|unexpected message/i;

/** A sentence if a target without complete responses speaks the other scheme; undefined otherwise. */
export async function otherSchemeWord(
  target: BaseUrl,
  results: readonly (RequestResult | undefined)[],
): Promise<string | undefined> {
  const other = otherScheme(target.href);
  if (target.protocol === "https:") {
    const isPlain = results.some(
      (each) => each?.outcome === "tls-failed" && NO_TLS.test(rawText(each.detail)),
    );
    return isPlain ? `the target does not speak TLS: did you mean ${other}?` : undefined;
  }
  return (await speaksTls(target)) ? `the target speaks TLS: did you mean ${other}?` : undefined;
}

/** Tries a handshake, whatever the certificate, and lets go. */
function speaksTls({ hostname, port }: BaseUrl): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, rejectUnauthorized: false });
    const settle = (isTls: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isTls);
    };
    const timer = setTimeout(() => settle(false), HANDSHAKE_MS);
    socket.on("secureConnect", () => settle(true));
    socket.on("error", () => settle(false));
    socket.on("close", () => settle(false));
  });
}
