import { lookup } from "node:dns/promises";
import type { NetConnectOpts, OnReadOpts, Socket } from "node:net";
import { connect as connectTcp, isIP } from "node:net";
import { connect as connectTls, createSecureContext } from "node:tls";
import { oncePer } from "../remember.ts";
import type { BaseUrl, ProxyAddress, TlsOptions } from "../contract/index.ts";
import { durationText } from "../text/index.ts";

type ConnectOptions = {
  insecure?: boolean;
  noDelay?: boolean;
  allowHalfOpen?: boolean;
  /** Gets what arrives, instead of listeners for `data`. */
  reader?: Reader;
  /** Gives up after this time. Without it, the caller destroys the connection. */
  withinMs?: number;
};

/** Takes bytes in one buffer that is used again and again, so it must not keep them. `false` stops reading. */
type Reader = { buffer: Buffer; take: (chunk: Buffer) => boolean | void };

type Opened = (error: Error | null, socket?: Socket) => void;

/** Opens a connection; everything that sends uses this. Returns at once what is below TLS; destroying it ends it. */
export function openConnection(target: BaseUrl, options: ConnectOptions, done: Opened): Socket {
  const { reader, ...others } = options;
  const listened: Opened = (error, socket) => {
    if (reader !== undefined) socket?.on("data", reader.take);
    done(error, socket);
  };
  if (target.protocol === "http:") {
    const isDirect = target.route?.proxy === undefined;
    return isDirect ? openTunnel(target, options, done) : openTunnel(target, others, listened);
  }
  return openTunnel(target, others, (error, tcp) => {
    if (tcp === undefined) return done(error);
    return secured(tcp, target, options, listened);
  });
}

/** As `openConnection`, without TLS: to the target itself, or through the proxy. */
export function openTunnel(target: BaseUrl, options: ConnectOptions, done: Opened): Socket {
  const { route = {} } = target;
  const { proxy, used } = route;
  const tcp = connectTcp(wayTo(target, options));
  const settle = once(tcp, options.withinMs, (error, socket) => {
    if (used !== undefined && isNamed(target)) {
      if (error === null) used.address ??= tcp.remoteAddress;
      else used.address = undefined;
    }
    done(error, socket);
  });
  tcp.setNoDelay(options.noDelay ?? false);
  tcp.on("error", (error) =>
    settle(proxy === undefined ? error : proxyFault(target, error.message)),
  );
  tcp.once("close", () => settle(closedEarly()));
  tcp.once("connect", () => {
    if (proxy === undefined) return settle(null, tcp);
    const { hostname, port } = target;
    const tunnelled = (error: Error | null, socket?: Socket): void =>
      settle(error === null ? null : proxyFault(target, error.message), socket);
    const ask = (to: Socket): void => tunnelThrough(to, { hostname, port, proxy }, tunnelled);
    if (!proxy.secure) return ask(tcp);
    const options = { socket: tcp, host: proxy.hostname, ...servername(proxy.hostname) };
    const secure = connectTls(options, () => ask(secure));
    secure.on("error", (error) => settle(proxyFault(target, error.message)));
    return undefined;
  });
  return tcp;
}

/** The addresses that connections go to: none on a unix socket, or behind a proxy, which looks the name up itself. */
export async function addressesOf(target: BaseUrl): Promise<string[]> {
  const { address, used, proxy, unixSocket } = target.route ?? {};
  if (proxy !== undefined || unixSocket !== undefined) return [];
  const known = address ?? used?.address;
  if (known !== undefined) return [known];
  const found = await lookup(target.hostname, { all: true }).catch(() => []);
  return found.map((each) => each.address);
}

const isNamed = ({ hostname, route = {} }: BaseUrl): boolean =>
  isIP(hostname) === 0 && route.proxy === undefined && route.unixSocket === undefined;

function wayTo({ hostname, port, route = {} }: BaseUrl, options: ConnectOptions): NetConnectOpts {
  const { address, unixSocket, proxy, family, used } = route;
  const { reader } = options;
  const common = {
    allowHalfOpen: options.allowHalfOpen ?? false,
    ...(reader && { onread: readingInto(reader) }),
  };
  if (unixSocket !== undefined) return { ...common, path: unixSocket };
  const chosen = { ...common, family };
  if (proxy !== undefined) return { ...chosen, host: proxy.hostname, port: proxy.port };
  return { ...chosen, host: address ?? used?.address ?? hostname, port };
}

