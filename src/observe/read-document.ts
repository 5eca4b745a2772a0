import type { BaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { getBytes } from "../send/index.ts";

const MOST_BYTES = 20_000_000;
const TIMEOUT_MS = 20_000;

/** At most 20 MB. @throws WitnessError `openapi` if there is no document: exit code 3 if the server is not reached. */
export async function readDocumentOf(
  server: BaseUrl,
  path: string,
  insecure: boolean,
): Promise<string> {
  const url = `${server.href}${path}`;
  const refuse = (why: string, hint: string, exitCode: 2 | 3 = 2): never => {
    throw new WitnessError("openapi", `${url}: ${why}`, { hint, exitCode });
  };
  const settings = { insecure, withinMs: TIMEOUT_MS, limitBytes: MOST_BYTES };
  const { status, location, body } = await getBytes(server, path, settings).catch(
    (error: Error): never =>
      refuse(
        error.message,
        "check that the server is running, or save the document and name the file",
        3,
      ),
  );
  if (location !== undefined && status >= 300 && status < 400)
    return refuse(`the response is ${status} and leads to ${location}`, "name that address");
  if (status !== 200)
    return refuse(
      `the response is ${status}`,
      "name the address of the document, and give credentials if it needs some",
    );
  if (body === "too-large") return refuse("it is larger than 20 MB", "save it, and name the file");
  const text = body.toString("utf8");
  if (/^\s*</.test(text))
    return refuse(
      "it is a page of HTML or XML, not a document in JSON or YAML",
      "name the address of the document itself, such as /openapi.json or /v3/api-docs",
    );
  return text;
}
