import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nkeys } from "@nats-io/transport-node";

type Pair = ReturnType<typeof nkeys.createUser>;

const publicKey = (pair: Pair): string => pair.getPublicKey();
const seedOf = (pair: Pair): string => new TextDecoder().decode(pair.getSeed());
const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT as NATS has it: signed with Ed25519 by the pair above. */
function token(claims: { sub: string; nats: object; exp?: number }, by: Pair): string {
  const body = { iss: publicKey(by), name: "test", iat: Math.floor(Date.now() / 1000), ...claims };
  const jti = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const text = `${packed({ typ: "JWT", alg: "ed25519-nkey" })}.${packed({ ...body, jti })}`;
  return `${text}.${Buffer.from(by.sign(Buffer.from(text))).toString("base64url")}`;
}

const credentials = (jwt: string, user: Pair): string =>
  [
    "-----BEGIN NATS USER JWT-----",
    jwt,
    "------END NATS USER JWT------",
    "-----BEGIN USER NKEY SEED-----",
    seedOf(user),
    "------END USER NKEY SEED------",
    "",
  ].join("\n");

const UNLIMITED =
  "subs data payload imports exports conn leaf mem_storage disk_storage streams consumer".split(
    " ",
  );
const NO_LIMITS = {
  ...Object.fromEntries(UNLIMITED.map((each) => [each, -1])),
  wildcards: true,
};

/** Files with credentials (JWT and seed) that are valid, expired or another user's, and the broker's configuration. */
export function makeCredentials(folder: string) {
  const [operator, account, system] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
  ];
  const [user, other] = [nkeys.createUser(), nkeys.createUser()];
  const accountOf = (pair: Pair, limits: object): string =>
    token({ sub: publicKey(pair), nats: { type: "account", version: 2, limits } }, operator);
  const userOf = (more: { exp?: number } = {}): string => {
    const nats = { type: "user", version: 2, subs: -1, data: -1, payload: -1 };
    return token({ sub: publicKey(user), nats, ...more }, account);
  };
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const claims = { type: "operator", version: 2, system_account: publicKey(system) };
  const config = [
    `operator: ${token({ sub: publicKey(operator), nats: claims }, operator)}`,
    `system_account: ${publicKey(system)}`,
    "resolver: MEMORY",
    "resolver_preload: {",
    `${publicKey(account)}: ${accountOf(account, NO_LIMITS)}`,
    `${publicKey(system)}: ${accountOf(system, { ...NO_LIMITS, mem_storage: 0, disk_storage: 0 })}`,
    "}",
  ].join("\n");
  return {
    config,
    valid: file("valid.creds", credentials(userOf(), user)),
    expired: file("expired.creds", credentials(userOf({ exp: 1_600_000_000 }), user)),
    ofAnother: file("other.creds", credentials(userOf(), other)),
  };
}

/** Writes the seeds of two users to files; the broker's configuration has the first user. */
export function makeNkeys(folder: string) {
  const [user, other] = [nkeys.createUser(), nkeys.createUser()];
  const [valid, ofAnother] = [join(folder, "valid.nk"), join(folder, "other.nk")];
  writeFileSync(valid, `${seedOf(user)}\n`);
  writeFileSync(ofAnother, seedOf(other));
  return { config: `authorization { users: [{ nkey: ${publicKey(user)} }] }`, valid, ofAnother };
}
