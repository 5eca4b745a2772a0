import type { Socket } from "node:net";
import type { BaseUrl } from "../contract/index.ts";
import { durationText } from "../text/index.ts";
import { openConnection } from "./connect.ts";
import { UndiciClient } from "./undici.ts";

type Got = { status: number; location: string | undefined; body: Buffer | "too-large" };

/** Sends GET by a target's route; no request of a run. Rejects with the connection's error, and after `withinMs`. */
export async function getBytes(
  target: BaseUrl,
  path: string,
  settings: { insecure: boolean; withinMs: number; limitBytes: number },
): Promise<Got> {
  let opening: Socket | undefined;
  const client = new UndiciClient(`${target.protocol}//${target.host}`, {
    connect: (_options, callback) => {
      opening = openConnection(target, settings, (error, socket) =>
        socket === undefined
          ? callback(error ?? new Error("not opened"), null)
          : callback(null, socket),
      );
    },
  });
  const { withinMs } = settings;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no response within ${durationText(withinMs)}`));
    }, withinMs);
  });
  try {
    return await Promise.race([late, exchange(client, target, path, settings.limitBytes)]);
  } finally {
    clearTimeout(timer);
    await client.destroy();
    opening?.destroy();
  }
}

function exchange(
  client: UndiciClient,
  { route }: BaseUrl,
  path: string,
  limitBytes: number,
): Promise<Got> {
  const given = [...(route?.headers ?? [])].map(([name, value]) => [name, value.reveal()]);
  const headers = {
    accept: "application/json, application/yaml, */*",
    ...Object.fromEntries(given),
  };
  return new Promise((resolve, reject) => {
    const got = { status: 0, location: undefined as string | undefined };
    const parts: Buffer[] = [];
    let left = limitBytes;
    client.dispatch(
      { path, method: "GET", headers },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, status, { location }) => {
          got.status = status;
          got.location = Array.isArray(location) ? location[0] : location;
        },
        onResponseData: (_controller, chunk) => {
          left -= chunk.length;
          if (left < 0) resolve({ ...got, body: "too-large" });
          else parts.push(chunk);
        },
        onResponseEnd: () => {
          resolve({ ...got, body: Buffer.concat(parts) });
        },
        onResponseError: (_controller, error) => {
          reject(error);
        },
      },
    );
  });
}
