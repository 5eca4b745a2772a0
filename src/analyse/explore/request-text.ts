import type { CaseRequest, RunHeader } from "../../model/index.ts";
import { interfaceOf, parseBaseUrl } from "../../contract/index.ts";
import type { Filling, Start } from "../../generate/index.ts";
import {
  isStatedBody,
  joinStarts,
  printable,
  requestBytes,
  requestStarts,
} from "../../generate/index.ts";
import type { RunFold } from "../run-fold.ts";

/** How many characters of a request a report shows next to a finding. */
const SHOWN = 200;
/** Of a longer request, the rest is not made: no valid body is that long. */
const READ_BYTES = 1024 * 1024;

export type RequestText = { text: string; bytes: number };

/**
 * The request of an evidence case as it was sent: its body or, if the body is as stated, the lines
 * of its head that differ from the stated request. Empty if the case is not recorded.
 */
export function requestText(run: RunFold, id: string): RequestText {
  const { header } = run;
  const fold = run.cases.get(id);
  if (header === undefined || fold === undefined) return { text: "", bytes: 0 };
  const [observation] = fold.first.values();
  return textOfRequest(fold.case.request, fillingOf(header, observation?.fresh ?? 0));
}

export function fillingOf(header: RunHeader, fresh: number): Filling {
  const target = parseBaseUrl(header.target.baseUrl);
  return { interface: interfaceOf(header), target, firstId: header.firstId, fresh };
}

export function textOfRequest(request: CaseRequest, filling: Filling): RequestText {
  const read = (most: number): Start => joinStarts(requestStarts(request, filling, most), most);
  const first = read(READ_BYTES);
  const { start, bytes } = first.start.includes(END_OF_HEAD)
    ? first
    : read(Number.POSITIVE_INFINITY);
  const { head, body = Buffer.alloc(0) } = requestParts(start);
  const odd = isStatedBody(body, filling.interface) ? oddLines(head, filling) : [];
  const shown = odd.length > 0 ? Buffer.from(odd.join("\r\n"), "latin1") : body;
  const shownBytes = shown === body ? bytes - start.length + body.length : shown.length;
  const isSequence = request.sender === "wire" && shown === body;
  const text = isSequence ? (requestParts(messagesApart(start)).body ?? body) : shown;
  return { text: cutText(printable(text, SHOWN * 4 + 4)), bytes: shownBytes };
}

export const END_OF_HEAD = "\r\n\r\n";

/** The head without its last line break, and the body; undefined if the head does not end. */
export function requestParts(bytes: Buffer): { head: Buffer; body?: Buffer } {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return { head: bytes };
  return { head: bytes.subarray(0, end), body: bytes.subarray(end + END_OF_HEAD.length) };
}

const REQUEST_LINE = /^[A-Za-z]+ [^\r\n]* HTTP\/\d/;
const LINE_END = Buffer.from("\r\n");

function messagesApart(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let rest = bytes; ;) {
    const { head, body = Buffer.alloc(0) } = requestParts(rest);
    const length = Number(/^content-length: *(\d{1,9})\r?$/im.exec(head.toString("latin1"))?.[1]);
    const next = body.subarray(length || body.length);
    if (!REQUEST_LINE.test(next.toString("latin1"))) return Buffer.concat([...lines, rest]);
    lines.push(rest.subarray(0, rest.length - next.length), LINE_END);
    rest = next;
  }
}

function oddLines(head: Buffer, filling: Filling): string[] {
  const [stated] = requestBytes({ sender: "client", body: [] }, filling);
  const usual = new Set(linesOf(stated ?? Buffer.alloc(0)).map((line) => line.toLowerCase()));
  return linesOf(head).filter(
    (line) => !usual.has(line.toLowerCase()) && !/^content-length: *\d+$/i.test(line),
  );
}

const linesOf = (head: Buffer): string[] => head.toString("latin1").split("\r\n");

function cutText(text: string): string {
  const characters = Array.from(text);
  return characters.length <= SHOWN ? text : `${characters.slice(0, SHOWN - 1).join("")}…`;
}
