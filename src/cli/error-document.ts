import type { ErrorDocument } from "../model/index.ts";
import { VERSION } from "../version.ts";
import { isDocumentDue, printDocument } from "./output.ts";

/** The `$schema` of what `--json` prints instead of a result. */
export const ERROR_SCHEMA_ID = "urn:api-witness:error:1";

/** With `--json`, prints why there is no result, unless a document has been printed already. */
export async function printErrorDocument(
  {
    code,
    message,
    hint,
  }: Pick<ErrorDocument["error"], "code" | "message"> & { hint?: string | undefined },
  exitCode: number,
): Promise<void> {
  if (!isDocumentDue()) return;
  const document: ErrorDocument = {
    $schema: ERROR_SCHEMA_ID,
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    error: { code, message, ...(hint !== undefined && hint !== "" && { hint }) },
    exitCode,
  };
  await printDocument(document);
}
