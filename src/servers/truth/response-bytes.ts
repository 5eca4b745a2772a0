import type { Conduct } from "./behaviour.ts";

const BODY = '{"status":"taken"}';
/** How many bytes a truncated response announces and does not send. */
const MISSING_BYTES = 12;

/** The bytes of one response. `last`: the connection ends after it, which the head announces. */
export function responseBytes(status: number, conduct: Conduct, last: boolean): Buffer {
  const version = conduct.kind === "http-1.0" ? "HTTP/1.0" : "HTTP/1.1";
  const bodyless = status === 204;
  const lines = [`${version} ${status} As planned`, "Content-Type: application/json"];
  if (!bodyless && conduct.kind !== "until-close") lines.push(`Content-Length: ${BODY.length}`);
  if (last) lines.push("Connection: close");
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${bodyless ? "" : BODY}`);
}

/** A response that announces more bytes than it has. */
export const truncatedBytes = (status: number): Buffer =>
  Buffer.from(
    `HTTP/1.1 ${status} As planned\r\nContent-Length: ${BODY.length + MISSING_BYTES}\r\n\r\n${BODY}`,
  );

const HINTS: Record<number, string> = {
  100: "HTTP/1.1 100 Continue\r\n\r\n",
  102: "HTTP/1.1 102 Processing\r\n\r\n",
  103: "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n",
};

export const interimBytes = (statuses: number[]): Buffer =>
  Buffer.from(statuses.map((status) => HINTS[status] ?? "").join(""));
