import { createServer } from "node:http";
import { isAsDescribed } from "../../src/kinds/index.ts";
import type { DocumentedResponse, Interface } from "../../src/model/index.ts";
import { listening, type Listening } from "../../src/servers/json-server.ts";
import { sampleValue } from "./sample-value.ts";

/** Changes a response, for tests of findings, depending on whether the request is valid. */
export type Changed = { status?: number; contentType?: string; body?: string };

/**
 * A mock of an interface from a document. A valid body gets its first documented 2xx response (or
 * the default), any other its first 4xx; values match the documented schemas.
 */
export function startDocumented(
  from: Interface,
  change: (isAsDescribed: boolean) => Changed = () => ({}),
): Promise<Listening> {
  const { responses = [] } = from;
  const find = (digit: string): DocumentedResponse | undefined =>
    responses.find(({ status }) => status.startsWith(digit)) ??
    responses.find(({ status }) => status === "default");
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const fits = describes(from, Buffer.concat(chunks).toString("utf8"));
      const documented = find(fits ? "2" : "4");
      const [media] = documented?.content ?? [];
      const changed = change(fits);
      const type = changed.contentType ?? media?.type.replaceAll("*", "json");
      response.statusCode = changed.status ?? statusOf(documented, fits);
      if (type !== undefined) response.setHeader("Content-Type", type);
      const sample = media?.schema === undefined ? {} : sampleValue(media.schema);
      response.end(changed.body ?? (media === undefined ? "" : JSON.stringify(sample)));
    });
  });
  return listening(server);
}

function statusOf(documented: DocumentedResponse | undefined, fits: boolean): number {
  const usual = fits ? 200 : 400;
  if (documented === undefined || documented.status === "default") return usual;
  return Number(documented.status.replace("XX", "00"));
}

function describes({ body }: Interface, text: string): boolean {
  if (body === undefined) return true;
  try {
    return isAsDescribed(body, JSON.parse(text));
  } catch {
    return false;
  }
}
