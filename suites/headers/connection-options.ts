import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, HeadOptions, Requests } from "../../src/generate/index.ts";

const VALUES: [name: string, value: string][] = [
  ["close", "close"],
  ["close-upper", "CLOSE"],
  ["keep-alive-capitals", "Keep-Alive"],
  ["keep-alive-close", "keep-alive, close"],
  ["close-keep-alive", "close, keep-alive"],
  ["keep-alive-twice", "keep-alive, keep-alive"],
  ["te", "TE"],
  ["upgrade", "upgrade"],
  ["unknown", "foo"],
  ["commas", ",,"],
  ["names-length", "keep-alive, Content-Length"],
  ["names-type", "keep-alive, Content-Type"],
  ["names-host", "keep-alive, Host"],
  ["names-extra", "keep-alive, X-Extra"],
  ["quoted", '"close"'],
  ["parameter", "close;x=1"],
];

/** They name headers that only a request with a body has. */
const OF_BODY = new Set(["names-length", "names-type"]);

const upgrade = (to: string, extra: Record<string, string> = {}): HeadOptions => ({
  change: { Connection: "Upgrade", Upgrade: to, ...extra },
});

const OTHERS: [name: string, reason: string, options: HeadOptions][] = rows`
  absent | there is no Connection | ${{ change: { Connection: null } }}
  empty | Connection is empty | ${{ change: { Connection: "" } }}
  twice | a second Connection says close | ${{ extra: [["Connection: close"]] }}
  keep-alive-header | Keep-Alive asks for a time | ${{ change: { "Keep-Alive": "timeout=5" } }}
  keep-alive-max-1 | Keep-Alive says max=1 | ${{ change: { "Keep-Alive": "max=1" } }}
  keep-alive-words | Keep-Alive is words | ${{ change: { "Keep-Alive": "as long as you like" } }}
  proxy-connection | Proxy-Connection says close | ${{ change: { "Proxy-Connection": "close" } }}
  upgrade-h2c | an upgrade to h2c is offered | ${upgrade("h2c", { Connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__" })}
  upgrade-h2c-bare | an upgrade to h2c is offered without settings | ${upgrade("h2c")}
  upgrade-websocket | an upgrade to websocket is offered | ${upgrade("websocket", { "Sec-WebSocket-Key": "AAECAwQFBgcICQoLDA0ODw==", "Sec-WebSocket-Version": "13" })}
  upgrade-websocket-bare | an upgrade to websocket is offered without a key | ${upgrade("websocket")}
  upgrade-tls | an upgrade to TLS is offered | ${upgrade("TLS/1.2")}
  upgrade-http-1.1 | an upgrade to HTTP/1.1 is offered | ${upgrade("HTTP/1.1")}
  upgrade-unknown | an upgrade to foo is offered | ${upgrade("foo")}
  upgrade-empty | Upgrade is empty | ${upgrade("")}
  upgrade-unnamed | Upgrade is h2c but Connection does not name it | ${{ change: { Upgrade: "h2c" } }}
  te-trailers | TE says trailers | ${{ change: { Connection: "TE", TE: "trailers" } }}
  te-gzip | TE says gzip | ${{ change: { Connection: "TE", TE: "gzip;q=1" } }}
  te-unnamed | TE says trailers and Connection does not name it | ${{ change: { TE: "trailers" } }}
  te-empty | TE is empty | ${{ change: { Connection: "TE", TE: "" } }}
`;

/** Connection and related headers. */
export const connectionOptions = (on: Requests): CaseDefinition[] =>
  casesOf(
    "connection",
    [
      ...VALUES.filter(([name]) => on.hasBody || !OF_BODY.has(name)).map(
        ([name, value]): [string, string, HeadOptions] => [
          name,
          `Connection is ${value}`,
          { change: { Connection: value } },
        ],
      ),
      ...OTHERS,
    ],
    (options) => on.rawRequest(options),
    {
      family: "connection-option",
      clauses: ["client-headers", "behaviour", "response-status", "response-headers"],
    },
  );
