import type { RawRequest, RawStep } from "../model/index.ts";
import type { Template } from "../template/index.ts";

/** A header line of a request: name and value, sent as they are. */
export type RequestHeader = [name: string, value: string];

/** Parts of a raw message head; parts that are not given are as stated. */
export type HeadOptions = {
  /** The request line without its end; "POST path HTTP/1.1" by default. */
  line?: Template;
  /** Replaced or removed by name, as in `headersWith`; Host, Connection and Content-Length too. */
  change?: Record<string, Template | string | null>;
  /** Whole lines, without their ends, after the others. */
  extra?: Template[];
  /** Line end, CR LF by default. */
  eol?: string;
};

/** Parts of a `send` step: head, body, the connection (`on`), and how the bytes are split and paced. */
export type SendStepOptions = Omit<RawStep & { do: "send" }, "do">;

/** A step that sends these bytes and nothing else. */
export const sendBytes = (
  template: Template,
  { on, ...rest }: Omit<SendStepOptions, "head" | "body"> = {},
): RawStep => ({ do: "send", ...(on !== undefined && { on }), head: template, ...rest });

/** A step that reads one response of a connection. */
export const read = (options: Omit<RawStep & { do: "read" }, "do"> = {}): RawStep => ({
  do: "read",
  ...options,
});

/** A step that waits this many milliseconds before the next one. */
export const pause = (ms: number): RawStep => ({ do: "pause", ms });
/** Ends the client's side of a connection with a FIN; it can still be read from. */
export const halfClose = (on?: number): RawStep => ({ do: "half-close", ...(on && { on }) });
/** Ends a connection with an RST. */
export const reset = (on?: number): RawStep => ({ do: "reset", ...(on && { on }) });

/** A request of these steps on raw connections. */
export const wire = (...steps: RawStep[]): RawRequest => ({ sender: "wire", steps });

const CRLF = "\r\n";

/** Lines with their ends, without the empty line. */
export const endLines = (lines: Template[], eol = CRLF): Template =>
  lines.flatMap((line) => [...line, eol]);

/** A head from its lines: each with its end, then the empty line. */
export const joinLines = (lines: Template[], eol = CRLF): Template => [
  ...endLines(lines, eol),
  eol,
];

/** A list of headers with some replaced in place, some removed, and the others appended. */
export function withChanges<Value>(
  standard: readonly (readonly [name: string, value: Value])[],
  changes: Record<string, Value | string | null>,
): [name: string, value: Value][] {
  const left = new Map(
    Object.entries(changes).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const kept = standard.flatMap(([name, value]): [string, Value][] => {
    const change = left.get(name.toLowerCase());
    if (change === undefined) return [[name, value]];
    left.delete(name.toLowerCase());
    return change.value === null ? [] : [[change.name, change.value as Value]];
  });
  const added = [...left.values()].flatMap(({ name, value }): [string, Value][] =>
    value === null ? [] : [[name, value as Value]],
  );
  return [...kept, ...added];
}
