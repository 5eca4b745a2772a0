import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../api/index.ts";
import { WitnessError } from "../errors.ts";
import { SELF_SIGNED } from "../../test/servers/self-signed.ts";
import { startAgent, targetServer } from "../../test/fleet/agents.ts";
import { Broker } from "./broker.ts";
import type { BrokerOptions } from "./broker-access.ts";
import { startBroker, withBroker } from "../../test/fleet/broker.ts";
import { makeCredentials, makeNkeys } from "../../test/fleet/nats-keys.ts";
import { requireJetStream } from "./stores.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-access-"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const [cert, key, none] = [
  file("cert.pem", SELF_SIGNED.cert),
  file("key.pem", SELF_SIGNED.key),
  file("none.txt", "nothing\n"),
];
const TLS = `cert_file: "${cert}", key_file: "${key}"`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** "connected", or why not: exit code and message. */
async function outcome(options: BrokerOptions): Promise<string> {
  try {
    const broker = await Broker.connect(options);
    await requireJetStream(broker).finally(() => broker.close());
    return "connected";
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    // What a user sees has no secret.
    expect(`${error.message} ${error.hint}`).not.toMatch(/s3cret/);
    return `${error.exitCode}: ${error.message}`;
  }
}

test("files and URLs that cannot be used are named before anything is connected", async () => {
  const fleet = "nats://127.0.0.1:1";
  expect(await outcome({ fleet, natsCreds: none })).toBe(
    `2: --nats-creds: ${none} has no credentials of NATS`,
  );
  expect(await outcome({ fleet, natsNkey: none })).toBe(
    `2: --nats-nkey: ${none} has no seed of an NKey`,
  );
  expect(await outcome({ fleet, natsCa: none })).toBe(`2: --nats-ca: ${none} has no certificate`);
  expect(await outcome({ fleet, natsCert: cert })).toBe(
    "2: --nats-cert requires --nats-key, and the reverse",
  );
  expect(await outcome({ fleet, natsCert: cert, natsKey: none })).toBe(
    `2: --nats-key: ${none} has no private key of --nats-cert`,
  );
  expect(await outcome({ fleet, natsCreds: none, natsNkey: none })).toBe(
    "2: --nats-creds cannot be combined with --nats-nkey",
  );
  for (const url of ["http://u:s3cret@x", "nats://u:s3cret%ZZ@x", "nats://"])
    expect(await outcome({ fleet: url })).toBe("2: --fleet must be a URL of NATS");
});

withBroker("a broker with access control", () => {
  test("takes the credentials of a user (JWT), and refuses others", async () => {
    const { config, valid, expired, ofAnother } = makeCredentials(folder);
    const { url: fleet, port, stop } = await startBroker({ config });
    const refused = `2: the broker at 127.0.0.1:${port} refuses these credentials`;
    expect(await outcome({ fleet, natsCreds: valid })).toBe("connected");
    expect(await outcome({ fleet, natsCreds: expired })).toBe(refused);
    expect(await outcome({ fleet, natsCreds: ofAnother })).toBe(refused);
    expect(await outcome({ fleet })).toBe(refused.replace("refuses these", "requires"));
    await stop();
  });

  test("takes an NKey, and refuses others", async () => {
    const { config, valid, ofAnother } = makeNkeys(folder);
    const { url: fleet, port, stop } = await startBroker({ config });
    const refused = `2: the broker at 127.0.0.1:${port} refuses these credentials`;
    expect(await outcome({ fleet, natsNkey: valid })).toBe("connected");
    expect(await outcome({ fleet, natsNkey: ofAnother })).toBe(refused);
    expect(await outcome({ fleet })).toBe(refused.replace("refuses these", "requires"));
    await stop();
  });

  test("takes a user and a password, or a token, in the URL", async () => {
    const named = await startBroker({ config: 'authorization { user: u, password: "s3cret@" }' });
    const withToken = await startBroker({ config: 'authorization { token: "s3cret:t" }' });
    const at = (user: string, { port }: { port: number }): Promise<string> =>
      outcome({ fleet: `nats://${user}@127.0.0.1:${port}` });
    expect(await at("u:s3cret%40", named)).toBe("connected");
    expect(await at("u:s3cret", named)).toMatch(/^2: .* refuses these credentials$/);
    expect(await at("s3cret%3At", withToken)).toBe("connected");
    expect(await at("s3cret", withToken)).toMatch(/^2: .* refuses these credentials$/);
    await Promise.all([named.stop(), withToken.stop()]);
  });

  test("that does not permit the subjects of a fleet says so", async () => {
    const user = '{ user: u, password: p, permissions: { publish: ["other"] } }';
    const { port, stop } = await startBroker({ config: `authorization { users: [${user}] }` });
    expect(await outcome({ fleet: `nats://u:p@127.0.0.1:${port}` })).toMatch(
      /^2: the broker at .* does not give this user the subjects of a fleet: .*JS\.API/,
    );
    await stop();
  });
});

