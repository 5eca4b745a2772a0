export { ClientSender, type ExchangeWithIds, type Responded } from "./client.ts";
export { addressesOf, openConnection, openTunnel } from "./connect.ts";
export { endingOf, serverEndOf } from "./outcome.ts";
export { sendRaw } from "./raw.ts";
export { type Redactor, redactorOf } from "./redactor.ts";
export { KEPT_BYTES } from "./request-result.ts";
export { type SenderOptions, WaitWatch } from "./sender.ts";
export { UndiciClient } from "./undici.ts";
export { getBytes } from "./get-bytes.ts";
