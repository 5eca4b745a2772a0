// What is used of autocannon 9.0.0, private members of its clients included: the published
// types (of version 7) lack them.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";
  import type { Socket } from "node:net";

  /** http-parser-js, one for each client. */
  type Parser = {
    execute(chunk: Buffer): number | Error;
    finish(): Error | undefined;
    reinitialize(type: "RESPONSE"): void;
    /** Reset by `reinitialize`, which is the constructor. */
    maxHeaderSize: number;
    /** Where it is in the bytes being read. */
    offset: number;
    /** The next line, or undefined until its line feed has come. */
    consumeLine(): string | undefined;
    parseHeader(line: string, headers: string[]): void;
    /** Reads the line before a chunk. */
    BODY_CHUNKHEAD(): void;
    /** What it expects next, and the part of a line that it has. */
    state: string;
    line: string;
    /** What a Content-Length said, whatever it was; null without one. */
    body_bytes: number | null;
    /** Keys 2 and 4 are its callbacks for a head and for a whole message. */
    [callback: number]: (info?: { statusCode: number; shouldKeepAlive: boolean }) => unknown;
  };

  type PendingRequest = { startTime: [seconds: number, nanoseconds: number] };

  type Client = EventEmitter & {
    conn: Socket;
    parser: Parser;
    destroyed: boolean;
    /** Milliseconds that an answer may take. */
    timeout: number;
    timeoutTicker: { reschedule(ms: number): void };
    opts: { pipelining: number };
    pipelinedRequests: {
      size(): number;
      clear(): void;
      toArray(): PendingRequest[];
      addByteCount(bytes: number): void;
      addBody(data: Buffer): void;
    };
    getRequestBuffer(): Buffer;
    _connect(): void;
    _doRequest(): void;
    _destroyConnection(): void;
  };

  type Options = {
    url: string;
    connections: number;
    pipelining: number;
    /** Seconds. */
    duration: number;
    /** Seconds. */
    timeout: number;
    /** Milliseconds between looks at whether to stop. */
    sampleInt: number;
    setupClient(client: Client): void;
  };

  type Tracker = EventEmitter & { stop(): void };

  export default function autocannon(
    options: Options,
    done: (error: Error | null) => void,
  ): Tracker;
}