withBroker("a broker with TLS", () => {
  test("is trusted by its certificate only, under the names that it has", async () => {
    const { port, stop } = await startBroker({ config: `tls { ${TLS} }` });
    const at = (scheme: string, more: object = {}): Promise<string> =>
      outcome({ fleet: `${scheme}://127.0.0.1:${port}`, ...more });
    expect(await at("tls", { natsCa: cert })).toBe("connected");
    const untrusted = new RegExp(`^2: the certificate of the broker at .*:${port} is not trusted`);
    expect(await at("tls")).toMatch(untrusted);
    // Never in plain text: what the broker requires happens.
    expect(await at("nats")).toMatch(untrusted);
    await stop();
    const elsewhere = await startBroker({ config: `tls { ${TLS} }`, host: "127.0.0.2" });
    expect(await outcome({ fleet: `tls://127.0.0.2:${elsewhere.port}`, natsCa: cert })).toMatch(
      /^2: the certificate of the broker at 127\.0\.0\.2:\d+ is for another host: /,
    );
    await elsewhere.stop();
  });

  test("connects agents and controllers, and no record has the password", async () => {
    // The subjects that docs/fleet.md names.
    const subjects = '["witness.>", "$JS.>", "$KV.>", "$O.>", "_INBOX.>"]';
    const permissions = `permissions: { publish: ${subjects}, subscribe: ${subjects} }`;
    const users = `users: [{ user: u, password: s3cret, ${permissions} }]`;
    const config = `tls { ${TLS} }\nauthorization { ${users} }`;
    const { port, stop } = await startBroker({ config });
    const access = { fleet: `tls://u:s3cret@127.0.0.1:${port}`, natsCa: cert };
    const agent = await startAgent(access.fleet, "only", access);
    const server = await targetServer();
    const options = { suite: ["valid"], runs: 5, load: false, outputDir: join(folder, "runs") };
    const {
      folder: path,
      outcome: end,
      summary,
    } = await run(server.url, { ...options, ...access });
    expect(end).toEqual({ end: "done" });
    expect(summary.agents?.map(({ name }) => name)).toEqual(["only"]);
    const written = readdirSync(path).map((name) => readFileSync(join(path, name), "utf8"));
    expect([...written, ...agent.said].filter((text) => text.includes("s3cret"))).toEqual([]);
    await agent.stop();
    await Promise.all([server.close(), stop()]);
  });

  test("may require a certificate of its clients", async () => {
    const config = `tls { ${TLS}, ca_file: "${cert}", verify: true }`;
    const { port, stop } = await startBroker({ config });
    const fleet = `tls://127.0.0.1:${port}`;
    const own = { natsCert: cert, natsKey: key };
    expect(await outcome({ fleet, natsCa: cert, ...own })).toBe("connected");
    expect(await outcome({ fleet, ...own })).toMatch(/^2: .* is not trusted: /);
    expect(await outcome({ fleet, natsCa: cert })).toBe(
      `2: the broker at 127.0.0.1:${port} requires a certificate of its clients`,
    );
    await stop();
  });

  test("is not what a broker without TLS is", async () => {
    const { port, stop } = await startBroker();
    expect(await outcome({ fleet: `tls://127.0.0.1:${port}` })).toBe(
      `2: the broker at 127.0.0.1:${port} does not use TLS`,
    );
    await stop();
  });
});
