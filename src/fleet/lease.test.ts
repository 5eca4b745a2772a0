import { afterAll, beforeAll, expect, test } from "vitest";
import { Broker } from "./broker.ts";
import { startBroker, withBroker, type StartedBroker } from "../../test/fleet/broker.ts";
import { Lease } from "./lease.ts";

withBroker("a lease", () => {
  let broker: StartedBroker;
  let connection: Broker;

  beforeAll(async () => {
    broker = await startBroker();
    connection = await Broker.connect({ fleet: broker.url });
  });

  afterAll(async () => {
    await connection.close();
    await broker.stop();
  });

  test("is held by one controller at a time, each with a greater epoch", async () => {
    const asked = { key: "run.r", what: "run r", holder: "run r of one" };
    const first = await Lease.take(connection, { ...asked, instance: "1" });
    await expect(Lease.take(connection, { ...asked, instance: "2" })).rejects.toThrow(
      "another controller holds run r (run r of one, epoch 1)",
    );
    await first.release();
    const second = await Lease.take(connection, { ...asked, instance: "2" });
    expect(second.epoch).toBe(2);
    const both = await Promise.allSettled([
      Lease.take(connection, { ...asked, key: "new", instance: "3" }),
      Lease.take(connection, { ...asked, key: "new", instance: "4" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await second.release();
  });

  test("expires if its holder dies, and the holder knows before another one has it", async () => {
    const asked = { key: "alone.t", what: "the lease of t", by: "another agent" };
    const dying = await Broker.connect({ fleet: broker.url });
    const first = await Lease.take(dying, { ...asked, holder: "agent a", instance: "a" });
    first.requireHeld();
    await dying.close();
    const second = await Lease.take(connection, { ...asked, holder: "agent b", instance: "b" });
    expect(() => first.requireHeld()).toThrow("the lease of t was not renewed in time");
    second.requireHeld();
    expect(second.epoch).toBe(2);
    await expect(
      Lease.take(connection, { ...asked, holder: "agent c", instance: "c" }),
    ).rejects.toThrow("another agent holds the lease of t (agent b, epoch 2)");
    await second.release();
  });
});
