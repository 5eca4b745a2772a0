// The index of undici also loads fetch, WebSocket, caches and mocks: a tenth of the processor time of a short run.
import type * as Undici from "undici";
import errors from "undici/lib/core/errors.js";
import Client from "undici/lib/dispatcher/client.js";

export const UndiciClient: typeof Undici.Client = Client;
export type UndiciClient = Undici.Client;

export const undiciErrors: typeof Undici.errors = errors;
