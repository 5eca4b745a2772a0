import dns from "node:dns";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { getSystemErrorMap } from "node:util";
import { describe, expect, test } from "vitest";
import { fileFault, machineFault, SYSTEM_ERRORS } from "./machine-fault.ts";

const coded = (code: string, message = `connect ${code} 127.0.0.1:1`): Error =>
  Object.assign(new Error(message), { code });

describe("whose an error is", () => {
  test("every code that the operating system and the resolver can give is in the table", () => {
    const system = [...getSystemErrorMap().values()].map(([code]) => code);
    const resolver = Object.entries(dns)
      .filter(([name, value]) => typeof value === "string" && name === name.toUpperCase())
      .map(([, value]) => String(value));
    expect(system.length + resolver.length).toBeGreaterThan(80);
    const missing = [...system, ...resolver].filter((code) => !(code in SYSTEM_ERRORS));
    expect(missing).toEqual([]);
  });

  test.each(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EADDRNOTAVAIL", "EACCES", "ENETDOWN"])(
    "%s of a connection is this machine's: exit code 70, a sentence and a hint",
    (code) => {
      const fault = machineFault(coded(code));
      expect(fault).toMatchObject({ code, exitCode: 70 });
      expect(fault?.message).toMatch(/^[a-z].+: connect E/);
      expect(fault?.hint).toMatch(/^[a-z-]/);
    },
  );

  test.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"])(
    "%s of a connection is not",
    (code) => expect(machineFault(coded(code))).toBeUndefined(),
  );

  test("where one of two addresses is the machine's fault and the other refuses, the target refuses", () => {
    const both = new AggregateError([coded("EADDRNOTAVAIL"), coded("ECONNREFUSED")]);
    expect(machineFault(both)).toBeUndefined();
    const neither = new AggregateError([coded("EMFILE"), coded("EMFILE")]);
    expect(machineFault(neither)).toMatchObject({ code: "EMFILE" });
  });

  test.each(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE", "EFBIG"])(
    "%s of a file is this machine's",
    (code) => expect(fileFault(coded(code, `${code}: x, write`))).toMatchObject({ exitCode: 70 }),
  );

  test.each(["ENOENT", "EACCES", "ENOTDIR", "EISDIR"])("%s of a file is the path's", (code) =>
    expect(fileFault(coded(code, `${code}: x, open`))).toBeUndefined(),
  );

  test("errors that are none of a system call are left alone", () => {
    for (const other of [new TypeError("x"), coded("UND_ERR_SOCKET"), "text", undefined, null])
      expect([machineFault(other), fileFault(other)]).toEqual([undefined, undefined]);
    expect(machineFault(new RangeError("Array buffer allocation failed"))).toMatchObject({
      code: "ENOMEM",
    });
  });

  test("a connection that cannot leave this machine, as it really fails", async () => {
    // An address that is not of this machine: nothing can be sent from it.
    const error = await new Promise((resolve) =>
      connect({ host: "127.0.0.1", port: 1, localAddress: "192.0.2.1" }).once("error", resolve),
    );
    expect(machineFault(error)).toMatchObject({ code: "EADDRNOTAVAIL" });
  });

  test.skipIf(!existsSync("/dev/full"))("a full device, as it really fails", () => {
    let error: unknown;
    try {
      writeFileSync("/dev/full", "x");
    } catch (full) {
      error = full;
    }
    expect(fileFault(error)).toMatchObject({ code: "ENOSPC" });
  });
});
