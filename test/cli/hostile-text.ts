import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { listening, type Listening } from "../../src/servers/json-server.ts";

/** Texts that move a cursor, change a terminal, reorder a line, hide in it, or command a CI runner. */
export const HOSTILE_TEXTS = [
  "##[error]planted",
  "::error::planted",
  "  ::error file=planted::x",
  "##vso[task.complete]planted",
  "\u001b[2J\u001b[35;45mplanted",
  "\u001b]8;;http://planted\u0007x\u001b]0;planted\u0007",
  "a\rplanted\bb\u0000\u007f\u009b2Jc",
  "\u202eplanted\u2066\u200f\u061c\u2028\u2029",
  "\u200bplanted\u2060\ufeff",
  "a\n::error::planted\n##[error]planted",
];

/** Colours that witness writes; the texts above contain others. */
const OWN_COLOUR = /\u001b\[(?:1|2|22|3[0-79]|9[0-7])m/g;
const RAW = /(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const COMMAND = /##\w*\[|^\s*::/m;

/** The places in an output that a terminal or a CI runner would interpret; a safe output has none. */
export function obeyedIn(output: string): string[] {
  const text = output.replaceAll(OWN_COLOUR, "");
  return text.split("\n").filter((line) => RAW.test(line) || COMMAND.test(line));
}

/**
 * A server whose every response contains one of the texts in reason, header and body, or only in its body.
 */
export function startHostileText(): Promise<Listening> {
  let count = 0;
  const respond = (socket: Duplex): void => {
    const at = count++;
    const text = HOSTILE_TEXTS[at % HOSTILE_TEXTS.length] ?? "";
    const oneLine = text.replaceAll("\n", " ");
    const body = Buffer.from(JSON.stringify({ error: "planted" }) + text);
    // The ordinary client can read every second head.
    const head =
      at % 2 === 0
        ? [`HTTP/1.1 ${at % 4 === 0 ? 201 : 400} ${oneLine}`, `X-Planted: ${oneLine}`]
        : [
            `HTTP/1.1 ${at % 3 === 0 ? 422 : 201} ##[error]planted`,
            "X-##Planted: ##[error]planted",
          ];
    const type = at % 2 === 0 ? `text/${oneLine}` : "application/json; ##[error]planted";
    socket.write(
      `${[...head, `Content-Type: ${type}`, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n`,
    );
    socket.write(body);
  };
  const server = createServer((request) => {
    request.resume();
    request.on("end", () => respond(request.socket));
  });
  server.on("clientError", (_, socket) => {
    if (!socket.writable) return;
    respond(socket);
    socket.end();
  });
  return listening(server);
}
