import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { WitnessError } from "../../src/errors.ts";
import { afterAll } from "vitest";

const folders: string[] = [];

/** Writes the files of a document into a new folder, and returns the path of the first one. */
export function writeDocument(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "witness-openapi-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, Object.keys(files)[0] ?? "");
}

/** Removes the files of a test file, after its last test. */
export const removeDocuments = (): void => {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
};

/** The error that a call throws, as a user reads it. */
export function errorOf(call: () => unknown): {
  message: string;
  hint: string | undefined;
  exitCode: number;
} {
  try {
    call();
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    return { message: error.message, hint: error.hint, exitCode: error.exitCode };
  }
  throw new Error("nothing was thrown");
}

/** A document of one operation, `POST /v1/orders`, whose body has this schema. */
export const orderDocument = (schema: string, more = ""): string =>
  `openapi: 3.0.3
info: { title: Orders, version: "1" }
paths:
  /v1/orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content:
          application/json:
            schema: ${schema}
      responses: { "201": { description: made } }
${more}`;
