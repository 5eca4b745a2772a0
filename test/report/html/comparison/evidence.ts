import type { GroupEvidence } from "../../../../src/model/index.ts";

const BODY = '{"date":"2026-11-20T16:22:05.123Z"}';

const bodyOf = (id: string): string => (id.includes("explore/") ? "{" : BODY);

const request = (id: string): string =>
  [
    "POST /api/user HTTP/1.1",
    "host: 127.0.0.1:3001",
    "content-type: application/json",
    "user-agent: witness/0.3.0",
    "accept: */*",
    "accept-encoding: gzip, deflate, br",
    "connection: keep-alive",
    `content-length: ${BODY.length}`,
    "",
    bodyOf(id),
  ].join("\n");

const reasons: Record<string, string> = { 201: "Created", 400: "Bad Request", 404: "Not Found" };

function responseOf(name: string, signature: string): string {
  const status = signature.split(", ")[0] ?? "";
  if (!/^\d{3}$/.test(status)) return `${status} before the head was complete`;
  const body =
    name.startsWith("express") && status !== "201"
      ? `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>Error</title>\n</head>\n<body>\n<pre>SyntaxError: Unexpected token</pre>\n</body>\n</html>\n`
      : `{"status":${status},"by":"${name}"}`;
  return [
    `HTTP/1.1 ${status} ${reasons[status] ?? ""}`,
    ...(name.startsWith("express") ? ["X-Powered-By: Express"] : []),
    `Content-Type: ${body.startsWith("<") ? "text/html" : "application/json"}; charset=utf-8`,
    `Content-Length: ${body.length}`,
    "Date: Fri, 20 Nov 2026 16:22:09 GMT",
    "Connection: keep-alive",
    "Keep-Alive: timeout=5",
    "",
    body,
  ].join("\n");
}

/** How a target responded to one case, with a plausible request. */
export function evidenceOf(
  id: string,
  names: readonly string[],
  signatures: readonly string[],
): GroupEvidence {
  const text = request(id);
  return {
    case: id,
    request: { text, bytes: text.length + text.split("\n").length - 1, brief: bodyOf(id) },
    curl: `curl -sS -i -X POST -H 'content-type: application/json' --data-binary '${BODY}' http://127.0.0.1:3001/api/user`,
    targets: signatures.map((signature, at) => {
      const response = responseOf(names[at] ?? "", signature);
      return {
        signature,
        response: { text: response, bytes: response.length + response.split("\n").length - 1 },
        replay: `witness replay reports/2026-11-20-comparison/runs/${names[at]} ${id}`,
      };
    }),
  };
}