const readingInto = ({ buffer, take }: Reader): OnReadOpts => ({
  buffer,
  callback: (length) => take(buffer.subarray(0, length)) !== false,
});

/** Calls back once. Later events on the connection do not throw. */
function once(tcp: Socket, withinMs: number | undefined, done: Opened): Opened {
  let isOver = false;
  const settle: Opened = (error, socket) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    if (error !== null) tcp.destroy();
    done(error, socket);
  };
  const late = (): void =>
    settle(coded("ETIMEDOUT", `no connection within ${durationText(withinMs ?? 0)}`));
  const timer = withinMs === undefined ? undefined : setTimeout(late, withinMs);
  return settle;
}

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

const closedEarly = (): Error =>
  coded("ECONNRESET", "the connection was closed before it could be used");

const proxyFault = ({ route }: BaseUrl, message: string): Error =>
  coded("WITNESS_PROXY", `the proxy ${route?.proxy?.hostname}:${route?.proxy?.port}: ${message}`);

function secured(tcp: Socket, target: BaseUrl, options: ConnectOptions, done: Opened): void {
  const tls = target.route?.tls ?? NO_TLS_OPTIONS;
  const { serverName = target.hostname } = tls;
  const settle = once(tcp, options.withinMs, done);
  const socket = connectTls({
    socket: tcp,
    // Whose certificate it has to be.
    host: serverName,
    rejectUnauthorized: options.insecure !== true,
    ALPNProtocols: ["http/1.1"],
    secureContext: contextOf(tls),
    ...servername(serverName),
  });
  tcp.on("error", (error) => socket.destroy(error));
  socket.on("error", settle);
  socket.once("close", () => settle(closedEarly()));
  socket.once("secureConnect", () => settle(null, socket));
}

/** TLS has names in its greeting, no addresses. */
const servername = (name: string): { servername?: string } =>
  isIP(name) === 0 ? { servername: name } : {};

const NO_TLS_OPTIONS: TlsOptions = {};

/** Certificates and keys are read once, not for each connection. */
const contextOf = oncePer(({ cert, key, ca }: TlsOptions) =>
  createSecureContext({ cert, ...(key !== undefined && { key: key.reveal() }), ca }),
);

const END_OF_HEAD = "\r\n\r\n";
/** A proxy that says more before it connects is not waited for. */
const MOST_HEAD_BYTES = 16 * 1024;

/** Asks a proxy to connect to the target (RFC 9110, 9.3.6). Afterwards, the connection leads to the target. */
function tunnelThrough(
  socket: Socket,
  { hostname, port, proxy }: { hostname: string; port: number; proxy: ProxyAddress },
  done: (error: Error | null, socket?: Socket) => void,
): void {
  let received: Buffer = Buffer.alloc(0);
  const over = (error: Error | null): void => {
    socket.off("data", read);
    socket.off("end", ended);
    done(error, error === null ? socket : undefined);
  };
  const read = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf(END_OF_HEAD);
    if (end < 0 && received.length > MOST_HEAD_BYTES)
      return over(new Error("not an HTTP response"));
    if (end < 0) return;
    const status = /^HTTP\/1\.\d (\d{3})/.exec(received.toString("latin1", 0, end))?.[1];
    if (status === undefined) return over(new Error("not an HTTP response"));
    if (!status.startsWith("2")) return over(new Error(`it answered CONNECT with ${status}`));
    socket.pause();
    const rest = received.subarray(end + END_OF_HEAD.length);
    if (rest.length > 0) socket.unshift(rest);
    over(null);
    // Whoever has it now listens already.
    socket.resume();
  };
  const ended = (): void => over(new Error("it closed the connection"));
  socket.on("data", read);
  socket.once("end", ended);
  const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (proxy.authorization !== undefined)
    lines.push(`Proxy-Authorization: ${proxy.authorization.reveal()}`);
  socket.write(`${lines.join("\r\n")}${END_OF_HEAD}`, "latin1");
}
