import { readFileSync } from "node:fs";
import { WitnessError } from "./errors.ts";

/**
 * Whose fault an error code is. `target`: the server's. `network`: something in between. `machine`: this machine has
 * run out of something, or forbids it. `path`: a file or folder that the user named. `witness`: the call was wrong, a
 * defect of this program. `never`: such a call cannot return it.
 */
type Whose = "target" | "network" | "machine" | "path" | "witness" | "never";

/**
 * Every code that the operating system, the resolver and node:net, node:tls and node:fs can return: first whose fault it
 * is in an error of a socket, then in an error of a file. Codes that are not listed are the machine's in both.
 */
const CODES: Readonly<Partial<Record<`${Whose}, ${Whose}`, string>>> = {
  "target, never": `
    ECONNREFUSED ECONNRESET ECONNABORTED EPIPE EPROTO ENOTCONN ESHUTDOWN ERR_SOCKET_CLOSED
    ERR_SOCKET_CLOSED_BEFORE_CONNECTION ERR_TLS_CERT_ALTNAME_FORMAT ERR_TLS_CERT_ALTNAME_INVALID
    ERR_TLS_DH_PARAM_SIZE ERR_TLS_HANDSHAKE_TIMEOUT ERR_TLS_RENEGOTIATION_DISABLED
    ERR_TLS_SESSION_ATTACK`,
  "target, machine": "EOF ERR_STREAM_PREMATURE_CLOSE",
  "network, machine": "ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH EREMOTEIO ENODATA",
  "network, never": `
    ERR_SOCKET_CONNECTION_TIMEOUT ENOTFOUND ESERVFAIL EREFUSED EFORMERR EBADRESP EBADNAME
    ETIMEOUT ECANCELLED ENONAME EAI_ADDRFAMILY EAI_AGAIN EAI_CANCELED EAI_FAIL EAI_NODATA
    EAI_NONAME`,
  "machine, machine": `
    EMFILE ENFILE ENOBUFS ENOMEM EAGAIN ENETDOWN ENONET ENOSPC EDQUOT EIO EROFS EFBIG ESTALE
    ENODEV ENXIO EUNATCH EBUSY ECANCELED EINTR ENOSYS EFILE ERR_MEMORY_ALLOCATION_FAILED
    ERR_IPC_CHANNEL_CLOSED ERR_IPC_DISCONNECTED`,
  "machine, never": `
    EADDRNOTAVAIL EADDRINUSE EAFNOSUPPORT EPROTONOSUPPORT ESOCKTNOSUPPORT ELOADIPHLPAPI
    EADDRGETNETWORKPARAMS ENOTINITIALIZED EAI_MEMORY`,
  "machine, path": "EACCES EPERM",
  "never, machine": "ENOEXEC",
  "never, path": `
    ENOENT ENOTDIR EISDIR EEXIST ENOTEMPTY ENAMETOOLONG ELOOP EMLINK ETXTBSY EXDEV EFTYPE EILSEQ
    ECHARSET ERR_FS_FILE_TOO_LARGE`,
  "never, witness": "E2BIG",
  "witness, never": `
    EALREADY EDESTADDRREQ EISCONN EMSGSIZE ENOPROTOOPT ENOTSOCK EPROTOTYPE EBADQUERY EBADFAMILY
    EBADSTR EBADFLAGS EBADHINTS ENOTIMP EDESTRUCTION EAI_BADFLAGS EAI_BADHINTS EAI_FAMILY
    EAI_OVERFLOW EAI_PROTOCOL EAI_SERVICE EAI_SOCKTYPE ERR_SOCKET_BAD_PORT
    ERR_INVALID_IP_ADDRESS ERR_INVALID_ADDRESS_FAMILY ERR_TLS_INVALID_CONTEXT
    ERR_TLS_INVALID_STATE ERR_TLS_INVALID_PROTOCOL_VERSION ERR_TLS_PROTOCOL_VERSION_CONFLICT`,
  "witness, witness": `
    EBADF EFAULT EINVAL ENOTTY EOVERFLOW ERANGE ESRCH UNKNOWN ERR_STREAM_DESTROYED
    ERR_STREAM_WRITE_AFTER_END`,
  "witness, path": "ENOTSUP ESPIPE",
};

export const SYSTEM_ERRORS: Readonly<Record<string, { socket: string; file: string }>> =
  Object.fromEntries(
    Object.entries(CODES).flatMap(([whose, codes]) => {
      const [socket = "", file = ""] = whose.split(", ");
      return codes
        .trim()
        .split(/\s+/)
        .map((code) => [code, { socket, file }]);
    }),
  );

/** Exit code if this machine, or a defect of this program, ended the work: `EX_SOFTWARE` of sysexits.h. */
export const OWN_FAULT = 70;

type Told = { what: string; hint: string };

const FULL: Told = {
  what: "the disk is full",
  hint: "free space, or write somewhere else with --output-dir",
};
const MEMORY: Told = {
  what: "this machine is out of memory",
  hint: "raise the memory limit, or send less: --runs, --concurrency, --connections",
};
const FILES: Told = {
  what: "too many files and connections are open",
  hint: "raise the limit (ulimit -n 4096), or use fewer: --concurrency, --connections",
};
const FORBIDDEN: Told = {
  what: "this machine does not allow the connection",
  hint: "check for a firewall rule or a sandbox that forbids it",
};
const NO_NETWORK: Told = {
  what: "this machine has no suitable network",
  hint: "check its network interface and its support of IPv4 and IPv6",
};

