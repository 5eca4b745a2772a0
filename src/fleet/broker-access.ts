import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type * as Library from "@nats-io/transport-node";
import { WitnessError } from "../errors.ts";
import { percentDecoded } from "../text/index.ts";
import { connect } from "node:net";

export type BrokerOptions = {
  /** `nats://host:4222` or `tls://host:4222`; a user and a password, or a token, may stand before the host. */
  fleet: string;
  /** Files with credentials, and with the seed of an NKey. */
  natsCreds?: string | undefined;
  natsNkey?: string | undefined;
  /** Files with the certificates to trust, and with one's own certificate and its key. */
  natsCa?: string | undefined;
  natsCert?: string | undefined;
  natsKey?: string | undefined;
};

type Access = Pick<
  Library.NodeConnectionOptions,
  "user" | "pass" | "token" | "authenticator" | "tls"
>;

const CREDENTIALS = "give --nats-creds, --nats-nkey, or user:password or a token in the URL";

/** The URL of a broker. @throws WitnessError that does not quote the text, because it may contain a password. */
export function brokerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined &&
    /^(nats|tls):$/.test(url.protocol) &&
    url.hostname !== "" &&
    [url.username, url.password].every((each) => percentDecoded(each) !== undefined)
  ) {
    if (url.port === "") url.port = "4222";
    return url;
  }
  throw new WitnessError("fleet", "--fleet must be a URL of NATS", {
    hint: "--fleet nats://host:4222, or tls://host:4222; escape special characters of a password (%40 for @)",
  });
}

export function accessTo(url: URL, options: BrokerOptions, library: typeof Library): Access {
  const { natsCreds, natsNkey } = options;
  if (natsCreds !== undefined && natsNkey !== undefined)
    throw new WitnessError("fleet", "--nats-creds cannot be combined with --nats-nkey", {
      hint: "leave one of them out",
    });
  const authenticator =
    natsCreds === undefined
      ? natsNkey && byNkey(natsNkey, library)
      : byCredentials(natsCreds, library);
  const tls = tlsOf(url, options);
  return { ...userIn(url), ...(authenticator && { authenticator }), ...(tls && { tls }) };
}

/** A user without a password is a token, as for other clients of NATS. */
function userIn(url: URL): Access {
  const [user = "", pass = ""] = [url.username, url.password].map(percentDecoded);
  if (user === "" && pass === "") return {};
  return pass === "" ? { token: user } : { user, pass };
}

function byCredentials(path: string, library: typeof Library): Library.Authenticator {
  const authenticator = library.credsAuthenticator(readBytes("--nats-creds", path));
  return checked(authenticator, `--nats-creds: ${path} has no credentials of NATS`, {
    hint: "name the file with a user's JWT and seed that nsc has generated",
  });
}

function byNkey(path: string, library: typeof Library): Library.Authenticator {
  const text = new TextDecoder().decode(readBytes("--nats-nkey", path)).trim();
  const authenticator = library.nkeyAuthenticator(new TextEncoder().encode(text));
  return checked(authenticator, `--nats-nkey: ${path} has no seed of an NKey`, {
    hint: "name the file with the seed of a user: it begins with SU",
  });
}

/** Signs once: what cannot be used fails here, and not as if the broker were not there. */
function checked(
  authenticator: Library.Authenticator,
  message: string,
  { hint }: { hint: string },
): Library.Authenticator {
  try {
    authenticator("nonce");
    return authenticator;
  } catch (error) {
    throw new WitnessError("fleet", message, { hint, cause: error });
  }
}

function tlsOf(url: URL, { natsCa, natsCert, natsKey }: BrokerOptions): Access["tls"] | undefined {
  if ((natsCert === undefined) !== (natsKey === undefined))
    throw new WitnessError("fleet", "--nats-cert requires --nats-key, and the reverse", {
      hint: "give both: a certificate and its private key",
    });
  const ca = natsCa === undefined ? undefined : readCertificates("--nats-ca", natsCa);
  const cert = natsCert === undefined ? undefined : readCertificates("--nats-cert", natsCert);
  const key = natsKey === undefined ? undefined : readKey(natsKey, cert ?? "");
  if (url.protocol !== "tls:" && ca === undefined && cert === undefined) return undefined;
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  // Without it, the certificate of a broker under an IP address is checked for "localhost".
  const host = { host: url.hostname.replace(/^\[|\]$/g, "") };
  return { ...files, ...host };
}

