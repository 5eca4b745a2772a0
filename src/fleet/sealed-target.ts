import { createCipheriv, createDecipheriv, createPublicKey } from "node:crypto";
import { diffieHellman, generateKeyPairSync, hkdfSync, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { packTarget, unpackTarget, type BaseUrl, type PackedTarget } from "../contract/index.ts";

/*
 * Whoever reads at the broker must not read the values of given headers: a controller makes a key for each run, encrypts it
 * for each agent (X25519, HKDF-SHA-256), and encrypts the values with it (AES-256-GCM). Who can change messages at the
 * broker can put their own key in the place of an agent's: the broker's credentials keep them out.
 */
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const PURPOSE = "witness run key";

export const newRunKey = (): Buffer => randomBytes(KEY_BYTES);

/** The keys of an agent: others encrypt run keys for it. */
export class AgentKeys {
  /** For everybody: DER in Base64. */
  readonly publicKey: string;
  readonly #private: KeyObject;

  constructor() {
    const { publicKey, privateKey } = keyPair();
    this.publicKey = publicKey;
    this.#private = privateKey;
  }

  /** The run key of `sealRunKey`. @throws if it is for another agent. */
  runKey(sealed: string): Buffer {
    const [from = "", text = ""] = sealed.split(".");
    return decrypted(text, sharedKey(this.#private, from));
  }
}

export function sealRunKey(runKey: Buffer, agentKey: string): string {
  const { publicKey, privateKey } = keyPair();
  return `${publicKey}.${encrypted(runKey, sharedKey(privateKey, agentKey))}`;
}

export const sealTarget = (target: BaseUrl, runKey: Buffer): PackedTarget =>
  withSecrets(packTarget(target), (text) => encrypted(Buffer.from(text), runKey));

/** The target of a message. @throws if it was encrypted with another key. */
export const openTarget = (sealed: PackedTarget, runKey: Buffer): BaseUrl =>
  unpackTarget(withSecrets(sealed, (text) => decrypted(text, runKey).toString()));

function withSecrets(
  { route, ...target }: PackedTarget,
  change: (text: string) => string,
): PackedTarget {
  if (route === undefined) return target;
  const { headers, proxy, tls } = route;
  const { authorization } = proxy ?? {};
  return {
    ...target,
    route: {
      ...route,
      headers: headers.map(([name, value]) => [name, change(value)]),
      ...(proxy &&
        authorization !== undefined && {
          proxy: { ...proxy, authorization: change(authorization) },
        }),
      ...(tls?.key !== undefined && { tls: { ...tls, key: change(tls.key) } }),
    },
  };
}

function keyPair(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const der = publicKey.export({ format: "der", type: "spki" });
  return { publicKey: der.toString("base64"), privateKey };
}

function sharedKey(privateKey: KeyObject, other: string): Buffer {
  const key = Buffer.from(other, "base64");
  const publicKey = createPublicKey({ key, format: "der", type: "spki" });
  const secret = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync("sha256", secret, "", PURPOSE, KEY_BYTES));
}

function encrypted(bytes: Buffer, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const parts = [iv, cipher.update(bytes), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64");
}

function decrypted(text: string, key: Buffer): Buffer {
  const bytes = Buffer.from(text, "base64");
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const inner = bytes.subarray(IV_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(inner), decipher.final()]);
}