const TOLD: Readonly<Record<string, Told>> = {
  ENOSPC: FULL,
  EDQUOT: { ...FULL, what: "the disk quota is used up" },
  EFBIG: {
    what: "the file has reached the maximum size",
    hint: "raise the limit (ulimit -f), or send less: --runs",
  },
  EIO: { what: "the disk reports an error", hint: "check the disk, or use another --output-dir" },
  EROFS: { what: "the file system is read-only", hint: "write somewhere else with --output-dir" },
  EMFILE: FILES,
  ENFILE: { ...FILES, hint: "the limit of the whole machine is reached: stop other programs" },
  ENOBUFS: { ...MEMORY, what: "this machine is out of memory for connections" },
  ENOMEM: MEMORY,
  EAI_MEMORY: MEMORY,
  ERR_MEMORY_ALLOCATION_FAILED: MEMORY,
  EADDRNOTAVAIL: {
    what: "this machine has no free local port or no local address for the connection",
    hint: "ports of closed connections are free again after a minute; use fewer connections, or 127.0.0.1 if IPv6 is missing",
  },
  EADDRINUSE: {
    what: "this machine has no free local port",
    hint: "ports of closed connections are free again after a minute; use fewer connections",
  },
  EAGAIN: {
    what: "this machine allows no more processes or connections",
    hint: "raise the limit (ulimit -u), or stop other programs",
  },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ENETDOWN: NO_NETWORK,
  ENONET: NO_NETWORK,
  EAFNOSUPPORT: NO_NETWORK,
};

const OTHERWISE: Told = {
  what: "the operating system refused a call",
  hint: "--debug prints where it happened",
};

/**
 * The text of a file that the user named. Messages call it `name`.
 * @throws WitnessError with the code `as` if it is not there, is a folder or cannot be read.
 */
export function readNamed(path: string, as: string, name = path): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "ENOENT"
        ? `there is no file ${name}`
        : code === "EISDIR"
          ? `${name} is a folder`
          : `${name} cannot be read (${code})`;
    throw new WitnessError(as, why, name === path ? {} : { hint: `the path is ${path}` });
  }
}

type SystemError = Error & { code?: unknown; errors?: unknown; path?: unknown };

/** An error of connecting that is this machine's fault: exit code 70. Of several attempts (IPv6, IPv4) all must be. */
export const machineFault = (error: unknown): WitnessError | undefined => faultOf(error, "socket");

/** The same for an operation on a file or a process. */
export const fileFault = (error: unknown): WitnessError | undefined => faultOf(error, "file");

/** Any other error that is not the user's, with exit code 70: a fault of this machine, or else a defect of witness. */
export function ownFault(error: unknown): WitnessError {
  if (error instanceof WitnessError) return error;
  const fault = isOfConnection(error) ? machineFault(error) : fileFault(error);
  if (fault !== undefined) return fault;
  if ((error as { code?: unknown } | null | undefined)?.code === "ERR_MODULE_NOT_FOUND")
    return new WitnessError("load", `witness cannot load: ${firstLine((error as Error).message)}`, {
      hint: "install it again; Node reports the same if too few files may be open (ulimit -n 4096)",
      exitCode: OWN_FAULT,
      cause: error,
    });
  const {
    message = String(error),
    path,
    syscall,
  } = (error ?? {}) as Partial<SystemError> & { syscall?: unknown };
  if (typeof path === "string" && typeof syscall === "string")
    return new WitnessError("file", `a file could not be used: ${message}`, {
      hint: "do not change it while witness runs",
      exitCode: OWN_FAULT,
      cause: error,
    });
  return new WitnessError("internal", `witness itself failed: ${firstLine(message)}`, {
    hint: "this is a defect of witness: please report it with the output of --debug",
    exitCode: OWN_FAULT,
    cause: error,
  });
}

const OF_CONNECTIONS = new Set(["connect", "getaddrinfo", "bind", "listen", "accept"]);

function isOfConnection(error: unknown): boolean {
  const { syscall, errors } = (error ?? {}) as { syscall?: unknown; errors?: unknown };
  return OF_CONNECTIONS.has(String(syscall)) || Array.isArray(errors);
}

function faultOf(error: unknown, kind: "socket" | "file"): WitnessError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errors, message, path } = error as SystemError;
  if (Array.isArray(errors) && errors.length > 0) {
    const faults = errors.map((each) => faultOf(each, kind));
    return faults.every((each) => each !== undefined) ? faults[0] : undefined;
  }
  if (error instanceof RangeError && /allocation failed/i.test(message))
    return fault("ENOMEM", MEMORY, message, error);
  if (typeof code !== "string" || !Object.hasOwn(SYSTEM_ERRORS, code)) return undefined;
  if (SYSTEM_ERRORS[code]?.[kind] !== "machine") return undefined;
  const entry = TOLD[code] ?? OTHERWISE;
  const where = typeof path === "string" && !message.includes(path) ? ` (${path})` : "";
  return fault(code, entry, `${message}${where}`, error);
}

function fault(code: string, { what, hint }: Told, detail: string, cause: Error): WitnessError {
  return new WitnessError(code, `${what}: ${firstLine(detail)}`, {
    hint,
    exitCode: OWN_FAULT,
    cause,
  });
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