function readCertificates(flag: string, path: string): string {
  const bytes = readBytes(flag, path);
  try {
    void new X509Certificate(bytes);
    return bytes.toString();
  } catch (error) {
    throw new WitnessError("fleet", `${flag}: ${path} has no certificate`, {
      hint: "name a file in PEM format",
      cause: error,
    });
  }
}

function readKey(path: string, cert: string): string {
  const text = readBytes("--nats-key", path).toString();
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(text))) return text;
  } catch {
    // Not a key at all.
  }
  throw new WitnessError("fleet", `--nats-key: ${path} has no private key of --nats-cert`, {
    hint: "name the key that belongs to the certificate, in PEM format",
  });
}

function readBytes(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new WitnessError("fleet", `${flag}: ${(error as Error).message}`, {
      hint: "name a file that can be read",
    });
  }
}

/** Why a broker that requires a certificate of its clients ended the connection. */
export const notAccepted = ({ natsCert }: BrokerOptions, { host }: URL, cause: unknown) =>
  natsCert === undefined
    ? new WitnessError("fleet", `the broker at ${host} requires a certificate of its clients`, {
        hint: "give --nats-cert FILE and --nats-key FILE",
        cause,
      })
    : new WitnessError("fleet", `the broker at ${host} does not accept --nats-cert ${natsCert}`, {
        hint: "name a certificate of an authority that the broker trusts",
        cause,
      });

export function notConnected(error: unknown, url: URL, options: BrokerOptions): WitnessError {
  const { host, username } = url;
  const { natsCreds, natsNkey } = options;
  const { name, message, cause, code } = error as Error & { code?: string };
  const text = cause instanceof Error ? `${message}: ${cause.message}` : message;
  const refused = (why: string, hint: string): WitnessError =>
    new WitnessError("fleet", why, { hint, cause: error });
  if (name === "AuthorizationError" || /authoriz|authentic/i.test(message))
    return refused(
      username === "" && natsCreds === undefined && natsNkey === undefined
        ? `the broker at ${host} requires credentials`
        : `the broker at ${host} refuses these credentials`,
      CREDENTIALS,
    );
  if (/does not support 'tls'/.test(text))
    return refused(
      `the broker at ${host} does not use TLS`,
      "use nats:// without the options of TLS, or configure TLS at the broker",
    );
  const names = /not in the cert's (?:altnames|list): (.*)$/.exec(text)?.[1];
  if (names !== undefined)
    return refused(
      `the certificate of the broker at ${host} is for another host: ${names}`,
      "use a host name of the certificate",
    );
  if (/certificate|self.signed/i.test(text))
    return refused(
      `the certificate of the broker at ${host} is not trusted: ${text}`,
      "name the certificate of its authority: --nats-ca FILE",
    );
  const unreachable = (why: string, hint: string): WitnessError =>
    new WitnessError("fleet", why, { hint, exitCode: 70, cause: error });
  if (/timeout/i.test(`${name} ${message}`))
    return unreachable(`the broker at ${host} does not reply as NATS does`, "check host and port");
  const isGone = code === "ECONNREFUSED" || /refused/i.test(text);
  return unreachable(
    `cannot reach the broker at ${host}: ${isGone ? "connection refused" : text}`,
    isGone ? "start one with: nats-server -js" : "check host and port",
  );
}

const REPLY_MS = 1000;
const MOST_INFO_BYTES = 16 * 1024;

/** Whether the broker requires a client certificate: it says so in its first line, and the client of NATS does not. */
export function requiresCertificate({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(REPLY_MS, () => end(false));
    socket.on("error", () => end(false)).on("close", () => end(false));
    socket.on("data", (bytes) => {
      text += bytes.toString();
      if (text.includes("\n") || text.length > MOST_INFO_BYTES)
        end(/^INFO .*"tls_verify":\s*true/.test(text));
    });
  });
}
